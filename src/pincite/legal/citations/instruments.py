"""Statutory instruments by number: "SI 1998/3132", "S.I. 2015 No. 1643", "SSI 2015/228", "SR 2005/123"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.spans import Span

_NUMBER = re.compile(
    r"(?P<series>[SW](?<![A-Za-z.].)\.?\s?(?:S\.?\s?I\.?|I\.?|R\.?(?:\s?&\s?O\.?)?))"
    r"(?:\s?\(NI\))?\s{0,2}/?\s{0,2}(?P<year>(?:19|20)\d\d)\s{0,2}(?:/\s?|,?\s{0,2}[Nn]o\.?\s{0,2})(?P<number>\d{1,4})(?!\d|/\d)"
)


def find(text: str) -> Iterator[LegalCitation]:
    """Instruments by year and number."""
    for match in _NUMBER.finditer(text):
        series = re.sub(r"[.\s]", "", match["series"]).replace("SR&O", "SR & O")
        yield LegalCitation(CitationKind.INSTRUMENT, f"{series} {match['year']}/{match['number']}", Span(*match.span()))
