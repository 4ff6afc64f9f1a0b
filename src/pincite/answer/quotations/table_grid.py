"""Tables as grids: their rows cell by cell, below the names of their columns."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.answer.quotations.table_header import row_cells, table_headers
from pincite.domain.document import Document, Role
from pincite.spans import Span

_MARKS = "*_` "
_WORDS = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row, from its first words to its last, and where its cells lie; an empty cell is an empty span."""

    span: Span
    cells: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A table whose first row names the columns; every row has a cell for each name."""

    text: str = field(repr=False)
    span: Span
    names: tuple[str, ...]
    rows: tuple[GridRow, ...]

    def words(self, row: GridRow, column: int) -> str:
        """The words of a cell in one line, without marks of bold round them."""
        return " ".join(row.cells[column].slice(self.text).split()).strip(_MARKS)

    def label(self, row: GridRow) -> str:
        """The words of the first cell, which say what the row is on."""
        return self.words(row, 0)

    def column(self, column: int) -> list[str]:
        """The cells of a column that are not empty."""
        return [words for row in self.rows if (words := self.words(row, column))]


def read_grids(doc: Document) -> tuple[TableGrid, ...]:
    """The tables of a document with names for their columns; not one with rows longer than the row of names."""
    rows = [block.span for block in doc.blocks if block.role is Role.ROW]
    starts = [row.start for row in rows]
    found = []
    for table, header in table_headers(doc):
        own = rows[bisect_left(starts, table.start) : bisect_left(starts, table.end)]
        names = row_cells(doc, own[0])
        below = [row_cells(doc, row) for row in own[1:] if _WORDS.search(row.slice(doc.text))]
        if all(len(cells) <= len(names) for cells in below):
            shown = tuple(" ".join(name.slice(doc.text).split()).strip(_MARKS) for name in names)
            padded = tuple(_row(cells, width=len(names)) for cells in below)
            found.append(TableGrid(doc.text, Span(header.start, table.end), shown, padded))
    return tuple(found)


def row_at(grids: Sequence[TableGrid], span: Span) -> tuple[TableGrid, GridRow] | None:
    """The row that a span lies in, with its table."""
    at = bisect_right([grid.span.start for grid in grids], span.start) - 1
    if at < 0:
        return None
    own = (row for row in grids[at].rows if row.span.overlaps(span))
    found = next(own, None)
    return (grids[at], found) if found is not None and next(own, None) is None else None


def _row(cells: Sequence[Span], *, width: int) -> GridRow:
    filled = [cell for cell in cells if len(cell)]
    end = cells[-1].end
    padded = (*cells, *(Span(end, end) for _ in range(width - len(cells))))
    return GridRow(Span(filled[0].start, filled[-1].end), padded)
