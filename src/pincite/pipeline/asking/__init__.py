"""Questions to a store, of every kind, answered with citations."""
