"""Dates: "this 3rd day of May, 2019" is 2019-05-03; of several, the one whose role is asked for."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from datetime import date, timedelta

from pincite.domain.profile import DateMention
from pincite.legal.values.dates import find_dates
from pincite.review.question import ReviewQuestion
from pincite.review.values.term import read_term
from pincite.review.values.value import CellNote, Surroundings, Value

# What a question asks of a date, in the words of the roles that dates are given.
_ASKED = (
    (
        "expiry",
        re.compile(r"\b(?:end|ends|expir\w+|terminat\w+|run\w*\s+out|until|outside|close|closes)\b", re.IGNORECASE),
    ),
    (
        "effective",
        re.compile(r"\b(?:effect|effective|begin|begins|commenc\w+|start|starts|in\s+force)\b", re.IGNORECASE),
    ),
    ("updated", re.compile(r"\b(?:updated|revised|modified|changed)\b", re.IGNORECASE)),
    ("signed", re.compile(r"\b(?:made|signed|dated?|executed|entered|concluded)\b", re.IGNORECASE)),
)
# “Two years from the date of this Agreement”, whenever it takes effect.
_SINCE_MADE = re.compile(
    r"\s{1,4}(?:from|of|after|following)\s{1,4}the\s{1,4}date\s{1,4}(?:hereof|of\s{1,4}this)\b", re.IGNORECASE
)
# What a date says where a term only begins on it.
_FIRST_DAYS = frozenset({"effective", "signed"})


def read_date(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """The date a quotation states: that of the role the question asks for, else the first; the last that ends."""
    dates = find_dates(quote, month_first=known.month_first)
    role = next((role for role, pattern in _ASKED if pattern.search(question.question)), None)
    if role == "expiry" and all(found.role in _FIRST_DAYS for found in dates):
        # “Commences on 1 April 1999 and continues for six months”: the end is counted from there.
        begins = date.fromisoformat(dates[0].iso) if dates else known.begins
        return _counted(quote, begins=begins, made=known.made)
    if not dates:
        return None
    fitting = [found for found in dates if found.role == role]
    # “From 1 May 2019 to 30 April 2022”: what ends comes last.
    chosen = fitting[0] if fitting else dates[-1] if role == "expiry" else dates[0]
    return date_value(chosen, quote)


def date_value(found: DateMention, text: str) -> Value:
    """A date of a text as a value."""
    size = date.fromisoformat(found.iso).toordinal()
    return Value(found.iso, found.span.slice(text), size=float(size), unit="date")


def _counted(quote: str, *, begins: date | None, made: date | None) -> Value | None:
    """Return the duration until the end if no date is stated; the resulting date is only a note."""
    value = read_term(quote)
    if value is not None and made and _SINCE_MADE.match(quote, quote.find(value.words) + len(value.words)):
        begins = made
    if value is None or begins is None:
        return value
    number, _, unit = value.text.partition(" ")
    end = _later(begins, number, unit.removesuffix("s"))
    if not end:
        return value
    return replace(value, note=f"Counted from {begins}, that is {end}.", note_kind=CellNote.COUNTED)


def _later(begins: date, number: str, unit: str) -> date | None:
    """A day so much later; the last of its month where that has fewer days."""
    months = {"month": 1, "quarter": 3, "year": 12}.get(unit, 0)
    days = {"day": 1, "week": 7, "fortnight": 14}.get(unit, 0)
    if not number.isdecimal() or not (months or days):
        return None
    try:
        if days:
            return begins + timedelta(days=days * int(number))
        year, month = divmod(begins.year * 12 + begins.month - 1 + months * int(number), 12)
        return date(year, month + 1, min(begins.day, monthrange(year, month + 1)[1]))
    except (ValueError, OverflowError):
        return None
