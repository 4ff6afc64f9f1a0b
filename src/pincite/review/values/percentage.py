"""Percentages: "five per cent (5%)" is 5 %."""

from __future__ import annotations

from pincite.legal.values.figure_words import find_written, nearest_to
from pincite.review.question import ReviewQuestion
from pincite.review.values.value import Surroundings, Value


def read_percentage(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """The percentage that a quotation states nearest to what is asked."""
    written = [one for one in find_written(quote) if one.figure.unit == "%"]
    best = nearest_to(question.question, written, quote)
    if best is None:
        return None
    try:
        size = float(best.figure.value)
    except ValueError:
        return None
    return Value(f"{best.figure.value} %", best.span.slice(quote), size=size, unit="%")
