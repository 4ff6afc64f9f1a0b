"""Texts into vectors: one file per way of embedding."""
