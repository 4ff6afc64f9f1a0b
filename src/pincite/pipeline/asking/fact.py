"""Questions for a fact that a document states in one place: law, courts, parties, dates, addresses for notices."""

from __future__ import annotations

import re
import time

from pincite.answer.quotations.heading_lines import after_heading_line
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.answer.values.facts import RELIABILITY, asked_fact, find_fact
from pincite.domain.answer import Answer
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.legal.document_names import initials_of
from pincite.pipeline.asking.one_quotation import quote_one
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.naming import is_document_word
from pincite.retrieve.spelling import is_ordinary

# The document behind a fact, at the end of a question: nothing but its name, and a word for its kind.
_OF_DOCUMENT = re.compile(
    r"\b(?:of|to|under)\s{1,3}the\s{1,3}(?P<name>[^?:;,]{3,120}?\b(?:agreement|contract|deed|lease|licen[cs]e|nda|policy))\W*$",
    re.IGNORECASE,
)
# "(OWL)": how a company is called in short.
_SHORT_FORM = re.compile(r"\([^\W_]{2,12}\)")
_WORD = re.compile(r"[^\W_]+")


def answer_fact(store: SearchableStore, question: str, card: DocumentCard, *, name: str) -> Answer | None:
    """Answer with a fact that a document states in one place; None if the question asks for more or it is missing.

    `name` are the words of the question that name the document.
    """
    title = card.title or ""
    own = (card.path, title, initials_of(title), *card.parties, card.kind, name, *_peculiar(question, name))
    words = " ".join(own).replace("_", " ")
    fact = asked_fact(question, names=words)
    if fact is None:
        return None
    began = time.perf_counter()
    reading = store.library.reading(card.id)
    found = find_fact(fact, reading.profile, reading.doc.text, question=question)
    if found is None:
        return None
    clause = cut_to_clause(reading.doc.text, found.span, reading.outline)
    timed = {"facts": time.perf_counter() - began}
    step = Step("facts", f"{found.fact} of {card.path}: {found.value or 'in its own words'}")
    return quote_one(
        store,
        card,
        after_heading_line(reading.doc.text, clause, reading.outline),
        Ranking(question, (), (step,), timed),
        answerer="facts",
        reliability=RELIABILITY[found.fact],
        seconds=timed,
        short=f"{found.value.removesuffix('.')}." if found.value else "",
    )


def _peculiar(question: str, name: str) -> list[str]:
    """The words of a document's name that it need not bear itself: what no language has, and short forms in brackets.

    They count only beside words that do name it.
    """
    found = _OF_DOCUMENT.search(question)
    if found is None or not name:
        return []
    rare = [word for word in _WORD.findall(found["name"]) if not is_ordinary(word) and not is_document_word(word)]
    return [*rare, *_SHORT_FORM.findall(found["name"])]
