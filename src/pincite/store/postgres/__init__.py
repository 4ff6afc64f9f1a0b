"""A store in PostgreSQL: pgvector for vectors, tsvector for words, one transaction per commit."""
