"""Files from the internet, taken with care."""
