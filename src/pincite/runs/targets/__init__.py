"""Targets: what a run asks its questions, one file per kind."""
