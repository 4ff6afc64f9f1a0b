"""Dates: the days a document names, in ISO form, and what each dates where the words around it say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pincite.domain.profile import DateMention
from pincite.legal.numerals import to_ordinal_words
from pincite.legal.values.date_roles import is_alone, roles_of
from pincite.spans import Span

_MONTHS: dict[str, int] = {}
for _names in (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sept oct nov dec",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
):
    _MONTHS.update({_name: _number for _number, _name in enumerate(_names.split(), start=1)})
_MONTHS["sep"] = 9
_NAME = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])(?![0-9])"
_ORDINALS = {to_ordinal_words(day): day for day in range(1, 32)}
_DAY_NAME = "|".join(sorted((name.replace("-", r"[-\s]") for name in _ORDINALS), key=len, reverse=True))
_YEAR = r"(?:1[89]|20)[0-9]\s?[0-9](?![0-9])"
_ORDINAL = r"(?:\s?(?:st|nd|rd|th|t\s?h|s\s?t|n\s?d|r\s?d)\b)?"
_DATE = re.compile(
    rf"(?P<m1>(?<![^\W_])(?:{_NAME}))\b\.?\s{{0,4}}(?P<d1>{_DAY}){_ORDINAL}\s{{0,2}}[.,]?\s{{0,6}}(?P<y1>{_YEAR})"
    rf"|(?:(?<![0-9.,])(?P<d2>{_DAY}){_ORDINAL}|\b(?P<named>{_DAY_NAME})\b(?:\s?\([0-9]{{1,2}}(?:st|nd|rd|th)?\))?)\.?\s{{0,4}}(?:day\s{{1,4}})?(?:of\s{{1,4}}|de\s{{1,4}})?"
    rf"(?P<m2>(?:{_NAME}))\b\.?\s{{0,2}},?\s{{0,6}}(?:(?:day\s{{1,2}})?of\s|de\s|in\s{{1,2}}the\s{{1,2}}year\s)?\s{{0,2}}(?P<y2>{_YEAR})"
    rf"|(?<![0-9./-])(?P<y3>(?:19|20)[0-9]{{2}})-(?P<m3>0[1-9]|1[0-2])-(?P<d3>{_DAY})(?![-0-9])"
    rf"|(?<![0-9./$€£-])(?P<a>[0-3]?[0-9])(?P<sep>[/.-])\s?(?P<b>[0-3]?[0-9])(?P=sep)\s?"
    rf"(?P<y4>(?:19|20)[0-9]{{2}}|[0-9]{{2}})(?![0-9./-]*[0-9])",
    re.IGNORECASE,
)
# The stamp of the register a filing was taken from dates the filing, not the document.
_FILED = re.compile(r"\bSource:[^\n]*\Z")
_OPENING = 12_000
_CLOSING = 8_000
# A date that has a line for itself so near to the top dates the document.
_HEADING = 3_000
# What is kept wherever it stands.
_KEPT: frozenset[str | None] = frozenset({"effective", "expiry", "signature"})
# Every date has a year in it; years are quickly found, and the longest date fits in the reach before one.
_YEAR_LIKE = re.compile(r"(?:1[89]|20)[0-9] ?[0-9](?![0-9])|[0-9]([/.-]) ?[0-9]{1,2}\1 ?[0-9]{2}(?![0-9])")
_REACH = 64


def find_dates(text: str, *, month_first: bool | None = None) -> tuple[DateMention, ...]:
    """The dates of the opening and the closing, and those elsewhere that say when it takes effect or ends.

    `month_first` says how 03/04/2019 is to be read where the document gives reason to know; the other dates of the text
    know better: beside 03/25/2019 it is in March. Where nothing tells, such a date is left out. A day on which a
    document is both made and in effect is told twice, once in each role.
    """
    found: list[DateMention] = []
    closing = max(_OPENING, len(text) - _CLOSING)
    matches = [match for match in _matches(text) if not _FILED.search(text, max(0, match.start() - 90), match.start())]
    leads = _month_leads(matches)
    first = month_first if leads is None else leads
    for match in matches:
        span = Span(*match.span())
        iso = _iso_of(match, month_first=first)
        if iso is None:
            continue
        roles = roles_of(text, span) or (["signed"] if span.end < _HEADING and is_alone(text, span) else [None])
        if not _KEPT.isdisjoint(roles) or not _OPENING <= span.start < closing:
            found += [DateMention(iso, span, role) for role in roles]
    return tuple(found)


def _month_leads(matches: list[re.Match[str]]) -> bool | None:
    """How the dates in figures that can be read in one way only are written; None where there are none, or both."""
    ways = {
        int(match["b"]) > 12
        for match in matches
        if match["a"] and match["sep"] != "." and (int(match["a"]) > 12) != (int(match["b"]) > 12)
    }
    return ways.pop() if len(ways) == 1 else None


def _matches(text: str) -> Iterator[re.Match[str]]:
    reached = 0
    for year in _YEAR_LIKE.finditer(text):
        if year.end() <= reached:
            continue
        for match in _DATE.finditer(text, max(reached, year.start() - _REACH), min(len(text), year.end() + 6)):
            reached = match.end()
            yield match


def _iso_of(match: re.Match[str], *, month_first: bool | None) -> str | None:
    if match["m1"]:
        return _iso(match["y1"], _MONTHS[match["m1"].lower()], match["d1"])
    if match["m2"]:
        day = match["d2"] or str(_ORDINALS["-".join(match["named"].lower().replace("-", " ").split())])
        return _iso(match["y2"], _MONTHS[match["m2"].lower()], day)
    if match["y3"]:
        return _iso(match["y3"], int(match["m3"]), match["d3"])
    return _numeric(int(match["a"]), int(match["b"]), year=match["y4"], dotted=match["sep"] == ".", first=month_first)


def _numeric(a: int, b: int, *, year: str, dotted: bool, first: bool | None) -> str | None:
    """A date in figures only, where day and month cannot be mistaken for one another or the document settles it."""
    if len(year) == 2:
        if dotted:
            return None
        year = ("20" if int(year) < 50 else "19") + year
    month_leads = False if dotted or a > 12 else True if b > 12 else first
    if a == b:
        month_leads = True
    if month_leads is None:
        return None
    month, day = (a, b) if month_leads else (b, a)
    return _iso(year, month, str(day))


def _iso(year: str, month: int, day: str) -> str | None:
    try:
        return date(int("".join(year.split())), month, int(day)).isoformat()
    except ValueError:
        return None
