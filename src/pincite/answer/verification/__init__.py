"""Claims checked against their sources, by exact rules and by a model that reads."""
