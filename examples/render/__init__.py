"""Turns the readable sources of the sample documents into Word and PDF files."""

from reportlab import rl_config

# Streams as bytes rather than as ASCII: the files are a fifth smaller.
rl_config.useA85 = 0
