"""The small markup the sources are written in.

A source opens with `key: value` lines up to a blank line; blocks follow, separated by blank lines:

    # Title                     ## 4. Heading of a clause, article or schedule       ### Sub-heading
    1.1 Clause                  two spaces of indent for each level below             > centred line
    ! a line that keeps its end | cell | cell |                                       [^1]: text of a footnote
    [[contents]] [[body]] [[page]]      table of contents, begin page 1, begin a page

Inside a block: **bold**, *italic*, __underlined__, [^1] for a footnote's mark, {+inserted+} and {-deleted-} words.
Numbers are typed as the reader is to see them, so that a source can be read and checked by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HEADING_LABEL = re.compile(
    r"(?P<label>(?:ARTICLE|Article|PART|Part|SCHEDULE|Schedule|EXHIBIT|Exhibit)\s+\w+\.?|\d+\.)(?:[\s—]+|$)"
)
CLAUSE_LABEL = re.compile(r"(?P<label>(?:Section )?\d+\.\d+(?:\.\d+)?\.?|\d{1,2}\.|\([A-Za-z0-9]{1,4}\)|\[\d+\])\s+")
DIRECTIVES = {"[[contents]]": "contents", "[[body]]": "body", "[[page]]": "page"}


@dataclass(frozen=True, slots=True)
class Piece:
    """One block of a source: what it is, its number if it has one, and its words."""

    kind: str
    text: str = ""
    label: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A source as read: its particulars and its blocks in order."""

    particulars: dict[str, str]
    pieces: tuple[Piece, ...]

    def notes(self) -> dict[str, str]:
        """The words of each footnote by its mark."""
        return {piece.label: piece.text for piece in self.pieces if piece.kind == "note"}


def read_script(path: Path) -> Script:
    """Read one source."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    particulars = dict(line.split(": ", 1) for line in head.splitlines())
    blocks = [block for block in re.split(r"\n\s*\n", body.strip("\n")) if block.strip()]
    return Script(particulars, tuple(_piece(block) for block in blocks))


def _piece(block: str) -> Piece:
    text = block.strip()
    if text in DIRECTIVES:
        return Piece(DIRECTIVES[text])
    if text.startswith("## "):
        return _labelled("heading", " ".join(text[3:].split()), HEADING_LABEL)
    for prefix, kind in (("### ", "subheading"), ("# ", "title")):
        if text.startswith(prefix):
            return Piece(kind, " ".join(text.removeprefix(prefix).split()))
    if text[0] in "!>":
        kind = "lines" if text[0] == "!" else "centred"
        return Piece(kind, "\n".join(line.strip()[1:].strip() for line in text.splitlines()))
    if text.startswith("|"):
        rows = tuple(tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in text.splitlines())
        return Piece("table", rows=rows)
    if note := re.match(r"\[\^(\d+)\]: ", text):
        return Piece("note", " ".join(text[note.end() :].split()), note[1])
    level = (len(block) - len(block.lstrip(" "))) // 2
    return _labelled("text", " ".join(text.split()), CLAUSE_LABEL, level=level)


def _labelled(kind: str, text: str, pattern: re.Pattern[str], *, level: int = 0) -> Piece:
    found = pattern.match(text)
    if not found:
        return Piece(kind, text, level=level)
    return Piece(kind, text[found.end() :], found["label"], level)
