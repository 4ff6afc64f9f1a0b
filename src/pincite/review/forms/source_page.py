"""A document as a page with the words that a review quotes marked in it, each under the name of its column."""

from __future__ import annotations

from html import escape

from pincite.domain.document import Document
from pincite.render.html_page import html_page
from pincite.review.cell import Cell, ReviewRow

_STYLE = """
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6776; --line: #d8dee6; --paper: #fff; --mark: #ffe08a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e9ef; --soft: #9aa6b5; --line: #36404d; --paper: #12171d;
  --mark: #6b5310; } }
body { max-width: 52rem; margin: 0 auto; padding: 1rem 1.2rem 5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.6 Georgia, serif; overflow-wrap: anywhere; }
nav { font: 13px/1.6 system-ui, sans-serif; border-bottom: 1px solid var(--line); padding-bottom: .6rem; }
.text { white-space: pre-wrap; } mark { background: var(--mark); color: inherit; }
.page, .name { font: 11px system-ui, sans-serif; color: var(--soft); user-select: none; }
.page { display: block; border-top: 1px dashed var(--line); margin-top: 1em; }
.name { vertical-align: super; } .name:target { outline: 2px solid; scroll-margin-top: 40vh; }
"""


def source_page(doc: Document, row: ReviewRow) -> str:
    """The page; `#NAME` leads to the words of a column."""
    cells = [cell for cell in row.cells if cell.span is not None]
    links = " · ".join(f'<a href="#{escape(cell.name)}">{escape(cell.name)}</a>' for cell in cells)
    title = row.title or row.document
    head = f"<h1>{escape(title)}</h1><nav>{escape(row.document)}<br>{links}</nav>"
    body = f'{head}<div class="text">{_text(doc, cells)}</div>'
    return html_page(title, body, style=_STYLE)


def _text(doc: Document, cells: list[Cell]) -> str:
    spans = [(cell.span, cell.name) for cell in cells if cell.span is not None]
    pages = {page.span.start: page.number for page in doc.pages}
    cuts = sorted({0, len(doc.text), *pages, *(edge for span, _ in spans for edge in (span.start, span.end))})
    pieces = []
    for start, end in zip(cuts, cuts[1:], strict=False):
        page = f'<span class="page">page {pages[start]}</span>' if start in pages else ""
        names = "".join(
            f'<span class="name" id="{escape(name)}">{escape(name)} </span>'
            for span, name in spans
            if span.start == start
        )
        words = escape(doc.text[start:end])
        marked = any(span.start <= start and end <= span.end for span, _ in spans)
        pieces.append(f"{page}{names}<mark>{words}</mark>" if marked else f"{page}{names}{words}")
    return "".join(pieces)
