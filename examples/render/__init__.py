"""Turns the readable sources of the sample documents into Word and PDF files."""
