"""A review as a page: the table, each cell opening to its quotation; and a page per document with the words marked.

The pages are files without scripts or outside resources. All that comes from documents or questions is escaped.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import PurePath
from urllib.parse import quote

from pincite.legal.pinpoints import pinpoint
from pincite.render.html_page import html_page
from pincite.review.cell import Cell, CellState, ReviewRow, ReviewTable
from pincite.review.summary import ColumnSummary, summarise

_STYLE = """
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6776; --line: #d8dee6; --paper: #fff; --link: #1d4ed8;
  --sure: #d7f0dd; --fair: #edf7e4; --doubt: #ffebb0; --none: #f1f2f4; --mark: #ffe08a; --head: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e9ef; --soft: #9aa6b5; --line: #36404d; --paper: #12171d;
  --link: #7db4ff; --sure: #163823; --fair: #1e3220; --doubt: #4a3b0c; --none: #1b2129; --mark: #6b5310;
  --head: #1a212a; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem 1.2rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
.meta { color: var(--soft); font-size: 13px; }
.wide { overflow: auto; max-height: 85vh; border: 1px solid var(--line); }
table { border-collapse: separate; border-spacing: 0; }
th, td { border: 0 solid var(--line); border-width: 0 1px 1px 0; padding: .4rem .5rem; text-align: left;
  vertical-align: top; min-width: 9rem; max-width: 22rem; overflow-wrap: anywhere; }
thead th { position: sticky; top: 0; background: var(--head); z-index: 1; }
tbody th { position: sticky; left: 0; background: var(--head); font-weight: 600; }
td.sure { background: var(--sure); } td.fair { background: var(--fair); } td.doubt { background: var(--doubt); }
td.none { background: var(--none); color: var(--soft); }
summary { cursor: pointer; } blockquote { margin: .4rem 0; padding-left: .6rem; border-left: 3px solid var(--line);
  white-space: pre-wrap; font: 14px/1.5 Georgia, serif; }
dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; overflow-wrap: anywhere; }
@media (max-width: 44rem) {
  body { padding: .6rem .7rem 3rem; }
  .wide { max-height: none; border: 0; }
  table, tbody, tr, th, td { display: block; max-width: none; }
  thead { display: none; }
  tr { border: 1px solid var(--line); margin-bottom: 1rem; }
  tbody th { position: static; }
  td::before { content: attr(data-name) ": "; color: var(--soft); font-size: 12px; display: block; }
}
"""

# Where a cell's words can be looked at: a relative address, or None.
Link = Callable[[ReviewRow, Cell], str | None]


def table_as_page(table: ReviewTable, *, link: Link) -> str:
    """The page of the table."""
    head = "".join(f'<th title="{escape(one.question)}">{_heading(one.name)}</th>' for one in table.questions)
    rows = "".join(_row(row, link) for row in table.rows)
    columns = "".join(_summary(one) for one in summarise(table))
    body = (
        f"<h1>{escape(table.title)}</h1>"
        f'<p class="meta">{len(table.rows)} documents, {len(table.questions)} questions. '
        "Open a cell for its quotation; a question mark says that it is unsure.</p>"
        f'<div class="wide"><table><thead><tr><th>document</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        f"<h2>Columns</h2><dl>{columns}</dl>"
    )
    return html_page(table.title, body, style=_STYLE)


def _heading(name: str) -> str:
    """A column's name as words, which wrap where a name would not."""
    return escape(name.replace("_", " "))


def _row(row: ReviewRow, link: Link) -> str:
    name = escape(PurePath(row.document).name or row.document)
    cells = "".join(_cell(cell, link(row, cell)) for cell in row.cells)
    return f'<tr><th title="{escape(row.document)}">{name}</th>{cells}</tr>'


def _cell(cell: Cell, target: str | None) -> str:
    kind = {CellState.NOT_FOUND: "none", CellState.UNSURE: "doubt"}.get(
        cell.state, "sure" if cell.confidence >= 0.9 else "fair"
    )
    lead = f'<td class="{kind}" data-name="{_heading(cell.name)}">'
    if not cell.quote:
        note = f'<br><span class="meta">{escape(cell.note)}</span>' if cell.note else ""
        return f"{lead}{escape(cell.shown)}{note}</td>"
    page = f"p. {cell.page}" if cell.page else ""
    where = ", ".join(part for part in (pinpoint(cell.section), page, f"{cell.confidence:.0%} sure") if part)
    shown = f'<a href="{escape(target)}">{escape(where)}</a>' if target else escape(where)
    note = f"<p>{escape(cell.note)}</p>" if cell.note else ""
    return (
        f"{lead}<details><summary>{escape(cell.shown)}</summary><blockquote>{escape(cell.quote)}</blockquote>{note}"
        f'<p class="meta">{shown}</p></details></td>'
    )


def _summary(one: ColumnSummary) -> str:
    return f"<dt>{escape(one.name)}</dt><dd>{escape(str(one))}</dd>"


def source_link(folder: str, row: ReviewRow, cell: Cell) -> str | None:
    """The relative address of a cell's words on the page of its document."""
    return f"{quote(folder)}/{row.doc_id}.html#{quote(cell.name)}" if cell.span else None
