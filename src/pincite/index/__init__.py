"""Finding the nearest of many: one file per kind of index."""
