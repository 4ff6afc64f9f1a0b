"""Statutory instruments by number: "SI 1998/3132", "S.I. 2015 No. 1643", "SSI 2015/228", "SR 2005/123"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import SUBDIVISIONS, tidy
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

_SERIES_AND_NUMBER = (
    r"(?<![A-Za-z.].)\.?\s?(?:S\.?\s?I\.?|I\.?|R\.?(?:\s?&\s?O\.?)?))"
    r"(?:\s?\(NI\))?\s{0,2}/?\s{0,2}(?P<year>(?:19|20)\d\d)\s{0,2}(?:/\s?|,?\s{0,2}[Nn]o\.?\s{0,2})(?P<number>\d{1,4})(?!\d|/\d)"
)
_NUMBERED = (re.compile(rf"(?P<series>S{_SERIES_AND_NUMBER}"), re.compile(rf"(?P<series>W{_SERIES_AND_NUMBER}"))
_PLACE = (
    r"(?P<unit>[Rr]eg(?:ulation|\.)?|[Aa]rt(?:icle|\.)?|[Rr]ule|r\.?)\s{0,3}"
    rf"(?P<number>\d{{1,4}}[A-Z]{{0,2}}{SUBDIVISIONS})"
)
_AFTER = re.compile(rf",?\s{{1,3}}{_PLACE}(?!\w|\s{{1,3}}of\s)")
_BEFORE = re.compile(rf"(?<![A-Za-z]){_PLACE}\s{{1,3}}of\s{{1,3}}$")


def find(text: str) -> Iterator[LegalCitation]:
    """Instruments by year and number."""
    for match in scan(text, *_NUMBERED):
        series = re.sub(r"[.\s]", "", match["series"]).replace("SR&O", "SR & O")
        yield from _with_place(text, f"{series} {match['year']}/{match['number']}", match)


def _with_place(text: str, name: str, match: re.Match[str]) -> Iterator[LegalCitation]:
    """An instrument with the provision before or after it: "regulation 4 of SI 1999/3242", "SI 1999/3242, reg 4"."""
    if before := _BEFORE.search(text, max(match.start() - 50, 0), match.start()):
        key = f"{name} {_unit(before)} {tidy(before['number'])}"
        yield LegalCitation(CitationKind.INSTRUMENT, key, Span(before.start(), match.end()))
        return
    after = _AFTER.match(text, match.end())
    place = f" {_unit(after)} {tidy(after['number'])}" if after else ""
    yield LegalCitation(CitationKind.INSTRUMENT, f"{name}{place}", Span(match.start(), (after or match).end()))


def _unit(place: re.Match[str]) -> str:
    word = place["unit"].lower()
    return "reg" if word.startswith("reg") else "art" if word.startswith("art") else "r"
