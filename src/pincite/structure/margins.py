"""Margins: blank out what page breaks leave between the lines of a clause, before structure is detected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pincite.spans import Span
from pincite.structure.labels import read_label

_PRINTED = re.compile(r"[^\n]")
_MARKUP = re.compile(r"^[^\S\n]{0,3}(?:#{1,6}(?=\s)|>+|[-*+](?=[^\S\n]+[(\d]))|\*\*|__|\\(?=[.()\[])", re.MULTILINE)
_OFTEN = 4
_LONGEST = 120


def find_markup(text: str) -> list[Span]:
    """The signs of Markdown before and around the words of headings and labels."""
    return [Span(*match.span()) for match in _MARKUP.finditer(text)]


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
