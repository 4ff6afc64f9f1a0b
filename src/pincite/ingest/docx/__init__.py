"""Word files."""
