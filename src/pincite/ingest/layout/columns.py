"""Reading order: where a page is set in columns, they are read one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pincite.ingest.layout.page import Line, Word, group_lines, line_pitch

# A gutter is white from `_CLEAR` points left of the column it precedes.
_CLEAR = 5.0
_LEAST_LINES = 4
_LEAST_STARTS = 4
# Most lines of a column of prose are nearly full; those of signatures and tables are not.
_FULL_LINE = 0.75
_LEAST_FULL = 0.55
_LEAST_WORDS = 4.0
_LEAST_SHARE = 0.18


@dataclass(frozen=True, slots=True)
class Flow:
    """Lines read one after the other; `parallel` ones say the same as a neighbour in another language."""

    lines: list[Line]
    parallel: bool = False


def order_lines(lines: list[Line], *, parallel: bool = False) -> list[Flow]:
    """Lines from top to bottom cut into flows to be read one after the other."""
    if len(lines) < 2 * _LEAST_LINES:
        return [Flow(lines, parallel)] if lines else []
    for x in _column_starts(lines):
        for first, last in _clear_bands(lines, x):
            first, last = _trimmed(lines, x, first=first, last=last)
            sides = _sides(lines[first:last], x)
            if _are_columns(*sides, width=_width(lines)):
                beside = parallel or _rows_agree(*sides)
                columns = [flow for side in sides for flow in order_lines(side, parallel=beside)]
                return [*order_lines(lines[:first]), *columns, *order_lines(lines[last:])]
    return [Flow(lines, parallel)]


def _column_starts(lines: Sequence[Line]) -> list[float]:
    """Left edges, not the leftmost, at which many stretches of text begin; the most frequent first."""
    left = min(line.x0 for line in lines)
    right = max(line.x1 for line in lines)
    near, far = left + _LEAST_SHARE * (right - left), right - _LEAST_SHARE * (right - left)
    starts: list[float] = []
    for line in lines:
        end = left - 100.0
        for word in line.words:
            if near <= word.x0 <= far and word.x0 - end >= max(_CLEAR, 0.7 * word.size):
                starts.append(word.x0)
            end = word.x1
    clusters: list[list[float]] = []
    for x in sorted(starts):
        if clusters and x - clusters[-1][0] <= 3:
            clusters[-1].append(x)
        else:
            clusters.append([x])
    clusters = [cluster for cluster in clusters if len(cluster) >= _LEAST_STARTS]
    clusters.sort(key=lambda cluster: (-len(cluster), cluster[0]))
    return [cluster[0] for cluster in clusters[:6]]


def _clear_bands(lines: Sequence[Line], x: float) -> list[tuple[int, int]]:
    """Runs of lines of which none crosses the gutter left of `x`."""
    bands: list[tuple[int, int]] = []
    start = 0
    for i, line in enumerate(lines):
        if any(word.x0 < x - 1 and word.x1 > x - _CLEAR for word in line.words):
            bands.append((start, i))
            start = i + 1
    bands.append((start, len(lines)))
    return [(first, last) for first, last in bands if last - first >= _LEAST_LINES]


def _trimmed(lines: Sequence[Line], x: float, *, first: int, last: int) -> tuple[int, int]:
    """The band without lines at its ends that stand apart: a heading over both columns, a note below them."""
    pitch = line_pitch(lines[first:last])
    while last - first > 1 and lines[first + 1].base - lines[first].base > 1.6 * pitch and _is_one(lines[first], x):
        first += 1
    while last - first > 1 and lines[last - 1].x1 <= x and lines[last - 1].base - lines[last - 2].base > 2.5 * pitch:
        last -= 1
    return first, last


def _is_one(line: Line, x: float) -> bool:
    """Tell whether a line over two columns is no part of them: all to the right, or drawn across in one go."""
    left = [word for word in line.words if word.x0 < x - 1]
    right = [word for word in line.words if word.x0 >= x - 1]
    # Between two strings drawn one after the other pdfium puts at most a line end and spaces.
    return not left or (bool(right) and 0 <= right[0].first - left[-1].first - len(left[-1].text) <= 4)


def _sides(lines: Sequence[Line], x: float) -> tuple[list[Line], list[Line]]:
    left: list[Word] = []
    right: list[Word] = []
    for line in lines:
        for word in line.words:
            (left if word.x0 < x - 1 else right).append(word)
    return group_lines(left), group_lines(right)


def _are_columns(left: Sequence[Line], right: Sequence[Line], *, width: float) -> bool:
    """Tell whether two sides of a gutter are columns of prose, and not a table, a list or a block of signatures."""
    if len(left) + len(right) < 3 * _LEAST_LINES or not (_is_prose(left, width) and _is_prose(right, width)):
        return False
    return _drawn_apart(left, right) or not _rows_agree(left, right)


def _drawn_apart(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Tell whether one side was drawn before the other, and not row by row with it."""
    order = sorted([(line.words[0].first, False) for line in left] + [(line.words[0].first, True) for line in right])
    switches = sum(a[1] != b[1] for a, b in pairwise(order))
    return switches <= max(2, 0.05 * len(order))


def _is_prose(lines: Sequence[Line], width: float) -> bool:
    if len(lines) < _LEAST_LINES:
        return False
    own = _width(lines)
    if own < _LEAST_SHARE * width:
        return False
    full = sum(line.x1 - line.x0 >= _FULL_LINE * own for line in lines)
    return full >= _LEAST_FULL * len(lines) and median([len(line.words) for line in lines]) >= _LEAST_WORDS


def _rows_agree(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Tell whether the paragraphs of both sides begin at the same heights, as the cells of a row do."""
    starts, others = _paragraph_starts(left), _paragraph_starts(right)
    if len(starts) < 2 or len(others) < 2:
        return False
    shared = sum(any(abs(a - b) <= 2 for b in others) for a in starts)
    return shared >= 0.6 * min(len(starts), len(others))


def _paragraph_starts(lines: Sequence[Line]) -> list[float]:
    pitch = line_pitch(lines)
    return [b.base for a, b in zip(lines, lines[1:], strict=False) if b.base - a.base > 1.35 * pitch]


def _width(lines: Sequence[Line]) -> float:
    return max(line.x1 for line in lines) - min(line.x0 for line in lines)
