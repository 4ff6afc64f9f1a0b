"""Read a cell from a document: from its particulars if possible, else from the best windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from pincite.domain.document import Passage
from pincite.domain.reading import Reading
from pincite.pipeline.asking.each import whole_sentences
from pincite.pipeline.asking.question_batch import DocumentPass, QuestionBatch
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.highlight import Highlights
from pincite.review.cell import Cell, CellState
from pincite.review.particulars import Particular, find_particular, surroundings
from pincite.review.presence import judge_presence
from pincite.review.question import ReviewQuestion, ValueType
from pincite.review.values.read import read_value
from pincite.review.values.value import CellNote, Surroundings, Value
from pincite.spans import Span

_FIGURES = frozenset({ValueType.DATE, ValueType.MONEY, ValueType.DURATION, ValueType.PERCENTAGE, ValueType.CHOICE})
# A span with the figure asked for is preferred, unless its chance is lower by this much.
_MARGIN = 0.25
_OTHER_LANGUAGE = "The models do not read the document's language."
_UNCLEAR = "It is not clear which way the words point."
_RATHER_NOT = "Probably not there: these are the nearest words."


class CellReader:
    """Reads the cells of one document after another."""

    def __init__(self, store: SearchableStore, questions: Sequence[ReviewQuestion]) -> None:
        self._store = store
        self._questions = questions
        self._batch = QuestionBatch(store, [question.question for question in questions])

    def open(self, doc_id: str) -> OpenDocument:
        """A document, ready to be read."""
        return OpenDocument(self._store, self._batch.open(doc_id))

    def read(self, opened: OpenDocument, number: int) -> Cell:
        """The cell of the question with a number."""
        question = self._questions[number]
        known = find_particular(question, opened.reading)
        if known is not None:
            return opened.place(_from_particular(question, known), known.span)
        seen = self._batch.ask(opened.asked, number)
        if seen is None:
            return Cell(question.name, CellState.UNSURE, 0.5, note=_OTHER_LANGUAGE, note_kind=CellNote.OTHER_LANGUAGE)
        if not seen.found:
            return Cell(question.name, CellState.NOT_FOUND, 0.0)
        span, value = _best_words(question, seen, opened)
        judged = judge_presence(seen, question.question, words=span.slice(opened.text))
        if judged.state is CellState.NOT_FOUND:
            return Cell(question.name, CellState.NOT_FOUND, judged.chance)
        cell = opened.place(Cell(question.name, judged.state, judged.chance), span)
        cell = _with_value(cell, value) if value else _without_value(cell, question)
        if judged.state is CellState.UNSURE and not judged.there:
            return replace(cell, note=_RATHER_NOT, note_kind=CellNote.NEAREST)
        return cell


class OpenDocument:
    """A document while its cells are read."""

    def __init__(self, store: SearchableStore, asked: DocumentPass) -> None:
        self._store = store
        self.asked = asked

    @cached_property
    def reading(self) -> Reading:
        """All that was found in the document."""
        return self._store.library.reading(self.asked.doc_id)

    @cached_property
    def known(self) -> Surroundings:
        """What reading a value may need to know."""
        return surroundings(self.reading)

    @property
    def text(self) -> str:
        """The document's text."""
        return self.reading.doc.text

    def place(self, cell: Cell, span: Span) -> Cell:
        """A cell with its quotation and where that stands."""
        place = self._store.library.place(Passage(self.asked.doc_id, span))
        return replace(cell, quote=span.slice(self.text), span=span, section=place.section, page=place.page)


def _from_particular(question: ReviewQuestion, known: Particular) -> Cell:
    return _with_value(Cell(question.name, CellState.FOUND, known.chance), known.value)


def _with_value(cell: Cell, value: Value) -> Cell:
    cell = replace(cell, value=value.text, words=value.words, size=value.size, unit=value.unit)
    return replace(cell, note=value.note, note_kind=value.note_kind)


def _best_words(question: ReviewQuestion, seen: Highlights, opened: OpenDocument) -> tuple[Span, Value | None]:
    """The words to quote and the value they state: the likeliest, or one nearly as likely that states a value."""
    least = seen.found[0].score - _MARGIN
    spans = [one.quoted for one in seen.found if one.score >= least] or [seen.found[0].quoted]
    whole = [whole_sentences(opened.text, span) for span in spans]
    values = [read_value(span.slice(opened.text), question, known=opened.known) for span in whole]
    if question.type in _FIGURES:
        for span, value in zip(whole, values, strict=True):
            if value is not None:
                return span, value
    return whole[0], values[0]


def _without_value(cell: Cell, question: ReviewQuestion) -> Cell:
    """A cell whose words state no value; where a yes or no was asked, it is unsure which way they point."""
    if question.type is ValueType.YES_NO:
        return replace(cell, state=CellState.UNSURE, note=_UNCLEAR, note_kind=CellNote.UNCLEAR)
    what = {ValueType.MONEY: "no amount", ValueType.PARTY: "no party", ValueType.CHOICE: "none of the choices"}
    named = what.get(question.type, f"no {question.type}")
    return replace(cell, note=f"The words name {named}.", note_kind=CellNote.NO_VALUE)
