"""Durations: "sixty (60) days' prior written notice" is 60 days."""

from __future__ import annotations

from pincite.legal.durations import DAYS
from pincite.legal.values.figure_words import find_written, nearest_to
from pincite.review.question import ReviewQuestion
from pincite.review.values.value import Surroundings, Value


def read_duration(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """The duration that a quotation states nearest to what is asked."""
    written = [one for one in find_written(quote) if one.figure.unit in DAYS]
    best = nearest_to(question.question, written, quote)
    if best is None:
        return None
    figure = best.figure
    try:
        count = float(figure.value)
    except ValueError:
        return None
    unit = figure.unit if count == 1 else f"{figure.unit}s"
    return Value(f"{figure.value} {unit}", best.span.slice(quote), size=count * DAYS[figure.unit], unit="days")
