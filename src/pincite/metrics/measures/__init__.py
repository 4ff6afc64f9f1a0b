"""The measures: one file per family, one class and one line in the registry per measure."""
