"""Questions for a fact that a document states in one place: law, courts, parties, dates, addresses for notices."""

from __future__ import annotations

import time

from pincite.answer.quotations.heading_lines import after_heading_line
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.answer.values.facts import RELIABILITY, asked_fact, find_fact
from pincite.domain.answer import Answer
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.legal.document_names import initials_of
from pincite.pipeline.asking.one_quotation import quote_one
from pincite.pipeline.searchable_store import SearchableStore


def answer_fact(store: SearchableStore, question: str, card: DocumentCard, *, name: str) -> Answer | None:
    """Answer with a fact that a document states in one place; None if the question asks for more or it is missing.

    `name` are the words of the question that name the document.
    """
    title = card.title or ""
    words = " ".join((card.path, title, initials_of(title), *card.parties, card.kind, name)).replace("_", " ")
    fact = asked_fact(question, names=words)
    if fact is None:
        return None
    began = time.perf_counter()
    reading = store.library.reading(card.id)
    found = find_fact(fact, reading.profile, reading.doc.text, question=question)
    if found is None:
        return None
    own = cut_to_clause(reading.doc.text, found.span, reading.outline)
    timed = {"facts": time.perf_counter() - began}
    step = Step("facts", f"{found.fact} of {card.path}: {found.value or 'in its own words'}")
    return quote_one(
        store,
        card,
        after_heading_line(reading.doc.text, own, reading.outline),
        Ranking(question, (), (step,), timed),
        answerer="facts",
        reliability=RELIABILITY[found.fact],
        seconds=timed,
        short=f"{found.value.removesuffix('.')}." if found.value else "",
    )
