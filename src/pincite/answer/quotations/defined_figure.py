"""The definition that states a figure: a clause may only use the term ("the Deposit") whose figure is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from pincite.answer.context import ContextLibrary
from pincite.answer.quotations.clauses import ClauseLibrary
from pincite.answer.values.definitions import asks_for_figure, follow_term
from pincite.domain.answer import AnswerContext
from pincite.domain.document import Passage


class FigureLibrary(ContextLibrary, ClauseLibrary, Protocol):
    """What adding a definition needs of a store: documents with their outlines, and places."""


def with_defined_figure(context: AnswerContext, library: FigureLibrary) -> AnswerContext:
    """Add the definition that states the figure asked for, if the best evidence only uses the defined term."""
    if context.best_evidence is None or not asks_for_figure(context.question):
        return context
    score, best, span = context.best_evidence
    doc_id = best.passage.doc_id
    reading = library.reading(doc_id)
    text, parties = reading.doc.text, reading.profile.parties
    definition = follow_term(span, reading.outline, text, question=context.question, parties=parties)
    if definition is None:
        return context
    passage = Passage(doc_id, definition)
    place = library.place(passage)
    source = replace(
        best,
        passage=passage,
        text=definition.slice(text),
        section=place.section,
        page=place.page,
        evidence=((definition, score),),
    )
    ordered = [*context.sources[: best.number], source, *context.sources[best.number :]]
    return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate(ordered, start=1)))
