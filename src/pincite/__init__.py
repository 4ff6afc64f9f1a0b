"""Pincite: ask legal documents questions, and prove the answers."""

__version__ = "0.1.0"
