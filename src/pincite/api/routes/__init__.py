"""Our own API, a file per group of routes."""
