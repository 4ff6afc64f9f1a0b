"""Tables as grids: their rows cell by cell, below the names of their columns.

An empty first cell is read with the label of the row above it, and a cell below one that reaches down with its words;
such cells lie outside their row, and the row they stand in is quoted with it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest

from pincite.answer.quotations.table_header import row_cells, table_headers, telling_header
from pincite.domain.document import Document, MarkKind, Role
from pincite.spans import Span

_MARKS = "*_` "
_WORDS = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row, from its first words to its last, and where its cells lie; an empty cell is an empty span.

    `above` are the rows that its other cells stand in, and `covered` the columns, without words of their own, that a
    cell beside them may reach over.
    """

    span: Span
    cells: tuple[Span, ...]
    above: tuple[Span, ...] = ()
    covered: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A table whose first rows name the columns; every row has a cell for each name.

    `heading` are the words of the heading that it stands below.
    """

    text: str = field(repr=False)
    span: Span
    names: tuple[str, ...]
    rows: tuple[GridRow, ...]
    labels: tuple[str, ...]
    heading: str = ""

    def words(self, row: GridRow, column: int) -> str:
        """The words of a cell in one line, without marks of bold round them."""
        return _shown(self.text, row.cells[column])

    def label(self, row: GridRow) -> str:
        """The words of the first cell, which say what the row is on."""
        return self.words(row, 0)

    def column(self, column: int) -> list[str]:
        """The cells of a column that are not empty."""
        return [words for row in self.rows if (words := self.words(row, column))]

    def alike(self, row: GridRow) -> list[GridRow]:
        """The rows with the label of a row, itself among them."""
        own = self.label(row)
        return [other for other, label in zip(self.rows, self.labels, strict=True) if label == own]


class _SameTables:
    """A document as far as its tables go: a store makes another document of the same words at each reading."""

    def __init__(self, doc: Document) -> None:
        self.doc = doc

    def __hash__(self) -> int:
        return hash(self.doc.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameTables) and _told(self.doc) == _told(other.doc)


def _told(doc: Document) -> tuple[object, ...]:
    return doc.id, doc.source.format, doc.marks, doc.blocks


def read_grids(doc: Document) -> tuple[TableGrid, ...]:
    """The tables of a document with names for their columns; not one with rows longer than the row of names."""
    return _grids(_SameTables(doc)) if any(mark.kind is MarkKind.TABLE for mark in doc.marks) else ()


@lru_cache(maxsize=16)
def _grids(same: _SameTables) -> tuple[TableGrid, ...]:
    doc = same.doc
    rows = [block.span for block in doc.blocks if block.role is Role.ROW]
    starts = [row.start for row in rows]
    headings = [block.span for block in doc.blocks if block.role is Role.HEADING]
    merged = sorted(mark.span for mark in doc.marks if mark.kind is MarkKind.MERGED)
    found = []
    for table, header in table_headers(doc):
        own = rows[bisect_left(starts, table.start) : bisect_left(starts, table.end)]
        above = [row for row in own if row.start < header[-1].end]
        names = _names(doc, above)
        below = [row for row in own[len(above) :] if _WORDS.search(row.slice(doc.text))]
        cells = [row_cells(doc, row) for row in below]
        if all(len(one) <= len(names) for one in cells):
            reaching = merged[bisect_left(merged, table) : bisect_left(merged, table.end, key=lambda one: one.start)]
            laid = _laid_rows(list(zip(below, cells, strict=True)), len(names), reaching)
            labels = tuple(_shown(doc.text, row.cells[0]) for row in laid)
            at = bisect_right(headings, header[0].start, key=lambda one: one.start) - 1
            heading = headings[at].slice(doc.text) if at >= 0 else ""
            found.append(TableGrid(doc.text, Span(header[0].start, table.end), names, laid, labels, heading))
    return tuple(found)


def row_at(grids: Sequence[TableGrid], span: Span) -> tuple[TableGrid, GridRow] | None:
    """The row that a span lies in, with its table."""
    at = bisect_right(grids, span.start, key=lambda grid: grid.span.start) - 1
    if at < 0:
        return None
    rows = grids[at].rows
    near = bisect_right(rows, span.start, key=lambda row: row.span.start)
    own = [row for row in rows[max(0, near - 1) : near + 2] if row.span.overlaps(span)]
    return (grids[at], own[0]) if len(own) == 1 else None


def with_table_lines(doc: Document, pieces: tuple[Span, ...]) -> tuple[Span, ...]:
    """The pieces of a quotation that begins in a table below the lines that they need: header, and rows above."""
    header = telling_header(doc, pieces[0])
    if not header or (held := row_at(read_grids(doc), pieces[0])) is None or not held[1].above:
        return (*header, *pieces)
    row = held[1]
    # Without its first bar, "Express | £9" would stand below other names.
    first = Span(min(row.span.start, pieces[0].start), pieces[0].end)
    return (*header, *row.above, first, *pieces[1:])


def _names(doc: Document, header: Sequence[Span]) -> tuple[str, ...]:
    """The names of the columns; "Price" above "Weekday" and "Weekend" is a part of the names of both."""
    first, *second = ([_shown(doc.text, cell) for cell in row_cells(doc, row)] for row in header)
    if not second:
        return tuple(first)
    found: list[str] = []
    group = ""
    for name, own in zip_longest(first, second[0], fillvalue=""):
        group = name or group if own else name
        found.append(f"{group} {own}".strip())
    return tuple(found)


def _laid_rows(
    rows: Sequence[tuple[Span, tuple[Span, ...]]], width: int, merged: Sequence[Span]
) -> tuple[GridRow, ...]:
    """The rows with the words that reach into them from above."""
    found: list[GridRow] = []
    reaching = list(reversed(merged))
    # By columns: the row where a cell stands that reaches down, its words, and where its reach ends.
    tall: dict[int, tuple[Span, Span, int]] = {}
    label: tuple[Span, Span] | None = None
    for block, own in rows:
        row = _own_words(block, own)
        laid = [*own, *[Span(own[-1].end, own[-1].end)] * (width - len(own))]
        wide: set[int] = set()
        while reaching and reaching[-1].start < row.end:
            mark = reaching.pop()
            column = next((i for i, cell in enumerate(laid) if len(cell) and cell.start == mark.start), None)
            if column is None:
                continue
            tall[column] = row, laid[column], mark.end
            if mark.end <= row.end and column + 1 < width and not len(laid[column + 1]):
                # It reaches down no further, so over the next column at least.
                laid[column + 1] = laid[column]
                column += 1
            wide.add(column)
        covered = _covered(laid, wide)
        above: list[Span] = []
        tall = {column: cell for column, cell in tall.items() if row.start < cell[2]}
        for column, (place, words, _) in tall.items():
            if not len(laid[column]):
                laid[column] = words
                above.append(place)
                covered |= _covered(laid, {column})
        if len(own[0]):
            label = row, own[0]
        elif label is not None:
            laid[0] = label[1]
            above.append(label[0])
        covered = {column for column in covered if not len(laid[column])}
        found.append(GridRow(row, tuple(laid), tuple(sorted(set(above))), frozenset(covered)))
    return tuple(found)


def _covered(cells: Sequence[Span], wide: set[int]) -> set[int]:
    """The empty cells that follow cells that may reach over them."""
    found: set[int] = set()
    for column in wide:
        for i in range(column + 1, len(cells)):
            if len(cells[i]):
                break
            found.add(i)
    return found


def _own_words(row: Span, cells: Sequence[Span]) -> Span:
    """A row from its first words to its last; one that begins with an empty cell begins with its bar."""
    start = cells[0].start if len(cells[0]) else row.start
    return Span(start, max(cell.end for cell in cells if len(cell)))


def _shown(text: str, cell: Span) -> str:
    return " ".join(cell.slice(text).split()).strip(_MARKS)
