"""The header rows of a table, which its other rows are quoted with: what a cell says depends on its column.

There are two where the first leaves room below a name for several: "Price" above "Weekday" and "Weekend".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from pincite.answer.values.series import is_series
from pincite.domain.document import Block, Document, Format, MarkKind, Role
from pincite.spans import Span

_FIGURE = re.compile(r"\d")
_STOP = re.compile(r"[.!?;](?:\s|\Z)")
_MOST_WORDS = 11
# Below its header row, a table of Markdown has a line of dashes.
_RULE = re.compile(r"[\s|:]*-{2,}[\s|:-]*")
_UNIT = re.compile(r"[£$€¥%]|\b(?:day|week|month|year|hour)", re.IGNORECASE)
_BAR = re.compile(r"(?<!\\)\|")
_LONGEST = 300
_GENERIC = frozenset(
    {"item", "items", "value", "values", "detail", "details", "particulars", "description", "information"}
    | {"entry", "field", "key", "data", "term", "terms", "heading", "subject", "matter"}
)


def header_rows(doc: Document, quote: Span) -> tuple[Span, ...]:
    """The header rows of the table that a quotation begins in, but for those that the quotation itself holds."""
    tables = (mark.span for mark in doc.marks if mark.kind is MarkKind.TABLE)
    table = next((span for span in tables if span.start <= quote.start < span.end), None)
    if table is None:
        return ()
    rows = [one for one in doc.blocks if one.role is Role.ROW and table.contains(one.span)]
    header = _header_of(doc, rows)
    return () if header and header[0].overlaps(quote) else tuple(row for row in header if not row.overlaps(quote))


def table_headers(doc: Document) -> list[tuple[Span, tuple[Span, ...]]]:
    """The tables whose first rows tell what the columns hold, in order, each with those rows."""
    rows = [one for one in doc.blocks if one.role is Role.ROW]
    starts = [row.span.start for row in rows]
    found = []
    for table in sorted(mark.span for mark in doc.marks if mark.kind is MarkKind.TABLE):
        own = rows[bisect_left(starts, table.start) : bisect_left(starts, table.end)]
        if (header := _header_of(doc, own)) and _tells_columns(header[0].slice(doc.text)):
            found.append((table, header))
    return found


def telling_header(doc: Document, quote: Span) -> tuple[Span, ...]:
    """The header rows of a quotation, unless their words say nothing of what the columns hold."""
    header = header_rows(doc, quote)
    return header if header and _tells_columns(header[0].slice(doc.text)) else ()


def _tells_columns(header: str) -> bool:
    """Tell whether a header says what its columns hold, unlike "Item | Value"."""
    return not all(name in _GENERIC for cell in header.split("|") if (name := cell.strip().casefold()))


def row_cells(doc: Document, row: Span) -> tuple[Span, ...]:
    """The cells of a row without the space round their words; an empty cell is an empty span.

    A row of Markdown stands between bars; elsewhere a bar at the start parts an empty cell from the next.
    """
    words = row.slice(doc.text)
    start, end = row.end - len(words.lstrip()), row.start + len(words.rstrip())
    if doc.source.format == Format.MARKDOWN:
        start += doc.text.startswith("|", start)
        end -= end > start and doc.text[end - 1] == "|" and doc.text[end - 2] != "\\"
    bars = [bar.start() for bar in _BAR.finditer(doc.text, start, end)]
    edges = zip([start, *(bar + 1 for bar in bars)], [*bars, end], strict=True)
    return tuple(_trimmed(doc.text, *edge) for edge in edges)


def _header_of(doc: Document, rows: Sequence[Block]) -> tuple[Span, ...]:
    if len(rows) < 2 or len(rows[0].span) > _LONGEST:
        return ()
    below = [row for row in rows[1:] if not _RULE.fullmatch(row.span.slice(doc.text))]
    second = below[0] if _has_second(doc, rows[0], below) else None
    if not _is_header(doc, [rows[0], *(row for row in rows[1:] if row is not second)]):
        return ()
    return tuple(_as_quoted(doc, row.span) for row in (rows[0], second) if row is not None)


def _as_quoted(doc: Document, row: Span) -> Span:
    cells = row_cells(doc, row)
    # An empty corner is quoted with its bar, so that the other names stand above their columns.
    start = cells[0].start if len(cells[0]) else row.start
    return Span(start, max(cell.end for cell in cells if len(cell)))


def _has_second(doc: Document, first: Block, below: Sequence[Block]) -> bool:
    """Tell whether the row below the first names the columns that the first has no words for."""
    if len(below) < 2 or len(below[0].span) > _LONGEST:
        return False
    above, own = _cells(doc, first), _cells(doc, below[0])
    own += [""] * (len(above) - len(own))
    gaps = [i for i in range(1, len(own)) if i >= len(above) or not above[i]]
    if not gaps or (above[0] and own[0]) or not all(own[i] and (own[i - 1] or i - 1 in gaps) for i in gaps):
        return False
    if below[0].bold and not all(row.bold for row in below):
        return True
    return not any(map(_tells, own))


def _is_header(doc: Document, rows: Sequence[Block]) -> bool:
    """Tell whether the first row names the columns: by its type, by the line below it, or by what the rows hold."""
    first, *below = rows
    names = _cells(doc, first)
    if not below:
        return False
    if len([name for name in names if name]) < 2:
        return False
    if _RULE.fullmatch(doc.text, first.span.end, below[0].span.start) or _RULE.fullmatch(below[0].span.slice(doc.text)):
        return True
    if first.bold:
        return not all(row.bold for row in below)
    held = [_cells(doc, row) for row in below]
    columns = [[cells[i] for cells in held if i < len(cells)] for i in range(len(names))]
    if is_series(columns[0]) and not is_series([names[0], *columns[0]]):
        return True
    two = len(names) == 2
    # "Under 2 years | 3 and 4 years" names columns of prices, though it has figures.
    if any(_tells(name) and (two or not _is_unlike(name, column)) for name, column in zip(names, columns, strict=True)):
        return False
    return any(_differs(column, two=two) for column in columns)


def _differs(column: list[str], *, two: bool) -> bool:
    """Tell whether all cells below a name are figures or sentences.

    Of two columns the first may be the names ("Landlord | Jane Smith"): there the cells must be alike as well.
    """
    if not column or not all(_tells(cell) for cell in column):
        return False
    return not two or (len(column) > 1 and len({_kind(cell) for cell in column}) == 1)


def _is_unlike(name: str, column: list[str]) -> bool:
    """Tell whether the cells below a name are figures of one kind, and the name is of another."""
    kinds = {_kind(cell) for cell in column if cell}
    return len(column) > 1 and len(kinds) == 1 and not kinds & {_kind(name), "words"}


def _tells(cell: str) -> bool:
    return bool(_FIGURE.search(cell) or _STOP.search(cell) or len(cell.split()) > _MOST_WORDS)


def _kind(cell: str) -> str:
    unit = _UNIT.search(cell)
    return unit[0].casefold() if unit else "number" if _FIGURE.search(cell) else "words"


def _cells(doc: Document, row: Block) -> list[str]:
    return [cell.slice(doc.text) for cell in row_cells(doc, row.span)]


def _trimmed(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    if not words.strip():
        return Span(start, start)
    return Span(end - len(words.lstrip()), start + len(words.rstrip()))
