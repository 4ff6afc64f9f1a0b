"""What a column of a review holds: how many have it, which values, and the cells that stand out."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from pincite.review.cell import Cell, CellState, ReviewRow, ReviewTable

# A size is an outlier at this many times the usual distance from the median; a word, where this many others agree.
_FAR = 3.5
# Both distances as they would be of a normal spread.
_NORMAL, _NORMAL_MEAN = 1.4826, 1.2533
_LEAST_ROWS = 5
_COMMON = 0.8
_MOST_VALUES = 5


@dataclass(frozen=True, slots=True)
class ColumnSummary:
    """A column in a line: counts by state, commonest values, range of sizes, and the documents that stand out."""

    name: str
    found: int
    not_found: int
    unsure: int
    values: tuple[tuple[str, int], ...]
    span: str = ""
    outliers: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The line."""
        parts = [f"{self.found} found, {self.not_found} not found, {self.unsure} unsure"]
        if self.span:
            parts.append(self.span)
        if self.values:
            parts.append(", ".join(f"{value} ({count})" for value, count in self.values))
        if self.outliers:
            parts.append("stands out: " + ", ".join(f"{document}: {value}" for document, value in self.outliers))
        return "; ".join(parts)


def summarise(table: ReviewTable) -> list[ColumnSummary]:
    """A summary of each column, in order."""
    return [_column(question.name, table.rows, table.column(question.name)) for question in table.questions]


def _column(name: str, rows: Sequence[ReviewRow], cells: Sequence[Cell]) -> ColumnSummary:
    states = Counter(cell.state for cell in cells)
    sure = [(row, cell) for row, cell in zip(rows, cells, strict=True) if cell.state is CellState.FOUND and cell.value]
    values = Counter(cell.value for _, cell in sure)
    common = tuple((value, count) for value, count in values.most_common(_MOST_VALUES) if count > 1)
    sized = [(row, cell) for row, cell in sure if cell.size is not None]
    return ColumnSummary(
        name,
        states[CellState.FOUND],
        states[CellState.NOT_FOUND],
        states[CellState.UNSURE],
        common,
        _span([cell for _, cell in sized]),
        _far(sized) if sized else _rare(sure, values),
    )


def _span(cells: Sequence[Cell]) -> str:
    if len({cell.size for cell in cells}) < 2 or len({cell.unit for cell in cells}) > 1:
        return ""
    ordered = sorted(cells, key=lambda cell: cell.size or 0.0)
    return f"from {ordered[0].value} to {ordered[-1].value}, middle {ordered[len(ordered) // 2].value}"


def _far(sized: Sequence[tuple[ReviewRow, Cell]]) -> tuple[tuple[str, str], ...]:
    """Return sizes far from the median, measured by the median distance from it."""
    if len(sized) < _LEAST_ROWS or len({cell.unit for _, cell in sized}) > 1:
        return ()
    sizes = [cell.size or 0.0 for _, cell in sized]
    middle = statistics.median(sizes)
    away = [abs(size - middle) for size in sizes]
    # If most values are equal, the median distance is zero, and the mean distance is used.
    usual = statistics.median(away) * _NORMAL or statistics.fmean(away) * _NORMAL_MEAN
    return tuple(_named(row, cell) for row, cell in sized if abs((cell.size or 0.0) - middle) > _FAR * usual)


def _rare(sure: Sequence[tuple[ReviewRow, Cell]], values: Counter[str]) -> tuple[tuple[str, str], ...]:
    """The few that say something else where nearly all agree."""
    if len(sure) < _LEAST_ROWS:
        return ()
    commonest, count = values.most_common(1)[0]
    if count < _COMMON * len(sure):
        return ()
    return tuple(_named(row, cell) for row, cell in sure if cell.value != commonest)


def _named(row: ReviewRow, cell: Cell) -> tuple[str, str]:
    return PurePath(row.document).name or row.document, cell.value
