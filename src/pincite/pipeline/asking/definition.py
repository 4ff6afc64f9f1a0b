"""Questions for what a defined term means, answered with the words that define it."""

from __future__ import annotations

import time
from dataclasses import replace

from pincite.answer.questions.asked_term import asked_terms, find_definition
from pincite.answer.quotations.heading_lines import after_heading_line
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.domain.answer import Answer
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.files import readable_stem
from pincite.legal.document_names import initials_of
from pincite.pipeline.asking.one_quotation import quote_one
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span

# How often the words are those that answer, where a document defines what the question asks for.
RELIABILITY = 0.9
# Of how many documents the definitions are looked at, and of how many hits.
_MOST = 4
_HITS = 8


def answer_definition(store: SearchableStore, question: str, ranking: Ranking) -> Answer | None:
    """Answer with the definition of the term that a question asks for, if one of the documents found alone gives it."""
    if ranking.absent:
        return None
    began = time.perf_counter()
    found: list[tuple[DocumentCard, Span]] = []
    for doc_id in list(dict.fromkeys(hit.passage.doc_id for hit in ranking.hits[:_HITS]))[:_MOST]:
        card = store.library.card(doc_id)
        terms, amount = asked_terms(question, names=_names_of(card))
        if not terms:
            continue
        reading = store.library.reading(doc_id)
        if span := find_definition(terms, reading.outline, reading.doc.text, amount=amount):
            own = cut_to_clause(reading.doc.text, span, reading.outline)
            found.append((card, after_heading_line(reading.doc.text, own, reading.outline)))
    if len(found) != 1:
        return None
    card, span = found[0]
    step = Step("definition", f"a term that {card.path} defines")
    return quote_one(
        store,
        card,
        span,
        replace(ranking, steps=(*ranking.steps, step)),
        answerer="definitions",
        reliability=RELIABILITY,
        seconds={"definition": time.perf_counter() - began},
    )


def _names_of(card: DocumentCard) -> str:
    title = card.title or ""
    return " ".join((readable_stem(card.path), title, initials_of(title), card.kind.replace("-", " "), *card.parties))
