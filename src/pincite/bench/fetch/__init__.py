"""Safe downloads from the internet."""
