"""Cell: a document's answer to a question, with the supporting words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.review.question import ReviewQuestion
from pincite.review.values.value import CellNote
from pincite.spans import Span


class CellState(StrEnum):
    """Whether a document answers a question."""

    FOUND = "found"
    NOT_FOUND = "not found"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of a cell, the quotation it was read from, and how sure both are.

    `chance` is the chance that the document holds what is asked, from 0 to 1. `words` are those of the quotation that
    write the value; `size` and `unit` are what values of one column are compared by. An unsure cell has the quotation
    that may hold the answer. A cell that is not found has neither value nor quotation. `note_kind` is what the note
    says, in a word; None where there is no note.
    """

    name: str
    state: CellState
    chance: float
    value: str = ""
    words: str = ""
    size: float | None = None
    unit: str = ""
    quote: str = ""
    span: Span | None = None
    section: str = ""
    page: int | None = None
    note: str = ""
    note_kind: CellNote | None = None

    @property
    def confidence(self) -> float:
        """How likely it is that the cell is right: that what is shown is there, or that nothing is."""
        return 1 - self.chance if self.state is CellState.NOT_FOUND else self.chance

    @property
    def shown(self) -> str:
        """What a table shows for it."""
        if self.state is CellState.NOT_FOUND:
            return CellState.NOT_FOUND.value
        value = self.value or "see the quotation"
        return f"{value} (?)" if self.state is CellState.UNSURE else value


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A document with its cells, in the order of the questions."""

    doc_id: str
    document: str
    title: str
    cells: tuple[Cell, ...]

    def cell(self, name: str) -> Cell:
        """The cell of a column."""
        return next(cell for cell in self.cells if cell.name == name)


@dataclass(frozen=True, slots=True)
class ReviewTable:
    """A review: its title, its columns, and a row for each document."""

    title: str
    questions: tuple[ReviewQuestion, ...]
    rows: tuple[ReviewRow, ...]

    def column(self, name: str) -> list[Cell]:
        """The cells of a column, in the order of the rows."""
        at = [question.name for question in self.questions].index(name)
        return [row.cells[at] for row in self.rows]
