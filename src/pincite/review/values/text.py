"""Text: the words themselves, on one line and not too long for a table; of a choice of law, the place it names."""

from __future__ import annotations

from pincite.answer.values.facts import Fact, asked_fact
from pincite.legal.places import plain_place
from pincite.legal.values.law import place_in
from pincite.review.question import ReviewQuestion
from pincite.review.values.value import Surroundings, Value

_LONGEST = 160


def read_text(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """The quotation's own words, cut at a word where they are many; of a choice of law, the place."""
    place = place_in(quote) if asked_fact(question.question) is Fact.LAW else None
    if place is not None:
        return Value(plain_place(place.slice(quote)), place.slice(quote))
    words = " ".join(quote.split())
    if not words:
        return None
    short = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rsplit(' ', 1)[0]}…"
    return Value(short, quote)
