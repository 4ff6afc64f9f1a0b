"""Measuring rankings against gold: one file per family of measures."""
