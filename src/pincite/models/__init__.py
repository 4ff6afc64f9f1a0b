"""The trained weights that ship with the package, each with its card."""
