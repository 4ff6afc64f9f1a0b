"""The short answer that a label with its value gives."""

from __future__ import annotations

import re

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.values.value_doubts import hides_period
from pincite.answer.values.value_owner import is_of_other_thing
from pincite.legal.durations import TIME_UNITS
from pincite.legal.figures import find_figures
from pincite.legal.labelled_values import read_labelled
from pincite.spans import Span

# A value is told in so many words at most.
_MOST_WORDS = 16
_DAY = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<![£$€¥.,\d])\b\d{1,2}(?:[:.][0-5]\d)?\s?[ap]\.?m\b|(?<![£$€¥.,\d])\b(?:[01]?\d|2[0-3]):[0-5]\d\b|\b(?:noon|midday|midnight)\b|"
    r"\b\d{1,2}\s{1,3}o['’]clock\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?:\A|\s)[A-Z][\w’'&-]+")
_MONEY = re.compile(r"[£$€¥]|\b(?:USD|EUR|GBP|CZK|dollars?|pounds?|euros?|pence|crowns?)\b", re.IGNORECASE)


def is_row(piece: str) -> bool:
    """Tell whether a piece of a quotation is one row of a table with several values."""
    found = read_labelled(piece)
    return found is not None and "|" in found.value.slice(piece)


def labelled_short(question: str, row: str) -> Span | None:
    """The short answer within words that are a label with one value."""
    found = read_labelled(row)
    if found is None:
        return None
    value = found.value
    # "Monthly rent: £900" and "Working days: 3 a week" say in their label what the value alone does not.
    if is_of_other_thing(question, value, row) or hides_period(question, value, row):
        return None
    return value if value_as_answer(value.slice(row)) else None


def value_as_answer(value: str) -> str:
    """The value of a label as a short answer; nothing for one that is long, or of several cells."""
    words = value.split()
    if "|" in value or len(words) > _MOST_WORDS:
        return ""
    return as_sentence(value)


def as_sentence(words: str) -> str:
    """Words as a short answer."""
    shown = " ".join(words.split()).rstrip(" .,;:")
    return f"{shown[:1].upper()}{shown[1:]}."


def is_of_kind(asked: AskedValue, value: str) -> bool:
    """Tell whether a value, read with its label, is of the kind that a question asks for."""
    units = {figure.unit for figure in find_figures(value)}
    timed = any(unit.split(" ")[-1] in TIME_UNITS for unit in units)
    match asked:
        case AskedValue.NOTICE | AskedValue.DURATION:
            return timed
        case AskedValue.PERCENTAGE:
            return "%" in units
        case AskedValue.AMOUNT:
            return "%" in units or (_MONEY.search(value) is not None and bool(units))
        case AskedValue.DATE:
            return "date" in units or timed or bool(_DAY.search(value) or _CLOCK.search(value))
        case AskedValue.TIME:
            return _CLOCK.search(value) is not None
        case AskedValue.COUNT:
            return "" in units and not _MONEY.search(value) and not _CLOCK.search(value)
        case AskedValue.WHO:
            return _NAME.search(value) is not None and "date" not in units
        case _:
            return False
