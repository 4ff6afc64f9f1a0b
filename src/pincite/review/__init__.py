"""Review: a table of documents by questions, every cell cited."""
