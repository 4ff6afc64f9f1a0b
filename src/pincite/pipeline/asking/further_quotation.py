"""A further quotation: a section brought along after what an answer quotes, cited by a number of its own."""

from __future__ import annotations

from dataclasses import replace

from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.domain.hit import Step
from pincite.domain.section import Section
from pincite.legal.page_furniture import shown_words, trim_furniture
from pincite.legal.quotations import put_in_marks
from pincite.ports.store import Library
from pincite.spans import Span


def add_quotation(
    answer: Answer, index: Library, span: Span, *, lead: str, target: Section, beside: Citation | None = None
) -> Answer:
    """Quote a span at the end of an answer, after the words that lead to it.

    It is one of the first citation's document, or of that of the citation it stands `beside`.
    """
    first = beside or answer.citations[0]
    reading = index.reading(first.passage.doc_id)
    span = trim_furniture(span, reading.doc)
    passage = Passage(first.passage.doc_id, span)
    page = index.place(passage).page
    number = max((one.number for one in answer.citations), default=0) + 1
    words = f"{lead}{put_in_marks(shown_words(span, reading.doc))} [{number}]"
    said = f"{answer.text} {words}" if answer.text else words
    citation = Citation(
        number,
        passage,
        span.slice(reading.doc.text),
        first.document,
        Span(len(said) - len(words), len(said)),
        title=first.title,
        section=reading.outline.path(target),
        page=page,
        boxes=reading.doc.boxes(span) if page else (),
        score=first.score,
    )
    return replace(answer, text=said, citations=(*answer.citations, citation))


def explain_step(answer: Answer, note: str) -> Answer:
    """Say in the steps of the ranking, where they are told, why a section was brought along."""
    ranking = answer.ranking
    if ranking is None or not ranking.steps:
        return answer
    return replace(answer, ranking=replace(ranking, steps=(*ranking.steps, Step("reference", note))))
