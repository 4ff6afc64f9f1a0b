"""A file's content in reading order, as paragraphs and tables, and how it is written down as canonical text.

What HTML and DOCX have in common: their readers find out what a reader of the page sees, piece by piece, each piece
with the raw characters it came from; this file sets paragraphs and rows apart and keeps the map.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pincite.domain.document import Block, Mark, MarkKind, Role
from pincite.spans import OffsetMap, Span

PARAGRAPH_BREAK = "\n\n"
CELL_BREAK = " | "
STRUCK_WARNING = "Words that are struck out are left out."
_SPACE = " \t\n\xa0"
# Characters that show nothing: soft hyphens, zero-width spaces, byte order marks, and tag characters, which can spell
# out words that no reader sees.
INVISIBLE = "\xad\u200b\u2060\ufeff\U000e0000-\U000e007f"
# The number or bullet of a clause that was set in a table so as to hang in the margin.
_MARKER = re.compile(
    r"\(?(?:\d{1,3}|[a-z]{1,5}|[A-Z]{1,5})[.)]|\d{1,3}(?:\.\d{1,3})+\.?|[•·▪◦●○■□–—*-]|(?i:(?:article|section) \S{1,6})"
)
_GLUED_BEFORE = frozenset({"$", "£", "€", "(", "$(", "($"})
_GLUED_AFTER = frozenset({")", "%", ")%", "%)"})
# Above these limits a cell holds running text, so the table is only page layout.
_CELL_PARAGRAPHS = 8
_CELL_CHARACTERS = 2000
# A cell reaches over so many columns or rows at most, and tables with more columns are not aligned.
_LONGEST_REACH, _MOST_COLUMNS = 100, 200
_FIGURES = 5
_VALUE_WORDS = 3


class TextPiece(NamedTuple):
    """Characters as the reader sees them, and the raw range they came from (empty where nobody typed them)."""

    start: int
    end: int
    text: str


@dataclass(slots=True)
class Paragraph:
    """Words that stand together, with their typography."""

    pieces: list[TextPiece] = field(default_factory=list)
    role: Role = Role.TEXT
    level: int | None = None
    size: float | None = None
    bold: bool = False
    centred: bool = False
    indent: float | None = None
    mark: MarkKind | None = None

    @property
    def text(self) -> str:
        """The words."""
        return "".join(piece.text for piece in self.pieces)

    def trim_end(self) -> None:
        """Drop white space at the end."""
        while self.pieces and self.pieces[-1].text[-1:] in _SPACE:
            piece = self.pieces.pop()
            if kept := piece.text.rstrip(_SPACE):
                self.pieces.append(_shorten(piece, kept))

    def trim(self) -> None:
        """Drop white space at both ends."""
        self.trim_end()
        first = 0
        while first < len(self.pieces) and not self.pieces[first].text.strip(_SPACE):
            first += 1
        del self.pieces[:first]
        if self.pieces and (dropped := len(self.pieces[0].text) - len(self.pieces[0].text.lstrip(_SPACE))):
            start, end, text = self.pieces[0]
            whole = end - start == len(text)
            self.pieces[0] = TextPiece(start + dropped if whole else start, end, text[dropped:])


@dataclass(slots=True)
class TableCell:
    """One cell of a table: whatever stands in it, and over how many columns and rows it reaches."""

    flow: list[Paragraph | Table] = field(default_factory=list)
    columns: int = 1
    rows: int = 1

    def paragraphs(self) -> list[Paragraph]:
        """The paragraphs that stand directly in the cell."""
        return [part for part in self.flow if isinstance(part, Paragraph)]


@dataclass(slots=True)
class Table:
    """Rows of cells."""

    rows: list[list[TableCell]] = field(default_factory=list)


# Stands wherever a row has nothing in a column.
_EMPTY = TableCell()


class FlowText(NamedTuple):
    """Canonical text with all that is known of it."""

    text: str
    offsets: OffsetMap
    blocks: tuple[Block, ...]
    marks: tuple[Mark, ...]


def read_reach(told: str | None) -> int:
    """Over how many columns or rows a cell reaches, as its file says."""
    told = (told or "").strip()
    return min(max(1, int(told)), _LONGEST_REACH) if told.isdecimal() and len(told) < _FIGURES else 1


def write(flow: Iterable[Paragraph | Table], *, raw: str) -> FlowText:
    """The canonical text of a flow whose pieces point into `raw`, in order."""
    writer = _FlowWriter(raw)
    for part in flow:
        writer.put(part)
    return writer.finish()


def arranges_page(table: Table) -> bool:
    """Tell whether a table only arranges running text on the page."""
    if all(sum(bool(cell.flow) for cell in row) <= 1 for row in table.rows):
        return True
    return any(_holds_running_text(cell) for row in table.rows for cell in row)


def _holds_running_text(cell: TableCell) -> bool:
    paragraphs = cell.paragraphs()
    if len(paragraphs) < len(cell.flow) or any(paragraph.role is Role.HEADING for paragraph in paragraphs):
        return True
    length = sum(len(piece.text) for paragraph in paragraphs for piece in paragraph.pieces)
    return len(paragraphs) > _CELL_PARAGRAPHS or (len(paragraphs) > 1 and length > _CELL_CHARACTERS)


def _shorten(piece: TextPiece, text: str) -> TextPiece:
    """A piece cut at its end, and its raw range with it where the two go character by character."""
    whole = piece.end - piece.start == len(piece.text)
    return TextPiece(piece.start, piece.start + len(text) if whole else piece.end, text)


class _FlowWriter:
    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.cursor = 0
        self.joint = ""
        self.parts: list[str] = []
        self.offsets = OffsetMap()
        self.blocks: list[Block] = []
        self.marks: list[Mark] = []

    def put(self, part: Paragraph | Table) -> None:
        if isinstance(part, Table):
            self._table(part)
        elif part.pieces:
            self._paragraph(part)

    def finish(self) -> FlowText:
        self.offsets.replace(len(self.raw) - self.cursor, 0)
        return FlowText("".join(self.parts), self.offsets, tuple(self.blocks), tuple(self.marks))

    def _paragraph(self, paragraph: Paragraph) -> None:
        start = self._begin(PARAGRAPH_BREAK)
        for piece in paragraph.pieces:
            self._piece(piece)
        self._block(start, [paragraph], role=paragraph.role)
        if paragraph.mark is not None:
            self.marks.append(Mark(paragraph.mark, self.blocks[-1].span))

    def _table(self, table: Table) -> None:
        if arranges_page(table):
            for part in (part for row in table.rows for cell in row for part in cell.flow):
                self.put(part)
            return
        table_start: int | None = None
        ends: list[int] = []
        merged: list[tuple[int, int]] = []
        for number, row in enumerate(_lay_out(table)):
            if filled := [cell for cell in row if cell.flow]:
                hanging = len(filled) > 1 and _is_marker(filled[0].paragraphs())
                start = self._begin("\n" if table_start is not None and not hanging else PARAGRAPH_BREAK)
                aligned = not hanging and (len(filled) > 1 or _is_value(filled[0].paragraphs()))
                places = self._row(row if aligned else filled, hanging=hanging)
                if aligned:
                    reaching = (pair for pair in zip(filled, places, strict=True) if pair[0].columns + pair[0].rows > 2)
                    merged += [(place, number + cell.rows - 1) for cell, place in reaching]
                paragraphs = [paragraph for cell in filled for paragraph in cell.paragraphs()]
                self._block(start, paragraphs, role=Role.ITEM if hanging else Role.ROW)
                table_start = self._mark_table(table_start, start, hanging=hanging)
            ends.append(self.offsets.canonical_length)
        self.marks += [Mark(MarkKind.MERGED, Span(start, ends[min(last, len(ends) - 1)])) for start, last in merged]

    def _mark_table(self, table_start: int | None, start: int, *, hanging: bool) -> int | None:
        """Mark rows that follow each other as one table; clauses with hanging numbers are no table."""
        if hanging:
            return None
        if table_start is not None:
            self.marks.pop()
        table_start = start if table_start is None else table_start
        self.marks.append(Mark(MarkKind.TABLE, Span(table_start, self.offsets.canonical_length)))
        return table_start

    def _row(self, cells: Sequence[TableCell], *, hanging: bool) -> list[int]:
        """Write the cells of a row; gives the offsets at which those that are not empty begin."""
        places: list[int] = []
        leading, before = not cells[0].flow, list[Paragraph]()
        for i, cell in enumerate(cells):
            paragraphs = cell.paragraphs()
            if i:
                self.joint += " " if hanging and i == 1 else _cell_joint(before, paragraphs)
            before = paragraphs
            if leading and paragraphs:
                # A row that begins with an empty cell begins with the bar, not with the space before it.
                self.joint = (
                    self.joint.replace(f"\n{CELL_BREAK}", f"\n{CELL_BREAK.lstrip()}") if self.parts else self.joint[1:]
                )
                leading = False
            if paragraphs:
                places.append(self.offsets.canonical_length + len(self.joint))
            for piece in _in_one_line(paragraphs):
                self._piece(piece)
        return places

    def _begin(self, joint: str) -> int:
        """Set apart what follows; gives the offset at which it will begin."""
        self.joint = joint if self.parts else ""
        return self.offsets.canonical_length + len(self.joint)

    def _piece(self, piece: TextPiece) -> None:
        start, end, text = piece
        if self.joint:
            self.parts.append(self.joint)
        self.offsets.replace(start - self.cursor, len(self.joint))
        self.joint = ""
        self.parts.append(text)
        if self.raw[start:end] == text:
            self.offsets.copy(end - start)
        else:
            self.offsets.replace(end - start, len(text))
        self.cursor = end

    def _block(self, start: int, paragraphs: list[Paragraph], *, role: Role) -> None:
        first = paragraphs[0]
        self.blocks.append(
            Block(
                Span(start, self.offsets.canonical_length),
                role=role,
                level=first.level,
                size=first.size,
                bold=all(paragraph.bold for paragraph in paragraphs),
                centred=first.centred and role is not Role.ROW,
                indent=first.indent,
            )
        )


def _lay_out(table: Table) -> Iterator[list[TableCell]]:
    """The rows with each cell in its column: an empty cell keeps its place, a column of empty cells is a spacer.

    Where signs stand in cells of their own, columns mean nothing, and empty cells are left out.
    """
    placed = _placed(table)
    filled = {at for row in placed for at, cell in row if cell.flow and cell.columns == 1}
    for row in placed:
        for at, cell in row:
            if cell.flow and not filled & set(range(at, at + cell.columns)):
                filled.add(at)
    signs = any(_is_sign(cell) for row in table.rows for cell in row)
    if signs or max(filled, default=0) >= _MOST_COLUMNS:
        yield from ([TableCell(cell.flow) for cell in row if cell.flow] for row in table.rows)
        return
    columns = sorted(filled)
    yield from (_in_columns(row, columns) for row in placed)


def _placed(table: Table) -> list[list[tuple[int, TableCell]]]:
    """The cells of each row with the columns they begin in, past those that cells above reach down into."""
    reached: dict[int, int] = {}
    found = []
    for row in table.rows:
        at, own = 0, []
        below = {column: rows - 1 for column, rows in reached.items() if rows > 1}
        for cell in row:
            while at in reached:
                at += 1
            own.append((at, cell))
            if cell.rows > 1:
                below |= dict.fromkeys(range(at, at + cell.columns), cell.rows - 1)
            at += cell.columns
        reached = below
        found.append(own)
    return found


def _in_columns(row: list[tuple[int, TableCell]], columns: list[int]) -> list[TableCell]:
    """A row as one cell per column up to its last words; a cell over several columns stands in the first of them."""
    cells: list[TableCell] = []
    for at, cell in row:
        own, end = bisect_left(columns, at), bisect_left(columns, at + cell.columns)
        if own < end and cell.flow:
            cells += [_EMPTY] * (own - len(cells))
            cells.append(replace(cell, columns=end - own))
    return cells


def _is_sign(cell: TableCell) -> bool:
    return "".join(paragraph.text for paragraph in cell.paragraphs()) in _GLUED_BEFORE | _GLUED_AFTER


def _is_value(paragraphs: list[Paragraph]) -> bool:
    """Tell whether the only words of a row may be the value of a column, and not a heading or running text."""
    return sum(len(paragraph.text.split()) for paragraph in paragraphs) <= _VALUE_WORDS


def _is_marker(paragraphs: list[Paragraph]) -> bool:
    return len(paragraphs) == 1 and _MARKER.fullmatch(paragraphs[0].text) is not None


def _cell_joint(before: list[Paragraph], after: list[Paragraph]) -> str:
    """Return the separator of two cells: none if a filing puts a currency sign or a bracket in its own cell."""
    if before and after and (before[-1].text in _GLUED_BEFORE or after[0].text in _GLUED_AFTER):
        return ""
    return CELL_BREAK


def _in_one_line(paragraphs: list[Paragraph]) -> Iterator[TextPiece]:
    """The pieces of a cell with its line and paragraph breaks made spaces."""
    for i, paragraph in enumerate(paragraphs):
        if i:
            at = paragraph.pieces[0].start
            yield TextPiece(at, at, " ")
        for piece in paragraph.pieces:
            yield TextPiece(piece.start, piece.end, piece.text.replace("\n", " "))
