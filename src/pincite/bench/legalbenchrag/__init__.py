"""LegalBench-RAG: made from its raw datasets, sampled, read and written."""
