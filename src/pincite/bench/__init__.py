"""Making gold and other datasets, checking them, sampling them."""
