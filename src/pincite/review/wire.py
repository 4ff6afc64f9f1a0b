"""Reviews and redlines on the wire."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pincite.render.wire.base import WireModel, WireSpan
from pincite.review.cell import Cell, ReviewRow, ReviewTable
from pincite.review.forms.as_json import cell_with_pinpoint, table_as_json
from pincite.review.question import QuestionSet, ReviewQuestion
from pincite.review.redline.cells import CellChange
from pincite.review.redline.change import Redline
from pincite.review.redline.render import redline_as_json


class WireReviewQuestion(WireModel):
    """A column of a review: its name, what is asked, and the type of value that is sought."""

    name: str
    question: str
    type: str
    choices: list[str]

    @classmethod
    def of(cls, question: ReviewQuestion) -> WireReviewQuestion:
        """Convert a question to its wire record."""
        return cls(
            name=question.name, question=question.question, type=question.type.value, choices=list(question.choices)
        )


class WireQuestionSet(WireModel):
    """A set of questions that ships with the package."""

    name: str
    title: str
    questions: list[WireReviewQuestion]

    @classmethod
    def of(cls, asked: QuestionSet) -> WireQuestionSet:
        """Convert a set to its wire record."""
        return cls(
            name=asked.name, title=asked.title, questions=[WireReviewQuestion.of(one) for one in asked.questions]
        )


class WireCell(WireModel):
    """What a document says to a question: `state` is `found`, `not found` or `unsure`; a person may have corrected it.

    `quote` are the words that prove the value, at `span`; `size` and `unit` are what values are compared by.
    """

    name: str
    state: str
    value: str = ""
    words: str = ""
    size: float | None = None
    unit: str = ""
    quote: str = ""
    span: WireSpan | None = None
    section: str = ""
    pinpoint: str = ""
    page: int | None = None
    note: str = ""
    note_kind: str | None = None
    chance: float
    confidence: float
    corrected: bool = False

    @classmethod
    def of(cls, cell: Cell, *, corrected: bool = False) -> WireCell:
        """Convert a cell to its wire record."""
        return cls.model_validate({**cell_with_pinpoint(cell), "corrected": corrected})


class WireRow(WireModel):
    """A document with its cells, in the order of the questions."""

    doc_id: str
    document: str
    title: str
    cells: list[WireCell]

    @classmethod
    def of(cls, row: ReviewRow, *, corrected: Collection[str] = ()) -> WireRow:
        """Convert a row to its wire record; `corrected` are the columns that a person corrected."""
        cells = [WireCell.of(cell, corrected=cell.name in corrected) for cell in row.cells]
        return cls(doc_id=row.doc_id, document=row.document, title=row.title, cells=cells)


class WireValueCount(WireModel):
    """How many documents have a value."""

    value: str
    count: int


class WireOutlier(WireModel):
    """A document that stands out in a column."""

    document: str
    value: str


class WireColumn(WireModel):
    """A column in figures: counts by state, the commonest values, the range of sizes, and what stands out."""

    name: str
    found: int
    not_found: int
    unsure: int
    values: list[WireValueCount]
    range: str
    outliers: list[WireOutlier]


def wire_columns(table: ReviewTable) -> list[WireColumn]:
    """The figures of each column."""
    return [WireColumn.model_validate(one) for one in table_as_json(table)["summary"]]


class WireClause(WireModel):
    """A clause of a version: its label, where it stands, and its words without the label."""

    label: str
    span: WireSpan
    words: str


class WireFigureChange(WireModel):
    """A number of the old words and what stands in its place; one of them is empty where nothing does."""

    old: str
    new: str


class WirePiece(WireModel):
    """A stretch of words: in both versions (`same`), in the old alone (`removed`), or in the new alone (`added`)."""

    kind: str
    text: str


class WireChange(WireModel):
    """What became of a clause: `added`, `removed`, `moved` or `reworded`."""

    kind: str
    moved: bool
    label: str
    old: WireClause | None
    new: WireClause | None
    figures: list[WireFigureChange]
    pieces: list[WirePiece]


class WireCellChange(WireModel):
    """A cell of a review before and after."""

    old: WireCell
    new: WireCell


class WireRedline(WireModel):
    """Two versions, clause against clause, changed numbers first; and the cells that changed, where asked for."""

    old: str
    new: str
    unchanged: int
    changes: list[WireChange]
    cells: list[WireCellChange]

    @classmethod
    def of(cls, redline: Redline, cells: Sequence[CellChange] = ()) -> WireRedline:
        """Convert a redline to its wire record."""
        changed = [WireCellChange(old=WireCell.of(one.old), new=WireCell.of(one.new)) for one in cells]
        return cls.model_validate({**redline_as_json(redline), "cells": changed})
