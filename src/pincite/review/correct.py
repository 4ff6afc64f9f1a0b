"""A cell as a person corrects it: its state, its value, and the words that prove it."""

from __future__ import annotations

from dataclasses import replace

from pincite.bench.locate import Locator, TextLocation
from pincite.domain.document import Passage
from pincite.errors import ReviewError
from pincite.pipeline.searchable_store import SearchableStore
from pincite.review.cell import Cell, CellState
from pincite.review.question import ReviewQuestion
from pincite.review.values.read import read_value
from pincite.review.values.value import CellNote
from pincite.spans import Span


def correct_cell(
    store: SearchableStore,
    doc_id: str,
    question: ReviewQuestion,
    *,
    state: CellState,
    value: str = "",
    quote: str = "",
    span: Span | None = None,
    by: str = "",
) -> Cell:
    """The cell that a person says is right; a quotation must stand in the document, at the span where one is given."""
    note = f"Corrected by {by}." if by else "Corrected."
    if state is CellState.NOT_FOUND:
        return Cell(question.name, state, 0.0, note=note, note_kind=CellNote.CORRECTED)
    where = _place(store.library.text(doc_id), quote, span) if quote.strip() or span else None
    read = read_value(value, question)
    size, unit = (read.size, read.unit) if read else (None, "")
    chance = 1.0 if state is CellState.FOUND else 0.5
    cell = Cell(question.name, state, chance, value=value.strip(), size=size, unit=unit)
    cell = replace(cell, note=note, note_kind=CellNote.CORRECTED)
    return _at(cell, store, doc_id, where) if where else cell


def _at(cell: Cell, store: SearchableStore, doc_id: str, span: Span) -> Cell:
    place = store.library.place(Passage(doc_id, span))
    text = store.library.text(doc_id)
    return replace(cell, quote=span.slice(text), span=span, section=place.section, page=place.page)


def _place(text: str, quote: str, span: Span | None) -> Span:
    if span is not None:
        if not span or span.end > len(text):
            raise ReviewError("The span of the correction", "is empty, or ends after the text")
        if not quote or span.slice(text) == quote:
            return span
    found = Locator(text).locate(quote)
    if not isinstance(found, TextLocation):
        raise ReviewError("The quotation of the correction", f"cannot be placed in the document: {found.reason}")
    return found.span
