"""Tables and blocks set side by side: recognised by their gaps, and read cell by cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.ingest.layout.page import Line, Word, line_pitch

_WIDE_GAP = 1.3
_LEAST_GAP = 9.0
_TORN_GAP = 0.4
_CLEAR = 1.5
_NUMBERED = re.compile(
    r"^([(\[]?[\dA-Za-z]{1,5}[.)\]]|\d{1,3}(\.\d{1,3}){0,4}\.?|[•▪●○◦■□·*o–—-]|article|section|§+)$", re.IGNORECASE
)
_LEADER = re.compile(r"[.…·_]{4,}|^[.…·]+$")
_SIGNATURE = re.compile(
    r"^(by|name|title|its|date|dated|signed|signature|witness|attest)\b:?|^/s/|_{4,}", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class FlowPiece:
    """A stretch of a flow: plain lines, or the rows of a table with the lines of each cell."""

    lines: list[Line]
    rows: list[list[list[Line]]] | None = None


@dataclass(slots=True)
class _Cell:
    """Stretches of text one below the other in a column, drawn one after the other."""

    column: int
    lines: list[Line]


def split_tables(lines: list[Line]) -> list[FlowPiece]:
    """A flow cut into plain lines and tables; blocks set side by side become plain lines one after the other."""
    ranks = _ranks(lines)
    stretches = [_stretches(line, ranks) for line in lines]
    pieces: list[FlowPiece] = []
    start = at = 0
    while at < len(lines):
        end = _region_end(stretches, at, lines=lines) if _is_gapped(stretches[at]) else at
        first = _region_start(stretches, at, end=end, floor=start, lines=lines)
        found = _read_region(stretches[first:end], ranks) if end - first > 1 else []
        if found:
            if first > start:
                pieces.append(FlowPiece(lines[start:first]))
            pieces += found
            start = end
        at = max(end, at + 1)
    if start < len(lines):
        pieces.append(FlowPiece(lines[start:]))
    return pieces


def _ranks(lines: Sequence[Line]) -> dict[int, int]:
    """The place of each word in the order of drawing."""
    firsts = sorted(word.first for line in lines for word in line.words)
    return {first: rank for rank, first in enumerate(firsts)}


def _stretches(line: Line, ranks: dict[int, int]) -> list[Line]:
    """A line cut at wide gaps, and at lesser ones where other words were drawn in between."""
    parts: list[list[Word]] = []
    previous: Word | None = None
    for word in line.words:
        if previous is None or _breaks(previous, word, ranks):
            parts.append([])
        parts[-1].append(word)
        previous = word
    return [line] if len(parts) == 1 else [Line(words) for words in parts]


def _breaks(left: Word, right: Word, ranks: dict[int, int]) -> bool:
    gap = right.x0 - left.x1
    if gap < _TORN_GAP * right.size:
        return False
    return (gap >= _WIDE_GAP * right.size and gap >= _LEAST_GAP) or ranks[right.first] != ranks[left.first] + 1


def _is_gapped(stretches: Sequence[Line]) -> bool:
    """Tell whether a line has stretches that may be cells: not a numbered item, nor an entry of a table of contents."""
    if len(stretches) < 2 or (len(stretches) == 2 and _NUMBERED.match(stretches[0].text)):
        return False
    return not any(_LEADER.search(stretch.text) for stretch in stretches)


def _merged(columns: Sequence[tuple[float, float]], stretches: Sequence[Line]) -> list[tuple[float, float]]:
    """The columns once these stretches lie in them."""
    merged: list[tuple[float, float]] = []
    for x0, x1 in sorted([*columns, *((stretch.x0, stretch.x1) for stretch in stretches)]):
        if merged and x0 < merged[-1][1] + _CLEAR:
            merged[-1] = (merged[-1][0], max(merged[-1][1], x1))
        else:
            merged.append((x0, x1))
    return merged


def _region_end(stretches: Sequence[list[Line]], at: int, *, lines: Sequence[Line]) -> int:
    """The end of the run of lines from `at` that leave a gutter free."""
    columns = _merged([], stretches[at])
    gapped = at
    for i in range(at + 1, len(lines)):
        step = lines[i].base - lines[i - 1].base
        wider = _merged(columns, stretches[i])
        if len(wider) < 2 or step <= 0 or step > 6 * lines[i].size or len(wider) < len(columns) - 1:
            break
        if _is_gapped(stretches[i]) or _is_cell_end(stretches[i], columns, step=step):
            gapped = i
        elif step > 2.5 * lines[i].size and (len(wider) < len(columns) or stretches[i][0].x0 <= columns[0][1]):
            break
        columns = wider
    return gapped + 1


def _is_cell_end(stretches: Sequence[Line], columns: Sequence[tuple[float, float]], *, step: float) -> bool:
    """Tell whether a line without gaps is the end of a cell above it and not the start of prose."""
    line = stretches[0]
    if step > 1.6 * line.size:
        return False
    x0, x1 = columns[0]
    return line.x0 > x1 or line.x1 <= max(x1, x0 + 0.4 * (columns[-1][1] - x0))


def _region_start(stretches: Sequence[list[Line]], at: int, *, end: int, floor: int, lines: Sequence[Line]) -> int:
    """The first line of a region whose gapped line is `at`: cells set higher than their neighbours begin above it."""
    if end <= at:
        return at
    columns = _merged([], [stretch for row in stretches[at:end] for stretch in row])
    first = at
    while first > floor:
        above = stretches[first - 1]
        close = lines[first].base - lines[first - 1].base <= 1.3 * lines[first].size
        inside = above[0].x0 > columns[0][1] and len(_merged(columns, above)) == len(columns)
        if not (close and inside and len(above) == 1):
            break
        first -= 1
    return first


def _read_region(rows: Sequence[list[Line]], ranks: dict[int, int]) -> list[FlowPiece]:
    """A region as a table, or as blocks one after the other; nothing where reading line by line is right."""
    stretches = [stretch for row in rows for stretch in row]
    columns = _merged([], stretches)
    if len(columns) < 2 or _is_list(rows):
        return []
    table = _drawn_rows(stretches, columns, ranks)
    signed = sum(bool(_SIGNATURE.search(stretch.text)) for stretch in stretches) >= 0.2 * len(stretches)
    if table is None or _is_contents(table):
        return []
    torn = any(_is_torn(row, ranks) for row in rows)
    if signed or len(table) < 2:
        return _side_by_side(table) if torn else []
    if sum(len(row) > 1 for row in table) < max(2, 0.6 * len(table)):
        return _side_by_side(table) if torn else []
    if len(columns) == 2 and len(table) < 3 and not torn:
        return []
    lines = [line for row in table for cell in row for line in cell.lines]
    return [FlowPiece(lines, rows=[[cell.lines for cell in row] for row in table])]


def _is_list(rows: Sequence[list[Line]]) -> bool:
    """Tell whether the first column holds only numbers of items."""
    heads = [row[0] for row in rows if len(row) > 1]
    return all(_NUMBERED.match(head.text) for head in heads) and all(len(row) <= 2 for row in rows)


def _is_contents(table: Sequence[Sequence[_Cell]]) -> bool:
    """Tell whether rows are the entries of a table of contents: each ends in a page number, and these never fall."""
    ends = [row[-1].lines[-1].text for row in table if len(row) > 1]
    if any(len(row) > 2 for row in table) or not all(end.isdigit() for end in ends):
        return False
    return ends == sorted(ends, key=int)


def _is_torn(row: Sequence[Line], ranks: dict[int, int]) -> bool:
    """Tell whether other text was drawn between two stretches of a line."""
    return any(
        ranks[right.words[0].first] != ranks[left.words[-1].first] + 1
        for left, right in zip(row, row[1:], strict=False)
    )


def _drawn_rows(
    stretches: Sequence[Line], columns: Sequence[tuple[float, float]], ranks: dict[int, int]
) -> list[list[_Cell]] | None:
    """The rows of cells in the order they were drawn, or None where that order makes no sense as a table."""
    pitch = line_pitch(sorted(stretches, key=lambda stretch: stretch.base))
    rows: list[list[_Cell]] = []
    for stretch in sorted(stretches, key=lambda stretch: ranks[stretch.words[0].first]):
        column = next(i for i, (x0, x1) in enumerate(columns) if x0 - 1 <= stretch.x0 <= x1 + 1)
        last = rows[-1][-1] if rows else None
        step = stretch.base - last.lines[-1].base if last else 0.0
        if last and column == last.column and 0 < step <= max(1.4 * stretch.size, pitch):
            last.lines.append(stretch)
        elif last and (column > last.column or (column == last.column and abs(step) < 1)):
            rows[-1].append(_Cell(column, [stretch]))
        else:
            rows.append([_Cell(column, [stretch])])
    return _stacked(rows)


def _stacked(rows: Sequence[list[_Cell]]) -> list[list[_Cell]] | None:
    """Rows each of which stands below the one before; a cell of several paragraphs holds its row together."""
    stacked: list[list[_Cell]] = []
    bottom = -1.0
    for row in rows:
        if min(cell.lines[0].base for cell in row) > bottom:
            stacked.append(row)
        elif not _goes_into(stacked[-1], row):
            return None
        bottom = max(bottom, *(cell.lines[-1].base for cell in row))
    return stacked


def _goes_into(row: list[_Cell], more: Sequence[_Cell]) -> bool:
    """Add cells to the row they stand beside; tell whether they have a place there."""
    for i, cell in enumerate(more):
        last = row[-1]
        if cell.column > last.column:
            row.append(cell)
            continue
        at_end = i == 0 and cell.column == last.column
        above = [other for other in row if other.column == cell.column]
        if not above or not (at_end or above[-1].lines[-1].base < cell.lines[0].base):
            return False
        above[-1].lines.extend(cell.lines)
    return True


def _side_by_side(rows: Sequence[Sequence[_Cell]]) -> list[FlowPiece]:
    """The blocks of a region as plain text, one after the other."""
    return [FlowPiece(cell.lines) for row in rows for cell in row]
