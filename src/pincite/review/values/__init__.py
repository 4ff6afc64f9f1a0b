"""Values of cells: one file per type, each read from the cited words alone."""
