"""Files in, documents out: one file per format."""
