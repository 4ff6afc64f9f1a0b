"""Stages put together: settings become objects, files become documents."""
