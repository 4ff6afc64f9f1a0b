"""What the surfaces show: one wire schema for programs; pages, Markdown and text for people."""
