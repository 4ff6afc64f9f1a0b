"""Legal text analysis shared by answers and evaluation: sentences, numerals, figures, quotations, claims, citations."""
