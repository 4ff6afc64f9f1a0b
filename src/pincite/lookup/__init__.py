"""Registers of legislation and cases outside the documents: none by default, or public ones over HTTP."""
