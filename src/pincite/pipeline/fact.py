"""Questions that a document's particulars answer: its governing law, parties and dates, each with its own words."""

from __future__ import annotations

import time

from pincite.answer.facts import Fact, StatedFact, asked_fact, find_fact
from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span

# How often a particular is right where it is found; see `benchmarks/particulars.py`.
_RIGHT = {Fact.LAW: 0.95, Fact.PARTIES: 0.85, Fact.MADE: 0.85, Fact.EFFECTIVE: 0.85}


def answer_fact(store: SearchableStore, question: str, card: DocumentCard, *, name: str) -> Answer | None:
    """The answer that a document's particulars hold; None where the question asks for more, or they do not hold it."""
    words = f"{card.path} {card.title or ''} {' '.join(card.parties)} {card.kind} {name}".replace("_", " ")
    fact = asked_fact(question, names=words)
    if fact is None:
        return None
    began = time.perf_counter()
    reading = store.library.reading(card.id)
    found = find_fact(fact, reading.profile, reading.doc.text)
    if found is None:
        return None
    return _answer(store, question, card, found, seconds=time.perf_counter() - began)


def _answer(store: SearchableStore, question: str, card: DocumentCard, found: StatedFact, *, seconds: float) -> Answer:
    passage = Passage(card.id, found.span)
    quote = found.span.slice(store.library.text(card.id))
    short = f"{found.value.removesuffix('.')}."
    text = f"{short} “{' '.join(quote.split())}” [1]"
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
        score=_RIGHT[found.fact],
    )
    step = Step("facts", f"{found.fact} from the particulars of {card.path}: {found.value}")
    timed = {"facts": seconds}
    return Answer(
        question,
        text,
        found=True,
        confidence=_RIGHT[found.fact],
        citations=(citation,),
        answerer="facts",
        seconds=timed,
        ranking=Ranking(question, (), (step,), timed),
        short=short,
    )
