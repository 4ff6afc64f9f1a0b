"""Captions: the sides of a case as the head of a judgment or a pleading sets them out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.domain.profile import Party
from pincite.spans import Span

_VERSUS = re.compile(
    r"(?P<a>[^\W\d_a-z][^\n]{1,90}?),?\s*+(?:,\s*+[A-Z][a-z]++(?:\(s\))?[,\s]*+)?(?<=\s)"
    r"(?:v\.?|vs\.?|-v-|– v –|V\.?)\s+"
    r"(?P<b>[^\W\d_a-z][^\n]{1,90}?)(?=,?\s{0,40}(?:\n|No\.|Case|Defendants?|Respondents?|\[|\()|\Z)"
)
_ROLE = (
    r"(?:(?:First|Second|Third|Fourth|[0-9](?:st|nd|rd|th))\s+)?(?P<role>(?:Claimant|Defendant|Plaintiff|Appell(?:ant|ee)|"
    r"Respondent|Petitioner|Applicant|Intervener|Prosecutor|Accused|Žalobce|Žalovan[ýá])(?:/[A-Z][a-z]+)?)(?:s|\(s\))?"
)
# A side on lines of its own: the name, then what it is in the case.
_SIDE = re.compile(
    rf"^[ \t]*(?:\([0-9]\)[ \t]*)?(?!(?:[Aa]nd|AND|v|-)\b)(?P<name>[^\W\d_a-z][^\n]{{1,120}}?)"
    rf"(?:,?[ \t]*\n\s*|,[ \t]*|[ \t]{{3,}}){_ROLE}[.,]?[ \t]*$",
    re.MULTILINE,
)
_CASE_NAME = re.compile(r"\S.*\s(?:v\.?|vs\.?|-v-)\s+\S")
_HEAD = 2500


def read_caption(text: str) -> Iterator[Party]:
    """The sides of a case at the head of a judgment or a pleading: set out with their roles, or as “A v B”."""
    sides = [
        Party(
            side["name"].rstrip(" ,"),
            Span(side.start("name"), side.start("name") + len(side["name"].rstrip(" ,"))),
            side["role"].title(),
        )
        for side in _SIDE.finditer(text, 0, _HEAD)
    ]
    if len(sides) > 1:
        yield from sides
        return
    caption = _VERSUS.search(text, 0, _HEAD)
    if caption is not None:
        for group in ("a", "b"):
            span = Span(*caption.span(group))
            yield Party(span.slice(text), span)


def is_case_name(words: str) -> bool:
    """Tell whether words are the name of a case ("Roe v Oak Farm Ltd")."""
    return _CASE_NAME.match(words) is not None


def find_case_name(text: str) -> Span | None:
    """The line “A v B” at the head of a judgment, without the citation after it."""
    caption = _VERSUS.search(text, 0, _HEAD)
    return Span(*caption.span()) if caption and "\n" not in caption[0] else None
