"""A review as an Excel workbook: the table, a sheet of sources with every quotation, and a summary."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from pincite.legal.pinpoints import pinpoint
from pincite.review.cell import Cell, CellState, ReviewRow, ReviewTable
from pincite.review.summary import summarise
from pincite.spreadsheet_text import is_formula, writable

REVIEW, SOURCES, SUMMARY = "Review", "Sources", "Summary"
SOURCE_HEAD = (
    *("document", "column", "question", "state", "value", "quotation", "section", "page", "confidence", "note"),
    *("doc_id", "start", "end", "shown"),
)
_SURE, _FAIR, _DOUBT, _NONE = (
    PatternFill("solid", fgColor=colour) for colour in ("FFD7F0DD", "FFEDF7E4", "FFFFEBB0", "FFEDEDED")
)
# Excel refuses a sheet with more.
_MOST_LINKS = 65_000
_HEAD = PatternFill("solid", fgColor="FF1F3A5F")
_WHITE = Font(bold=True, color="FFFFFFFF")
_LINK = Font(color="FF1D4ED8", underline="single")
_WRAP = Alignment(wrap_text=True, vertical="top")

# Where a cell's words can be looked at: a relative address, or None.
Link = Callable[[ReviewRow, Cell], str | None]


def table_as_excel(table: ReviewTable, *, link: Link) -> bytes:
    """The workbook's bytes; words of documents are text in it, whatever they begin with."""
    book = Workbook()
    review = book.active
    assert review is not None
    review.title = REVIEW
    _review(review, table, link)
    _sources(book.create_sheet(SOURCES), table, link)
    _summary(book.create_sheet(SUMMARY), table)
    book.properties.title = writable(table.title)
    book.properties.creator = "Pincite"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _review(sheet: Worksheet, table: ReviewTable, link: Link) -> None:
    _head(sheet, ("document", *(question.name for question in table.questions)))
    for at, row in enumerate(table.rows, start=2):
        _put(sheet, at, 1, row.document).alignment = _WRAP
        for column, cell in enumerate(row.cells, start=2):
            shown = _put(sheet, at, column, cell.shown)
            shown.fill = _fill(cell)
            shown.alignment = _WRAP
            _set_link(sheet, shown, link(row, cell))
    _finish(sheet, widths=[36, *(24 for _ in table.questions)], freeze="B2")


def _sources(sheet: Worksheet, table: ReviewTable, link: Link) -> None:
    _head(sheet, SOURCE_HEAD)
    asked = {question.name: question.question for question in table.questions}
    at = 1
    for row in table.rows:
        for cell in row.cells:
            at += 1
            start, end = (cell.span.start, cell.span.end) if cell.span else (None, None)
            fields: tuple[Any, ...] = (
                *(row.document, cell.name, asked[cell.name], cell.state.value, cell.value, cell.quote),
                *(pinpoint(cell.section), cell.page, round(cell.confidence, 2), cell.note, row.doc_id, start, end),
                cell.shown,
            )
            for column, field in enumerate(fields, start=1):
                _put(sheet, at, column, field).alignment = _WRAP
            sheet.cell(at, 4).fill = _fill(cell)
            _set_link(sheet, sheet.cell(at, 2), link(row, cell))
    _finish(sheet, widths=[36, 22, 34, 11, 24, 80, 18, 7, 11, 30, 18, 9, 9, 24], freeze="C2")


def _summary(sheet: Worksheet, table: ReviewTable) -> None:
    _head(sheet, ("column", "found", "not found", "unsure", "range", "commonest values", "stands out"))
    for at, one in enumerate(summarise(table), start=2):
        values = "; ".join(f"{value} ({count})" for value, count in one.values)
        outliers = "; ".join(f"{document}: {value}" for document, value in one.outliers)
        fields = (one.name, one.found, one.not_found, one.unsure, one.span, values, outliers)
        for column, field in enumerate(fields, start=1):
            _put(sheet, at, column, field).alignment = _WRAP
    _finish(sheet, widths=[32, 9, 11, 9, 40, 60, 60], freeze="A2")


def _head(sheet: Worksheet, names: tuple[str, ...]) -> None:
    for column, name in enumerate(names, start=1):
        cell = _put(sheet, 1, column, name)
        cell.fill, cell.font, cell.alignment = _HEAD, _WHITE, _WRAP


def _put(sheet: Worksheet, row: int, column: int, value: Any) -> SheetCell:
    cell: SheetCell = sheet.cell(row, column)
    if not isinstance(value, str):
        cell.value = value
        return cell
    cell.value = writable(value)
    if is_formula(value):
        # Without this the library writes a formula; the prefix keeps it text when a person edits the cell.
        cell.data_type, cell.quotePrefix = "s", True
    return cell


def _set_link(sheet: Worksheet, cell: SheetCell, target: str | None) -> None:
    if target and len(sheet._hyperlinks) < _MOST_LINKS:
        cell.hyperlink = target
        cell.font = _LINK


def _finish(sheet: Worksheet, *, widths: list[int], freeze: str) -> None:
    for column, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = freeze
    sheet.auto_filter.ref = sheet.dimensions


def _fill(cell: Cell) -> PatternFill:
    if cell.state is CellState.NOT_FOUND:
        return _NONE
    if cell.state is CellState.UNSURE:
        return _DOUBT
    return _SURE if cell.confidence >= 0.9 else _FAIR
