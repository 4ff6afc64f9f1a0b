"""A review as files: Excel, CSV, JSON, HTML and Markdown."""
