"""Rows of a review by condition, in order, and in groups: `governing_law=Delaware`, `notice<30 days`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from pincite.errors import SettingsError
from pincite.legal.folding import fold_text
from pincite.review.cell import Cell, CellState, ReviewRow, ReviewTable
from pincite.review.question import ReviewQuestion
from pincite.review.values.read import read_value

_CONDITION = re.compile(r"\s*+(?P<name>\w++)\s*+(?P<how><=|>=|!=|=|<|>|~)\s*+(?P<wanted>.*)", re.DOTALL)
# Rows with a cell that a person corrected.
CORRECTED = "corrected"
_SIZES: dict[str, Callable[[float, float], bool]] = {
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a column: equal (=), different (!=), containing (~), or less or more than a value."""

    name: str
    how: str
    wanted: str
    size: float | None = None
    unit: str = ""

    def met_by(self, cell: Cell) -> bool:
        """Tell whether a cell meets the condition; one that is not found meets only conditions on its state."""
        if self.how in _SIZES:
            comparable = cell.size is not None and self.size is not None and cell.unit == self.unit
            return comparable and _SIZES[self.how](cell.size or 0.0, self.size or 0.0)
        wanted, value = _folded(self.wanted), _folded(cell.value)
        if self.how == "~":
            return bool(value) and wanted in value
        equal = wanted == cell.state.value or (cell.state is not CellState.NOT_FOUND and wanted == value)
        return equal == (self.how == "=")


def read_condition(text: str, questions: Sequence[ReviewQuestion]) -> Condition:
    """Parse a condition; a size is parsed like a value of its column."""
    found = _CONDITION.fullmatch(text)
    if not found:
        raise SettingsError("where", f"is {text!r}: write NAME=VALUE; instead of = also !=, ~, <, >, <= or >=")
    question = _column(found["name"], questions, setting="where")
    how, wanted = found["how"], found["wanted"].strip()
    if how not in _SIZES:
        return Condition(question.name, how, wanted)
    value = read_value(wanted, question)
    if value is None or value.size is None:
        raise SettingsError("where", f"compares {question.name} with {wanted!r}, which is not of type {question.type}")
    return Condition(question.name, how, wanted, value.size, value.unit)


def choose_rows(table: ReviewTable, conditions: Sequence[Condition]) -> ReviewTable:
    """The rows that meet every condition."""
    rows = (row for row in table.rows if all(one.met_by(row.cell(one.name)) for one in conditions))
    return replace(table, rows=tuple(rows))


def find_rows(table: ReviewTable, words: str) -> ReviewTable:
    """Return the rows whose document name or values contain all of some words."""
    wanted = words.lower().split()
    return replace(table, rows=tuple(row for row in table.rows if all(word in _searched(row) for word in wanted)))


def rows_with_state(table: ReviewTable, state: str, *, corrected: Collection[str] = ()) -> ReviewTable:
    """The rows that have a cell in a state; of `corrected`, those of the documents named so."""
    if state == CORRECTED:
        return replace(table, rows=tuple(row for row in table.rows if row.doc_id in corrected))
    rows = (row for row in table.rows if any(cell.state.value == state for cell in row.cells))
    return replace(table, rows=tuple(rows))


def sort_rows(table: ReviewTable, by: str) -> ReviewTable:
    """Sort the rows by a column; with a minus before its name, in descending order. Empty cells come last."""
    name = by.removeprefix("-")
    column = _column(name, table.questions, setting="sort").name
    filled = [row for row in table.rows if row.cell(column).value]
    empty = [row for row in table.rows if not row.cell(column).value]
    filled.sort(key=lambda row: _order(row.cell(column)), reverse=by.startswith("-"))
    return replace(table, rows=(*filled, *empty))


def group_rows(table: ReviewTable, by: str) -> dict[str, ReviewTable]:
    """A table for each value of a column, the largest first."""
    column = _column(by, table.questions, setting="group").name
    groups: dict[str, list[ReviewRow]] = {}
    names: dict[str, str] = {}
    for row in table.rows:
        cell = row.cell(column)
        value = cell.value or cell.state.value
        groups.setdefault(names.setdefault(_folded(value), value), []).append(row)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return {value: replace(table, rows=tuple(rows)) for value, rows in ordered}


def pivot_rows(table: ReviewTable, by: str, across: str) -> dict[str, dict[str, int]]:
    """How many rows have each value of one column with each value of another."""
    others = list(group_rows(table, across))
    counted = {value: group_rows(part, across) for value, part in group_rows(table, by).items()}
    return {
        value: {other: len(parts[other].rows) if other in parts else 0 for other in others}
        for value, parts in counted.items()
    }


def check_columns(questions: Sequence[ReviewQuestion], *, sort: str | None, group: str | None) -> None:
    """Refuse an order or a group by an unknown column before any cell is read."""
    if sort:
        _column(sort.removeprefix("-"), questions, setting="sort")
    for name in group.split(",") if group else ():
        _column(name.strip(), questions, setting="group")


def _column(name: str, questions: Sequence[ReviewQuestion], *, setting: str) -> ReviewQuestion:
    for question in questions:
        if question.name.casefold() == name.casefold():
            return question
    raise SettingsError(setting, f"names the column '{name}'", known=[question.name for question in questions])


def _order(cell: Cell) -> tuple[str, float, str]:
    return cell.unit, cell.size if cell.size is not None else 0.0, _folded(cell.value)


def _searched(row: ReviewRow) -> str:
    return " ".join([row.title, row.document, *(cell.value for cell in row.cells)]).lower()


def _folded(text: str) -> str:
    return " ".join(fold_text(text).casefold().split())
