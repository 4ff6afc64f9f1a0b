"""Page furniture in plain text: page numbers, running lines and printed rules that page breaks left between the words.

A text file marks none of it. A quotation leaves it out, and the signs before Markdown's headings; it stays part of the
text, so that offsets hold.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from pincite.domain.document import Document, Format
from pincite.spans import Span, merge_spans, subtract_spans

# A line of dashes or the like.
_RULE = re.compile(r"^[^\S\n]*+[-_=*~–—]{3,200}[^\S\n]*+$", re.MULTILINE)
_HEADING_MARKS = re.compile(r"^[^\S\n]{0,3}#{1,6}(?=\s)", re.MULTILINE)
# A number that ends a page, alone on its line or after a wide gap: "7", "-7-", "Page 7 of 12", "A-7", "iv".
_NUMBER = re.compile(
    r"(?:^|(?<=\S)(?=[^\S\n]{3}))[^\S\n]*+"
    r"(?P<number>(?:Page[^\S\n])?[-–—]?[^\S\n]?(?:[A-Z]-)?(?:(?P<digits>\d{1,4})|[ivx]{1,6})(?:[^\S\n]?[-–—])?(?:[^\S\n]of[^\S\n]\d{1,4})?)"
    r"[^\S\n]*+$",
    re.MULTILINE,
)
_LINE = re.compile(r"^[^\S\n]*+(?P<words>\S[^\n]{0,300})$", re.MULTILINE)
_NUMBERS = re.compile(r"\d+")
# Centred, as numbers of pages are.
_CENTRED = re.compile(r"[^\S\n]{12}")
# So many empty lines are a page break.
_BREAK = re.compile(r"(?:[^\S\n]*\n){4}|[^\S\n]*\f|\s*\Z")
# A running line comes back so often. Where more than this share of the lines have a break after them, it tells nothing.
_OFTEN, _MOST_BREAKS = 3, 0.3
# Among so many numbers before and after it, the number of a page has the one before or the one after.
_NEAR = 3


def furniture_of(doc: Document) -> tuple[Span, ...]:
    """The page furniture of a document: as its file marks it, or as a plain text shows it."""
    marked = doc.furniture() if doc.pages or doc.blocks else find_page_furniture(doc.text)
    if doc.source.format != Format.MARKDOWN:
        return marked
    return tuple(merge_spans([*marked, *(Span(*match.span()) for match in _HEADING_MARKS.finditer(doc.text))]))


def trim_furniture(span: Span, doc: Document) -> Span:
    """A span without the page furniture and white space that it begins or ends with."""
    marks = [mark for mark in furniture_of(doc) if mark.overlaps(span)]
    parts = [part for part in subtract_spans(span, marks) if part.slice(doc.text).strip()]
    if not parts:
        return span
    start, end = parts[0].start, parts[-1].end
    words = doc.text[start:end]
    return Span(start + len(words) - len(words.lstrip()), start + len(words.rstrip()))


def shown_words(span: Span, doc: Document) -> str:
    """The words of a span on one line, without page furniture."""
    marks = [mark for mark in furniture_of(doc) if mark.overlaps(span)]
    return " ".join("".join(part.slice(doc.text) for part in subtract_spans(span, marks)).split())


# Questions about one document come one after another.
@lru_cache(maxsize=8)
def find_page_furniture(text: str) -> tuple[Span, ...]:
    """Page numbers, running lines and printed rules of a plain text, in order."""
    rules = [Span(*match.span()) for match in _RULE.finditer(text)]
    running = _running_lines(text)
    below = {span.start for span in running}
    numbers = [
        match for match in _NUMBER.finditer(text) if _ends_page(text, match.end(), below) or _is_centred(text, match)
    ]
    return tuple(merge_spans([*rules, *running, *_in_sequence(numbers)]))


def _running_lines(text: str) -> list[Span]:
    """Lines that come back, but for their numbers, right before a page break."""
    lines = list(_LINE.finditer(text))
    found = [match for match in lines if _BREAK.match(text, match.end())]
    if len(found) > _MOST_BREAKS * len(lines):
        return []
    counts = Counter(_NUMBERS.sub("", match["words"].rstrip()) for match in found)
    return [
        Span(match.start("words"), match.start("words") + len(match["words"].rstrip()))
        for match in found
        if counts[_NUMBERS.sub("", match["words"].rstrip())] >= _OFTEN and any(map(str.isalpha, match["words"]))
    ]


def _in_sequence(numbers: list[re.Match[str]]) -> list[Span]:
    """The numbers that count pages: a plain one counts where its neighbours do; the last cell of a table does not."""
    values = [int(match["digits"]) if match["digits"] else None for match in numbers]
    found = []
    for i, (match, value) in enumerate(zip(numbers, values, strict=True)):
        near = values[max(0, i - _NEAR) : i + _NEAR + 1]
        if value is None or value - 1 in near or value + 1 in near:
            found.append(Span(match.start("number"), match.end("number")))
    return found


def _ends_page(text: str, at: int, below: set[int]) -> bool:
    """Tell whether a page ends here: a break follows, or a running line."""
    if _BREAK.match(text, at):
        return True
    while at < len(text) and text[at].isspace():
        at += 1
    return at in below


def _is_centred(text: str, match: re.Match[str]) -> bool:
    start = text.rfind("\n", 0, match.start("number")) + 1
    return _CENTRED.fullmatch(text, start, start + 12) is not None and not text[start : match.start("number")].strip()
