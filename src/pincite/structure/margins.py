"""Margins: blank out what page breaks leave between the lines of a clause, before structure is detected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pincite.spans import Span
from pincite.structure.labels import read_label

_PRINTED = re.compile(r"[^\n]")
_MARKUP = re.compile(r"^[^\S\n]{0,3}(?:#{1,6}(?=\s)|>+|[-*+](?=[^\S\n]+[(\d]))|\*\*|__|\\(?=[.()\[])", re.MULTILINE)
# "SCHEDULE 1 / Section 11 / FEES": below the heading of a schedule stands the provision that it is made under.
_UNIT = r"(?:[Ss]ections?|SECTIONS?|[Aa]rticles?|[Rr]egulations?|[Rr]ules?|[Cc]lauses?|[Pp]aragraphs?|ss?\.)"
_ENABLING = re.compile(
    rf"^[^\S\n]*(?:THE[^\S\n]+)?(?:SCHEDULES?|Schedule)\b[^\n]{{0,120}}\n\s*(?:(?!{_UNIT}\s)[A-Z][^\n.;:\d]{{1,100}}\n\s*)?"
    rf"(?P<line>[\[(]?{_UNIT}[^\S\n]*(?P<number>\d{{1,3}})[A-Z]{{0,2}}(?:[^\S\n]?\(\w{{1,4}}\))*"
    r"(?:(?:,|,?[^\S\n]+(?:and|to|or))[^\S\n]+\d{1,3}[A-Z]{0,2}(?:[^\S\n]?\(\w{1,4}\))*)*[\])]?\.?)[^\S\n]*$",
    re.MULTILINE,
)
_COUNTED = re.compile(rf"^[^\S\n]*+{_UNIT}[^\S\n]{{0,3}}(?P<number>\d{{1,3}})\b", re.MULTILINE)
_SCHEDULE = re.compile(r"^[^\S\n]*(?:SCHEDULE|Schedule)\b", re.MULTILINE)
_RESTARTS = re.compile(r"^[^\S\n]*(?:1\b|PART[^\S\n]+(?:1|I)\b|Part[^\S\n]+(?:1|I)\b)", re.MULTILINE)
_OFTEN = 4
_LONGEST = 120


def find_markup(text: str) -> list[Span]:
    """The signs of Markdown before and around the words of headings and labels."""
    return [Span(*match.span()) for match in _MARKUP.finditer(text)]


def find_enabling_lines(text: str) -> list[Span]:
    """Lines below the heading of a schedule that say which provision it is made under: they open no section."""
    return [Span(*match.span("line")) for match in _ENABLING.finditer(text) if not _is_counted(text, match)]


def _is_counted(text: str, match: re.Match[str]) -> bool:
    """Tell whether a schedule goes on counting from such a line, which is then a section of it."""
    number = int(match["number"])
    after = _SCHEDULE.search(text, match.end())
    end = after.start() if after else len(text)
    if any(int(found["number"]) == number + 1 for found in _COUNTED.finditer(text, match.end(), end)):
        return True
    return number == 1 and _RESTARTS.search(text, match.end(), end) is None


def find_running_lines(text: str) -> list[Span]:
    """Lines that come back word for word all through a text that marks no headers and footers of its own."""
    counts = Counter(line for line in map(str.strip, text.split("\n")) if 12 <= len(line) <= _LONGEST)
    running = {line for line, count in counts.items() if count >= _OFTEN and not _is_clause(line)}
    if not running:
        return []
    found: list[Span] = []
    at = 0
    for line in text.split("\n"):
        if len(line) < 2 * _LONGEST and line.strip() in running:
            found.append(Span(at, at + len(line)))
        at += len(line) + 1
    return found


def blank_out(text: str, spans: Sequence[Span]) -> str:
    """The text with some of its characters turned to spaces and every other one in its place."""
    if not spans:
        return text
    pieces: list[str] = []
    at = 0
    for span in spans:
        if span.start >= at:
            pieces.append(text[at : span.start])
            pieces.append(_PRINTED.sub(" ", span.slice(text)))
            at = span.end
    return "".join((*pieces, text[at:]))


def _is_clause(line: str) -> bool:
    return line[-1] in ".;:," or read_label(line, 0) is not None
