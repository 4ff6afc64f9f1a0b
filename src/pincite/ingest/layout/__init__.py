"""From words on pages to text in reading order."""
