"""A store in LanceDB tables, in a folder or on object storage: any number of servers read it, one at a time writes."""
