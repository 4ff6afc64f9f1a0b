"""Questions for a fact that a document states in one place: law, courts, parties, dates, addresses for notices."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace

from pincite.answer.confidence import DOUBTED
from pincite.answer.quotations.heading_lines import after_heading_line
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.answer.values.facts import RELIABILITY, asked_fact, find_fact
from pincite.answer.values.term_end import RELIABILITY as END_RELIABILITY
from pincite.answer.values.term_end import asks_end, find_end, tells_no_end
from pincite.domain.answer import Answer, NoteKind
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.legal.document_names import initials_of
from pincite.pipeline.asking.one_quotation import quote_one
from pincite.pipeline.searchable_store import SearchableStore
from pincite.ports.store import Library
from pincite.retrieve.naming import is_document_word
from pincite.retrieve.spelling import is_ordinary
from pincite.spans import Span

# The document behind a fact, at the end of a question: nothing but its name, and a word for its kind.
_OF_DOCUMENT = re.compile(
    r"\b(?:of|to|under)\s{1,3}the\s{1,3}(?P<name>[^?:;,]{3,120}?\b(?:agreement|contract|deed|lease|licen[cs]e|nda|policy))\W*$",
    re.IGNORECASE,
)
# "(OWL)": how a company is called in short.
_SHORT_FORM = re.compile(r"\([^\W_]{2,12}\)")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class _Statement:
    """What a document states in one place: its name, its value in short, its words, and how often it is right."""

    name: str
    value: str
    span: Span
    reliability: float


def answer_fact(store: SearchableStore, question: str, card: DocumentCard, *, name: str) -> Answer | None:
    """Answer with a fact that a document states in one place; None if the question asks for more or it is missing.

    `name` are the words of the question that name the document.
    """
    words = _names(card, question, name)
    if asks_end(question, names=words):
        return _answer_end(store, question, card)
    fact = asked_fact(question, names=words)
    if fact is None:
        return None
    began = time.perf_counter()
    reading = store.library.reading(card.id)
    found = find_fact(fact, reading.profile, reading.doc.text, question=question)
    if found is None:
        return None
    stated = _Statement(found.fact, found.value, found.span, RELIABILITY[found.fact])
    return _quote(store, question, card, stated, began=began)


def doubt_other_end(answer: Answer, library: Library) -> Answer:
    """The answer, weak where the end of a document's term is asked and what is quoted says when something else ends."""
    if not answer.citations:
        return answer
    card = library.card(answer.citations[0].passage.doc_id)
    if not asks_end(answer.question, names=_names(card, answer.question, "")):
        return answer
    reading = library.reading(card.id)
    quoted = [one.passage.span for one in answer.citations if one.passage.doc_id == card.id]
    if not tells_no_end(quoted, reading.profile, reading.doc.text):
        return answer
    note = "The words quoted do not say when the document itself ends; they may say when something else does."
    return replace(answer, confidence=min(answer.confidence, DOUBTED), note=note, note_kind=NoteKind.WEAK)


def _answer_end(store: SearchableStore, question: str, card: DocumentCard) -> Answer | None:
    """Answer with the end of a document's term, or with the clause that says how long it lasts."""
    began = time.perf_counter()
    reading = store.library.reading(card.id)
    found = find_end(reading.profile, reading.doc.text)
    if found is None:
        return None
    stated = _Statement("end of the term", found.value, found.span, END_RELIABILITY)
    return _quote(store, question, card, stated, began=began)


def _quote(store: SearchableStore, question: str, card: DocumentCard, stated: _Statement, *, began: float) -> Answer:
    """The answer that quotes the clause of a fact, with its value first where it has one."""
    reading = store.library.reading(card.id)
    clause = cut_to_clause(reading.doc.text, stated.span, reading.outline)
    timed = {"facts": time.perf_counter() - began}
    step = Step("facts", f"{stated.name} of {card.path}: {stated.value or 'in its own words'}")
    return quote_one(
        store,
        card,
        after_heading_line(reading.doc.text, clause, reading.outline),
        Ranking(question, (), (step,), timed),
        answerer="facts",
        reliability=stated.reliability,
        seconds=timed,
        short=f"{stated.value.removesuffix('.')}." if stated.value else "",
    )


def _names(card: DocumentCard, question: str, name: str) -> str:
    """The words that name a document, in its own particulars and in a question."""
    title = card.title or ""
    own = (card.path, title, initials_of(title), *card.parties, card.kind, name, *_peculiar(question, name))
    return " ".join(own).replace("_", " ")


def _peculiar(question: str, name: str) -> list[str]:
    """The words of a document's name that it need not bear itself: what no language has, and short forms in brackets.

    They count only beside words that do name it.
    """
    found = _OF_DOCUMENT.search(question)
    if found is None or not name:
        return []
    rare = [word for word in _WORD.findall(found["name"]) if not is_ordinary(word) and not is_document_word(word)]
    return [*rare, *_SHORT_FORM.findall(found["name"])]
