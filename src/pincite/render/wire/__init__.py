"""The wire schema: what `--json`, HTTP and tool results say, in one set of models."""
