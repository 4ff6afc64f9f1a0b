"""Redlines: two versions of a document, clause against clause."""
