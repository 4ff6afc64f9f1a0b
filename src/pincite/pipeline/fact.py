"""Questions for a fact that a document states in one place: law, courts, parties, dates, addresses for notices."""

from __future__ import annotations

import time

from pincite.answer.facts import RELIABILITY, StatedFact, asked_fact, find_fact
from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span


def answer_fact(store: SearchableStore, question: str, card: DocumentCard, *, name: str) -> Answer | None:
    """Answer with a fact that a document states in one place; None if the question asks for more or it is missing."""
    words = f"{card.path} {card.title or ''} {' '.join(card.parties)} {card.kind} {name}".replace("_", " ")
    fact = asked_fact(question, names=words)
    if fact is None:
        return None
    began = time.perf_counter()
    reading = store.library.reading(card.id)
    found = find_fact(fact, reading.profile, reading.doc.text, question=question)
    if found is None:
        return None
    return _answer(store, question, card, found, seconds=time.perf_counter() - began)


def _answer(store: SearchableStore, question: str, card: DocumentCard, found: StatedFact, *, seconds: float) -> Answer:
    passage = Passage(card.id, found.span)
    quote = found.span.slice(store.library.text(card.id))
    short = f"{found.value.removesuffix('.')}." if found.value else ""
    text = f"{short} “{' '.join(quote.split())}” [1]".lstrip()
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
        boxes=store.library.reading(card.id).doc.boxes(found.span) if place.page else (),
        score=RELIABILITY[found.fact],
    )
    step = Step("facts", f"{found.fact} of {card.path}: {found.value or 'in its own words'}")
    timed = {"facts": seconds}
    return Answer(
        question,
        text,
        found=True,
        confidence=RELIABILITY[found.fact],
        citations=(citation,),
        answerer="facts",
        seconds=timed,
        ranking=Ranking(question, (), (step,), timed),
        short=short,
    )
