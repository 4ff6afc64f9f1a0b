"""Questions for all sums, deposits or deadlines of one document, answered with each clause that states one."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.answer.questions.asked_list import AskedList, read_list
from pincite.answer.quotations.listed_clauses import listed_clauses
from pincite.domain.answer import Answer
from pincite.domain.hit import DocumentCard, Step
from pincite.legal.provision_places import ProvisionPlace
from pincite.pipeline.asking.named_documents import named_documents
from pincite.pipeline.asking.quote_places import quote_places
from pincite.pipeline.searchable_store import SearchableStore
from pincite.ports.store import Library
from pincite.retrieve.exact_name import called_exactly
from pincite.retrieve.filters import Filters
from pincite.retrieve.naming import DOCUMENT_NOUNS

# A clause is listed for a word or a figure in it, and may have it in passing.
_RELIABILITY = 0.8
# More clauses than these are no list that is read.
_MOST = 30
_LONGEST = 900


def answer_listed(store: SearchableStore, question: str, filters: Filters) -> Answer | None:
    """Answer with the clauses that state what is to be listed; None where one document is not meant or none does."""
    asked = None if filters.within else read_list(question)
    if asked is None:
        return None
    cards = _documents(store, question, asked.document, filters)
    found = [(card, place) for card in cards for place in _places(store.library, card, asked)]
    if not 0 < len(found) <= _MOST:
        return None
    steps = (Step("listed", f"{len(found)} clauses of {cards[0].path} with {asked.noun or asked.kind}"),)
    return quote_places(store.library, question, found, steps=steps, most=_LONGEST, confidence=_RELIABILITY)


def _documents(store: SearchableStore, question: str, name: str, filters: Filters) -> list[DocumentCard]:
    """The one document that a question is about, and what amends it; none for "the leases"."""
    word = (name.split() or [""])[-1].casefold()
    if word not in DOCUMENT_NOUNS and word.removesuffix("s") in DOCUMENT_NOUNS:
        return []
    cards = store.library.cards
    chosen = set(filters.choose(cards)) if filters else None
    allowed = {card.id: card for card in cards if chosen is None or card.id in chosen}
    if len(allowed) == 1:
        return list(allowed.values())
    if called := called_exactly(name, store.library):
        return [allowed[doc_id] for doc_id in called if doc_id in allowed]
    named = [card for card in named_documents(store, question)[1] if card.id in allowed]
    return named if len(named) == 1 else []


def _places(library: Library, card: DocumentCard, asked: AskedList) -> Iterator[ProvisionPlace]:
    """The clauses of a document that state what is to be listed."""
    reading = library.reading(card.id)
    for span in listed_clauses(asked, reading.doc.text, reading.outline):
        section = reading.outline.at(span.start)
        yield ProvisionPlace(span, reading.outline.path(section), section)
