"""The nouns: frozen records with no I/O."""
