"""Our own files on disk."""
