"""A review as CSV: one row per document, and for each question the value, its state, words, place and confidence."""

from __future__ import annotations

import csv
import io

from pincite.legal.pinpoints import pinpoint
from pincite.review.cell import Cell, ReviewTable
from pincite.spreadsheet_text import guard

PARTS = ("", ".state", ".quote", ".section", ".page", ".confidence", ".start", ".end")
HEAD = ("document", "title", "doc_id")


def table_as_csv(table: ReviewTable) -> str:
    """The file's text; no cell of it can be taken for a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*HEAD, *(f"{question.name}{part}" for question in table.questions for part in PARTS)])
    for row in table.rows:
        cells = [field for cell in row.cells for field in _fields(cell)]
        writer.writerow([guard(field) for field in (row.document, row.title, row.doc_id, *cells)])
    return out.getvalue()


def _fields(cell: Cell) -> tuple[str, ...]:
    return (
        cell.value,
        cell.state.value,
        cell.quote,
        pinpoint(cell.section),
        str(cell.page or ""),
        f"{cell.confidence:.2f}",
        str(cell.span.start) if cell.span else "",
        str(cell.span.end) if cell.span else "",
    )
