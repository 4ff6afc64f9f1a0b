"""A review as Markdown: the table of values, a line per column, and the quotations."""

from __future__ import annotations

from pathlib import PurePath

from pincite.legal.pinpoints import pinpoint
from pincite.render.answer_text import escape_markdown, fold, quoted
from pincite.review.cell import Cell, ReviewRow, ReviewTable
from pincite.review.summary import summarise

_LONGEST = 80


def table_as_markdown(table: ReviewTable) -> str:
    """The page; nothing of a document is taken for markup."""
    lines = [f"# {escape_markdown(table.title)}", "", *_grid(table), "", "## Columns", ""]
    lines += [f"- **{escape_markdown(one.name)}**: {escape_markdown(str(one))}" for one in summarise(table)]
    lines += ["", "## Quotations"]
    for row in table.rows:
        lines += ["", f"### {escape_markdown(_name(row))}", ""]
        lines += [_quotation(cell) for cell in row.cells if cell.quote]
    return "\n".join(lines) + "\n"


def _grid(table: ReviewTable) -> list[str]:
    head = ["document", *(question.name for question in table.questions)]
    rows = [[_name(row), *(_short(cell.shown) for cell in row.cells)] for row in table.rows]
    lines = [f"| {' | '.join(map(escape_markdown, head))} |", f"|{' --- |' * len(head)}"]
    return lines + [f"| {' | '.join(escape_markdown(field) for field in fields)} |" for fields in rows]


def _quotation(cell: Cell) -> str:
    page = f"p. {cell.page}" if cell.page else ""
    where = ", ".join(part for part in (pinpoint(cell.section), page, f"{cell.confidence:.0%}") if part)
    value = f"{cell.shown}: " if cell.value and cell.value != fold(cell.quote) else ""
    return f"- **{escape_markdown(cell.name)}**: {escape_markdown(f'{value}{quoted(cell.quote)} ({where})')}"


def _name(row: ReviewRow) -> str:
    return PurePath(row.document).name or row.document


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rsplit(' ', 1)[0]}…"
