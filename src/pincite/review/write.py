"""A review written to a file, whole or not at all, with the pages of its sources beside it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from pincite.domain.document import Document
from pincite.errors import ReviewError
from pincite.files import write_bytes, write_text
from pincite.review.cell import Cell, ReviewRow, ReviewTable
from pincite.review.forms.as_csv import table_as_csv
from pincite.review.forms.as_json import table_as_json
from pincite.review.forms.as_markdown import table_as_markdown
from pincite.review.forms.excel import table_as_excel
from pincite.review.forms.page import source_link, table_as_page
from pincite.review.forms.source_page import source_page

ENDINGS = (".xlsx", ".csv", ".json", ".html", ".md")
# Those that lead to the pages of the sources.
_LINKED = (".xlsx", ".html")


def check_ending(path: Path) -> None:
    """Refuse an unsupported file name before any cell is read."""
    if path.suffix.lower() not in ENDINGS:
        raise ReviewError(
            str(path), f"a review is written as {', '.join(ENDINGS)}; end the file's name with one of them"
        )


def cells_beside(path: Path) -> Path:
    """Where the cells of a review are kept, beside the file it is written to."""
    return path.with_suffix(".cells.jsonl")


def sources_beside(path: Path) -> Path:
    """The folder of the pages of the sources."""
    return path.with_suffix(".sources")


def _write_source(path: Path, row: ReviewRow, read: Callable[[str], Document]) -> None:
    """Write the page of a document, unless the one that is there marks the same words."""
    parts = [row.document, row.title, *((cell.name, cell.span) for cell in row.cells if cell.span)]
    mark = f"<!-- {hashlib.sha256(repr(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:32]} -->\n"
    try:
        with path.open("rb") as page:
            page.seek(-len(mark), os.SEEK_END)
            same = page.read() == mark.encode()
    except OSError:
        same = False
    if not same:
        write_text(path, source_page(read(row.doc_id), row) + mark, errors="replace")


def write_table(table: ReviewTable, path: Path, *, read: Callable[[str], Document], sources: bool = True) -> None:
    """Write a review in the form that the file's ending names; `read` gives a document by its id."""
    check_ending(path)
    ending = path.suffix.lower()
    folder = sources_beside(path)
    linked = sources and ending in _LINKED
    if linked:
        for row in table.rows:
            _write_source(folder / f"{row.doc_id}.html", row, read)

    def link(row: ReviewRow, cell: Cell) -> str | None:
        return source_link(folder.name, row, cell) if linked else None

    if ending == ".xlsx":
        write_bytes(path, table_as_excel(table, link=link))
    elif ending == ".csv":
        # With the mark that tells Excel it is UTF-8.
        write_text(path, "\ufeff" + table_as_csv(table), errors="replace")
    elif ending == ".json":
        write_text(path, json.dumps(table_as_json(table), indent=2, ensure_ascii=False) + "\n", errors="replace")
    elif ending == ".html":
        write_text(path, table_as_page(table, link=link), errors="replace")
    else:
        write_text(path, table_as_markdown(table), errors="replace")
