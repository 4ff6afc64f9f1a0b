"""Documents into slices: one file per way of cutting."""
