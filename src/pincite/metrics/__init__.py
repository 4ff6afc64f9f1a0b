"""Measuring responses against gold: `measures/` holds the plug-ins, the other files what they count with."""
