"""A value from cited words: read by the type that is asked for, and held against the words once more."""

from __future__ import annotations

from collections.abc import Callable

from pincite.review.question import ReviewQuestion, ValueType
from pincite.review.values.choice import read_choice
from pincite.review.values.date import read_date
from pincite.review.values.duration import read_duration
from pincite.review.values.money import read_money
from pincite.review.values.party import read_party
from pincite.review.values.percentage import read_percentage
from pincite.review.values.text import read_text
from pincite.review.values.value import NOWHERE, Surroundings, Value
from pincite.review.values.yes_no import read_yes_no

_READERS: dict[ValueType, Callable[[str, ReviewQuestion, Surroundings], Value | None]] = {
    ValueType.TEXT: read_text,
    ValueType.DATE: read_date,
    ValueType.MONEY: read_money,
    ValueType.DURATION: read_duration,
    ValueType.PERCENTAGE: read_percentage,
    ValueType.PARTY: read_party,
    ValueType.YES_NO: read_yes_no,
    ValueType.CHOICE: read_choice,
}


def read_value(quote: str, question: ReviewQuestion, *, known: Surroundings = NOWHERE) -> Value | None:
    """The value that a quotation states; None where it states none, or where its words do not stand in it."""
    value = _READERS[question.type](quote, question, known)
    return value if value is not None and stands_in(value, quote) else None


def stands_in(value: Value, quote: str) -> bool:
    """Tell whether the words of a value stand in the quotation, white space aside."""
    words = "".join(value.words.split())
    return bool(words) and words.casefold() in "".join(quote.split()).casefold()
