"""What is quoted: evidence cut and widened to whole clauses, and what belongs beside it."""
