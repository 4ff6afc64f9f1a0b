"""Guides of the courts, with section or appendix, and annexes: "Chancery Guide para 7.29", "Annex B"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import NumberItem, read_list
from pincite.spans import Span

_COURTS = (
    r"Chancery(?:\s+Division)?|(?:Admiralty\s+(?:and|&)\s+)?Commercial\s+Courts?|Admiralty(?:\s+Court)?"
    r"|(?:King|Queen)['’]?s\s+Bench(?:\s+Division)?|KBD?|QBD?|Technology\s+and\s+Construction(?:\s+Court)?|TCC|Patents\s+Court"
    r"|(?:London\s+)?Circuit\s+Commercial\s+Courts?|Administrative\s+Court(?:\s+Judicial\s+Review)?|Judicial\s+Review"
    r"|Intellectual\s+Property\s+Enterprise\s+Court(?:\s+Small\s+Claims\s+Track)?|IPEC|Senior\s+Courts\s+Costs\s+Office|SCCO"
    r"|Court\s+of\s+Appeal|Financial\s+List|Insolvency\s+and\s+Companies\s+Court|Business\s+and\s+Property\s+Courts"
    r"|Mercantile\s+Court|Planning\s+Court|Family\s+Court"
)
_NAME = re.compile(rf"(?<![A-Za-z])(?P<name>{_COURTS})\s+$")
# Titles may be all capitals.
_NAMED = re.compile(rf"(?<![A-Za-z])(?P<name>{_COURTS})\s+Guide(?![A-Za-z])", re.IGNORECASE)
_COURT = re.compile(rf"(?<![A-Za-z])(?P<name>{_COURTS})(?!\s+Guide|[A-Za-z])")
# Words that are the name of a court only before "Guide": alone they may be a subject, or initials.
_NOT_ALONE = frozenset({"CHANCERY", "ADMIRALTY", "KB", "QB", "JUDICIAL REVIEW", "KING'S BENCH", "QUEEN'S BENCH"})
_GUIDE = re.compile(r"Guide(?![A-Za-z])(?:\s+(?:19|20)\d\d)?")
_PLACE = r"(?:[A-Z]\.?\s?)?\d{1,3}(?:\.\d{1,3}){0,4}[A-Z]?(?:\([0-9a-z]{1,4}\)){0,3}"
_UNIT = r"(?:[Ss]ections?|[Pp]aragraphs?|[Pp]aras?\.?|[Cc]hapters?|[Pp]art|§{1,2})"
_AFTER = re.compile(
    rf"\s{{0,3}},?\s{{0,3}}(?:at\s+)?(?:(?P<word>{_UNIT})\s{{0,3}}(?P<place>{_PLACE})|(?P<letter>[A-Z]\.?\d{{1,2}}(?:\.\d{{1,2}}){{0,3}})"
    r"|(?P<unit>Appendix|Annex)\s+(?P<annex>[A-Z]{1,2}\d?|\d{1,2}))(?![\w])"
)
_BEFORE = re.compile(
    rf"(?<![A-Za-z])(?:(?P<word>{_UNIT})\s{{0,3}}(?P<place>{_PLACE})|(?P<unit>Appendix|Annex)\s+(?P<annex>[A-Z]{{1,2}}\d?|\d{{1,2}}))"
)
_LISTED = re.compile(_PLACE)
_OF = re.compile(r"\s+(?:of|to|in)\s+(?:the\s+)?")
_ANNEX = re.compile(
    r"(?P<unit>A(?<![A-Za-z]A)(?:nnex|NNEX|ppendix|PPENDIX))\s{1,3}(?P<number>[A-Z]{1,2}\d{0,2}|\d{1,2}[A-Z]?)(?![\w'’]|\.\d)"
)
_OF_OTHER = re.compile(
    r"\s+(?:of|to)\s+(?:the|this|that)\s+[A-Z]?\w*\s?(?:[Aa]greement|[Cc]ontract|Directive|Regulation|Schedule)"
)
_SHORT = {
    "TECHNOLOGY AND CONSTRUCTION COURT": "TCC", "TECHNOLOGY AND CONSTRUCTION": "TCC",
    "INTELLECTUAL PROPERTY ENTERPRISE COURT": "IPEC", "SENIOR COURTS COSTS OFFICE": "SCCO",
    "CHANCERY DIVISION": "Chancery",
    "COMMERCIAL COURTS": "Commercial Court", "ADMIRALTY AND COMMERCIAL COURTS": "Commercial Court",
    "ADMIRALTY & COMMERCIAL COURTS": "Commercial Court", "KB": "King's Bench", "KBD": "King's Bench",
    "KING'S BENCH": "King's Bench", "QUEEN'S BENCH": "Queen's Bench", "TCC": "TCC", "IPEC": "IPEC", "SCCO": "SCCO",
    "KING'S BENCH DIVISION": "King's Bench", "QB": "Queen's Bench", "QBD": "Queen's Bench",
    "QUEEN'S BENCH DIVISION": "Queen's Bench", "JUDICIAL REVIEW": "Administrative Court Judicial Review",
}  # fmt: skip


def find(text: str, *, annexes: bool) -> Iterator[LegalCitation]:
    """Guides with their places; `annexes` tells whether an annex or appendix alone is meant too."""
    for match in _GUIDE.finditer(text):
        if name := _NAME.search(text, max(match.start() - 70, 0), match.start()):
            yield from _guide(text, name, match.end())
    if not annexes:
        return
    for match in _ANNEX.finditer(text):
        if not _OF_OTHER.match(text, match.end()):
            key = f"{match['unit'].capitalize()} {match['number']}"
            yield LegalCitation(CitationKind.ANNEX, key, Span(*match.span()))


def find_guides(text: str) -> list[tuple[str, Span]]:
    """The guides that a text names, by their names as citations write them, and where."""
    return [(_named(match["name"]), Span(*match.span())) for match in _NAMED.finditer(text)]


def find_courts(text: str) -> list[tuple[str, Span]]:
    """The courts that a text names without saying "Guide", each by the name of its guide, and where."""
    return [
        (_named(match["name"]), Span(*match.span()))
        for match in _COURT.finditer(text)
        if _spaced(match["name"]).upper() not in _NOT_ALONE
    ]


def court_called(initials: str) -> str:
    """The whole name of the court that goes by some initials: "Technology and Construction Court" for "TCC"."""
    wanted = initials.upper()
    return next((name.title() for name, short in _SHORT.items() if short == wanted != name), "")


def _named(court: str) -> str:
    words = _spaced(court)
    return f"{_SHORT.get(words.upper(), words.title() if words.isupper() else words)} Guide"


def _spaced(name: str) -> str:
    return " ".join(name.replace("’", "'").split())


def _guide(text: str, name: re.Match[str], end: int) -> Iterator[LegalCitation]:
    guide = _named(name["name"])
    start = name.start()
    if after := _AFTER.match(text, end):
        items = _listed(text, after)
        for item in items:
            yield _placed(guide, item, Span(start if item is items[0] else item.start, item.end))
        return
    for before in _BEFORE.finditer(text, max(start - 60, 0), start):
        items = _listed(text, before)
        of = _OF.match(text, items[-1].end)
        if of and of.end() == start:
            for item in items:
                first, last = item is items[0], item is items[-1]
                span = Span(before.start() if first else item.start, end if last else item.end)
                yield _placed(guide, item, span)
            return
    yield LegalCitation(CitationKind.GUIDE, guide, Span(start, end))


def _placed(guide: str, item: NumberItem, span: Span) -> LegalCitation:
    keys = tuple(f"{guide} {place}" for place in item.members())
    return LegalCitation(CitationKind.GUIDE, f"{guide} {item.label}", span, keys)


def _listed(text: str, match: re.Match[str]) -> list[NumberItem]:
    """The place that a match holds, and those that are listed after it: "paragraphs 15.2 and 15.3"."""
    if match["place"] and match["word"].rstrip(".").endswith(("s", "§§")):
        return read_list(text, match.start("place"), number=_LISTED) or [_single(match)]
    return [_single(match)]


def _single(match: re.Match[str]) -> NumberItem:
    return NumberItem(match.start(), match.end("place") if match["place"] else match.end(), _place(match))


def _place(match: re.Match[str]) -> str:
    if match["annex"]:
        return f"{match['unit']} {match['annex']}"
    given = match["place"] or match.groupdict().get("letter") or ""
    return "".join(given.split())
