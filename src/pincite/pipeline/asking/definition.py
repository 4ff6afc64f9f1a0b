"""Questions for what a defined term means, answered with the words that define it."""

from __future__ import annotations

import time
from dataclasses import replace

from pincite.answer.questions.asked_term import asked_terms, find_definition, find_label
from pincite.answer.quotations.heading_lines import after_heading_line
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.answer.values.labelled_short import value_as_answer
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
    found: list[tuple[DocumentCard, Span, str]] = []
    for doc_id in list(dict.fromkeys(hit.passage.doc_id for hit in ranking.hits[:_HITS]))[:_MOST]:
        card = store.library.card(doc_id)
        terms, amount = asked_terms(question, names=_names_of(card))
        if not terms:
            continue
        reading = store.library.reading(doc_id)
        text = reading.doc.text
        if span := find_definition(terms, reading.outline, text, amount=amount):
            own = cut_to_clause(text, span, reading.outline)
            found.append((card, after_heading_line(text, own, reading.outline), ""))
        elif labelled := find_label(terms, text, amount=amount):
            found.append((card, labelled.span, value_as_answer(labelled.value.slice(text))))
    if len(found) != 1:
        return None
    card, span, short = found[0]
    step = Step("definition", f"a term that {card.path} defines")
    return quote_one(
        store,
        card,
        span,
        replace(ranking, steps=(*ranking.steps, step)),
        answerer="definitions",
        reliability=RELIABILITY,
        seconds={"definition": time.perf_counter() - began},
        short=short,
    )


def _names_of(card: DocumentCard) -> str:
    title = card.title or ""
    return " ".join((readable_stem(card.path), title, initials_of(title), card.kind.replace("-", " "), *card.parties))
