"""Legal metrics of answers: as two published programs count them, and corrected."""
