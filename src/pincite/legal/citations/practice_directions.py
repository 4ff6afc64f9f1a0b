"""Practice Directions: "PD 57AD para 2.1", "Practice Direction 53B", "paragraph 12 of PD 57AD", "PD25A Annex B"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import LETTER, SUBDIVISIONS, NumberItem, read_list, tidy
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

_NUMBER = re.compile(rf"\d{{1,2}}(?!\d){LETTER}")
_PARAGRAPH = re.compile(rf"\d{{1,3}}[A-Z]?(?:\.\d{{1,3}}[A-Z]?){{0,3}}{SUBDIVISIONS}")
_NAME = (
    r"(?<![A-Za-z0-9].)(?:Ds?|\.D\."
    r"|(?:ractice|RACTICE)\s+(?:Direction|DIRECTION|direction)[sS]?(?:\s{1,3}\(['’‘\"“]?PD['’”\"]?\))?)\s{0,3}(?=\d)"
)
_HEADS = (re.compile(rf"P{_NAME}"), re.compile(rf"p{_NAME}"))
# "the Part 35 Practice Direction"
_OF_PART = re.compile(
    rf"P(?<![A-Za-z]P)art\s{{1,3}}(?P<number>\d{{1,2}}(?!\d){LETTER})\s{{1,3}}(?:[Pp]ractice\s{{1,3}}[Dd]irection|PD)(?![A-Za-z]|\s{{0,3}}\d)"
)
_CPR = re.compile(r"(?<![A-Za-z])CPR\s{1,3}$")
# The practice directions of the family courts have numbers of their own.
_FAMILY = re.compile(
    r"(?<![A-Za-z])(?:FPR(?:\s{1,3}(?:19|20)\d\d)?,?|Family\s{1,3}Procedure\s{1,3}Rules(?:\s{1,3}2010)?,?)\s{1,3}$"
)
_PIN = re.compile(
    r"\s{0,3}(?:,?\s{0,3}(?:at\s+)?(?:[Pp]aragraphs?|PARAGRAPHS?|[Pp]aras?\.?|[§¶]{1,2})\s{0,3}"
    r"|[. ](?=\d{1,2}\.\d)|\.(?=\d{1,2}(?!\w)))(?=\d)"
)
_ANNEX = re.compile(r"\s{0,3},?\s{0,3}(?P<unit>Annex|Appendix)\s{1,3}(?P<number>[A-Z]{1,2}\d?|\d{1,2})(?![\w'’]|\.\d)")
_ANNEX_OF = re.compile(
    r"(?<![A-Za-z])(?P<unit>Annex|Appendix)\s{1,3}(?P<number>[A-Z]{1,2}\d?|\d{1,2})\s{1,3}(?:of|to|in)\s{1,3}(?:the\s{1,3})?$"
)
_BEFORE = re.compile(r"(?<![A-Za-z-])(?:[Pp]aragraphs?|[Pp]aras?\.?|[§¶]{1,2})\s{0,3}(?=\d)")
_OF = re.compile(r"\s{1,3}(?:of|in|to)\s{1,3}(?:[Ss]ection\s{1,3}\w{1,4}\s{1,3}(?:of|to)\s{1,3})?(?:the\s{1,3})?")
# "7APD8.2" and "7A PD 8.2", as the White Book cites.
_BOOK = re.compile(r"PD\s?\.?\s?(?P<place>\d{1,2}(?:\.\d{1,2}){0,2}(?:\(\w{1,4}\)){0,3})(?![\w])")
_BOOK_NUMBER = re.compile(r"(?<![\w.])(?P<number>\d{1,2}[A-Z]{0,2})\s?\Z")
_CONDUCT = re.compile(r"P(?<![A-Za-z]P)(?:ractice\s+Direction|D)\s{0,2}[-:(]?\s{0,2}Pre-?\s?[Aa]ction\s+Conduct")


def find(text: str) -> Iterator[LegalCitation]:
    """Practice Directions, with their paragraphs."""
    if "PD" not in text and "P.D." not in text and not ("irection" in text or "IRECTION" in text):
        return
    taken = 0
    for head in scan(text, *_HEADS):
        items = read_list(text, head.end(), number=_NUMBER, many=head[0].rstrip()[-1] in "sS", lettered=True)
        if not items or head.start() < taken or "\n\n" in head[0]:
            continue
        taken = items[-1].end
        named = _CPR.search(text, max(head.start() - 8, 0), head.start())
        family = _FAMILY.search(text, max(head.start() - 40, 0), head.start())
        start = (family or named or head).start()
        yield from _with_places(text, start, items, family=bool(family))
    for match in _OF_PART.finditer(text):
        item = NumberItem(match.start("number"), match.end(), tidy(match["number"]))
        yield from _with_places(text, match.start(), [item])
    for match in _BOOK.finditer(text):
        if part := _BOOK_NUMBER.search(text, max(match.start() - 6, 0), match.start()):
            named = _CPR.search(text, max(part.start() - 8, 0), part.start())
            span = Span((named or part).start(), match.end())
            yield LegalCitation(CitationKind.PRACTICE_DIRECTION, f"PD {part['number']} para {match['place']}", span)
    for match in _CONDUCT.finditer(text):
        yield LegalCitation(CitationKind.PRACTICE_DIRECTION, "PD Pre-Action Conduct", Span(*match.span()))


def _with_places(text: str, start: int, items: list[NumberItem], *, family: bool = False) -> Iterator[LegalCitation]:
    for at, item in enumerate(items):
        begin = start if at == 0 else item.start
        series = "FPR PD" if family else "PD"
        name = f"{series} {item.number}"
        pin = _PIN.match(text, item.end)
        after = read_list(text, pin.end(), number=_PARAGRAPH) if pin else []
        before, front = _before(text, start) if at == 0 and not after else ([], start)
        if after:
            yield from _pinned(name, _spans(after, begin=begin))
        elif before:
            yield from _pinned(name, _spans(before, begin=front, end=item.end))
        elif annex := _ANNEX.match(text, item.end):
            yield _annexed(name, annex, Span(begin, annex.end()))
        elif at == 0 and (annex := _ANNEX_OF.search(text, max(start - 30, 0), start)):
            yield _annexed(name, annex, Span(annex.start(), item.end))
        else:
            keys = tuple(f"{series} {number}" for number in item.members())
            yield LegalCitation(CitationKind.PRACTICE_DIRECTION, f"{series} {item.label}", Span(begin, item.end), keys)


def _annexed(name: str, annex: re.Match[str], span: Span) -> LegalCitation:
    return LegalCitation(CitationKind.PRACTICE_DIRECTION, f"{name} {annex['unit']} {annex['number']}", span)


def _before(text: str, start: int) -> tuple[list[NumberItem], int]:
    """The paragraphs named before a Practice Direction, "paragraphs 2 and 3 of PD 57AD", and where they begin."""
    window = max(start - 80, 0)
    for head in _BEFORE.finditer(text, window, start):
        items = read_list(text, head.end(), number=_PARAGRAPH)
        of = _OF.match(text, items[-1].end) if items else None
        if of and of.end() == start:
            return items, head.start()
    return [], start


def _spans(items: list[NumberItem], *, begin: int, end: int | None = None) -> Iterator[tuple[NumberItem, Span]]:
    for at, item in enumerate(items):
        last = at == len(items) - 1
        yield item, Span(begin if at == 0 else item.start, end if end and last else item.end)


def _pinned(name: str, spans: Iterator[tuple[NumberItem, Span]]) -> Iterator[LegalCitation]:
    for item, span in spans:
        keys = tuple(f"{name} para {number}" for number in item.members())
        yield LegalCitation(CitationKind.PRACTICE_DIRECTION, f"{name} para {item.label}", span, keys)
