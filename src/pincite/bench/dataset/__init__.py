"""The dataset layout and its converters."""
