"""Choices: the one of some given answers whose words stand in the quotation."""

from __future__ import annotations

import re

from pincite.legal.folding import fold_text
from pincite.review.question import ReviewQuestion
from pincite.review.values.value import Surroundings, Value


def read_choice(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """The choice that a quotation names; none where it names several that do not contain one another."""
    folded = fold_text(quote).casefold()
    places = {choice: span for choice in question.choices if (span := _place(choice, folded))}
    # "non-exclusive" holds "exclusive": the longer one is meant.
    own = [
        choice
        for choice, span in places.items()
        if not any(_inside(span, other) for name, other in places.items() if name != choice)
    ]
    if len(own) != 1:
        return None
    start, end = places[own[0]]
    words = quote[start:end] if len(folded) == len(quote) else own[0]
    return Value(own[0], words)


def _place(choice: str, folded: str) -> tuple[int, int] | None:
    words = [re.escape(word) for word in fold_text(choice).casefold().split()]
    found = re.search(rf"(?<!\w){'[ ]?[ -]?'.join(words)}(?!\w)", folded) if words else None
    return found.span() if found else None


def _inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= span[0] and span[1] <= other[1] and span != other
