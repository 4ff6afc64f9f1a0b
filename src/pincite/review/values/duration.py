"""Durations: "sixty (60) days' prior written notice" is 60 days."""

from __future__ import annotations

import re

from pincite.legal.durations import DAYS
from pincite.legal.values.figure_words import find_written, nearest_to
from pincite.review.question import ReviewQuestion
from pincite.review.values.term import duration_value, read_renewal
from pincite.review.values.value import Surroundings, Value

_RENEWAL = re.compile(r"\b(?:renew\w*|extension|extended)\b", re.IGNORECASE)
_NOTICE = re.compile(r"\b(?:notice|notify|notified|notif\w+|stop|prevent|before)\b", re.IGNORECASE)


def read_duration(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """The duration that a quotation states nearest to what is asked."""
    if _RENEWAL.search(question.question) and not _NOTICE.search(question.question):
        return read_renewal(quote)
    written = [one for one in find_written(quote) if one.figure.unit in DAYS]
    best = nearest_to(question.question, written, quote)
    return duration_value(best, quote) if best is not None else None
