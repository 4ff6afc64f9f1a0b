"""Scanned pages: recognition engines and what they need."""
