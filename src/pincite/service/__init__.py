"""One object that serves many stores to many threads, for every surface that stays up."""
