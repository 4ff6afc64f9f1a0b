"""Questions for what a defined term means, answered with the words that define it."""

from __future__ import annotations

import time
from dataclasses import replace

from pincite.answer.asked_term import asked_terms, find_definition
from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span

# How often the words are those that answer, where a document defines what the question asks for.
RELIABILITY = 0.9
# Of how many documents the definitions are looked at, and of how many hits.
_MOST = 4
_HITS = 8


def answer_definition(store: SearchableStore, question: str, ranking: Ranking) -> Answer | None:
    """Answer with the definition of the term that a question asks for, if one of the documents found alone gives it."""
    terms, amount = asked_terms(question)
    if not terms or ranking.absent:
        return None
    began = time.perf_counter()
    found: list[tuple[DocumentCard, Span]] = []
    for doc_id in list(dict.fromkeys(hit.passage.doc_id for hit in ranking.hits[:_HITS]))[:_MOST]:
        reading = store.library.reading(doc_id)
        if span := find_definition(terms, reading.outline, reading.doc.text, amount=amount):
            found.append((store.library.card(doc_id), span))
    if len(found) != 1:
        return None
    card, span = found[0]
    step = Step("definition", f"a term that {card.path} defines")
    seconds = time.perf_counter() - began
    return _answer(store, replace(ranking, steps=(*ranking.steps, step)), card, span, seconds=seconds)


def _answer(store: SearchableStore, ranking: Ranking, card: DocumentCard, span: Span, *, seconds: float) -> Answer:
    passage = Passage(card.id, span)
    quote = span.slice(store.library.text(card.id))
    text = f"“{' '.join(quote.split())}” [1]"
    place = store.library.place(passage)
    citation = Citation(
        number=1,
        passage=passage,
        quote=quote,
        document=card.path,
        claim=Span(0, len(text)),
        title=card.title,
        section=place.section,
        page=place.page,
        boxes=store.library.reading(card.id).doc.boxes(span) if place.page else (),
        score=RELIABILITY,
    )
    return Answer(
        ranking.query,
        text,
        found=True,
        confidence=RELIABILITY,
        citations=(citation,),
        answerer="definitions",
        seconds={"definition": seconds},
        ranking=ranking,
    )
