"""How long a first term lasts, and for how long it is renewed: neither is the period of a notice."""

from __future__ import annotations

import re

from pincite.legal.durations import DAYS
from pincite.legal.numerals import word_value
from pincite.legal.values.figure_words import WrittenFigure, find_written, nearest_to
from pincite.review.values.value import Value

_RENEWS = re.compile(
    r"\b(?:renew\w*|extended|extension\w*|extend\s{1,4}(?:the|this|automatically)|successive|additional|subsequent|further)\b[^.;]{0,70}\Z",
    re.IGNORECASE,
)
# “On ninety days' notice”, “within ten days after”, “at least 30 days before the end of the term”.
_LEADS_NOTICE = re.compile(
    r"\b(?:notice|notif\w+|later\s{1,4}than|within|upon|giv\w+|every)\b[^.;,]{0,25}\Z",
    re.IGNORECASE,
)
_ENDS_NOTICE = re.compile(
    r"[’']?s?[’']?\s{0,4}(?:prior|advance|written|notice|before|in\s{1,4}advance|after\s{1,4}(?:receipt|receiving|written|notice|delivery|such))\b",
    re.IGNORECASE,
)
_ANNIVERSARY = re.compile(
    r"\b(?P<nth>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|fifteenth|twentieth|"
    r"[0-9]{1,2}(?:st|nd|rd|th))(?:\s{1,4}\([^()]{1,6}\))?\s{1,4}(?:yearly\s{1,4}|annual\s{1,4})?anniversary\b",
    re.IGNORECASE,
)
# “From year to year”, “successive annual periods”: a period without a number.
_PERIODIC = re.compile(
    r"\b(?:(?P<year>(?:from\s{1,4})?year[- ]to[- ]year|annual(?:ly)?|yearly|(?:each|every)\s{1,4}year)"
    r"|(?P<month>(?:from\s{1,4})?month[- ]to[- ]month|monthly|(?:each|every)\s{1,4}month)|(?P<quarter>quarterly))\b",
    re.IGNORECASE,
)
_BEFORE = 100


def read_term(quote: str) -> Value | None:
    """The length of the first term that a quotation states; None where it speaks of renewal and notice only."""
    written = [one for one in _durations(quote) if not _is_notice(one, quote) and not _is_renewal(one, quote)]
    best = nearest_to("When does the term end?", written, quote)
    if best is not None:
        return duration_value(best, quote)
    found = _ANNIVERSARY.search(quote)
    if found is None:
        return None
    return _period(word_value(found["nth"]) or int(found["nth"][:-2]), "year", found[0])


def read_renewal(quote: str) -> Value | None:
    """For how long a term is renewed, in years, months or days, or as “from year to year”."""
    written = [one for one in _durations(quote) if not _is_notice(one, quote)]
    renewed = [one for one in written if _is_renewal(one, quote)]
    periodic = _PERIODIC.search(quote)
    if periodic and not renewed:
        return _period(1, periodic.lastgroup or "year", periodic[0])
    best = nearest_to("For how long is the term renewed?", renewed or written, quote)
    return duration_value(best, quote) if best is not None else None


def duration_value(written: WrittenFigure, quote: str) -> Value | None:
    """A duration of a quotation as a value."""
    figure = written.figure
    try:
        count = float(figure.value)
    except ValueError:
        return None
    unit = figure.unit if count == 1 else f"{figure.unit}s"
    return Value(f"{figure.value} {unit}", written.span.slice(quote), size=count * DAYS[figure.unit], unit="days")


def _durations(quote: str) -> list[WrittenFigure]:
    return [one for one in find_written(quote) if one.figure.unit in DAYS]


def _period(count: int, unit: str, words: str) -> Value:
    return Value(f"{count} {unit}{'s' if count != 1 else ''}", words, size=count * DAYS[unit], unit="days")


def _is_notice(one: WrittenFigure, quote: str) -> bool:
    before = quote[max(0, one.span.start - _BEFORE) : one.span.start]
    return bool(_LEADS_NOTICE.search(before) or _ENDS_NOTICE.match(quote, one.span.end))


def _is_renewal(one: WrittenFigure, quote: str) -> bool:
    return _RENEWS.search(quote[max(0, one.span.start - _BEFORE) : one.span.start]) is not None
