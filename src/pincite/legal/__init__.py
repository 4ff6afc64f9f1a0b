"""Ground that answers and evaluation share: sentences, numerals, figures, quotations, claims and citations."""
