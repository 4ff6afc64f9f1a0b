"""Questions for the clauses on a topic, answered with those whose heading names it."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.questions.topic import asked_topic, clauses_on
from pincite.domain.answer import Answer
from pincite.domain.hit import DocumentCard, Step
from pincite.files import readable_stem
from pincite.legal.languages import known_language
from pincite.legal.provision_places import ProvisionPlace
from pincite.pipeline.asking.named_documents import named_documents
from pincite.pipeline.asking.quote_places import quote_places
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.filters import Filters
from pincite.retrieve.naming import DOCUMENT_NOUNS, LAW_NOUNS

# How often clauses under such a heading are those that a question asks for: 489 of 533 by `benchmarks/topics.py`.
RELIABILITY = 0.9
# More documents or clauses than these are no answer.
_MOST_DOCUMENTS, _MOST_PLACES = 2, 3
# Longer clauses are cut where one of their parts ends.
_LONGEST = 2500


def answer_topic(store: SearchableStore, question: str, filters: Filters) -> Answer | None:
    """Answer with the clauses on a topic, if a question asks for them and the document has such headings."""
    if not asked_topic(question):
        return None
    found = [
        (card, place) for card in _documents(store, question, filters) for place in topic_places(store, question, card)
    ]
    if not 0 < len(found) <= _MOST_PLACES:
        return None
    steps = tuple(Step("topic", f"{place.path} of {card.path}, by its heading") for card, place in found)
    return quote_places(store.library, question, found, steps=steps, most=_LONGEST, confidence=RELIABILITY)


def topic_places(store: SearchableStore, question: str, card: DocumentCard) -> list[ProvisionPlace]:
    """The clauses of a document on the topic that a question asks for, by their headings."""
    names = [readable_stem(card.path), card.title or "", card.kind, *card.parties, *DOCUMENT_NOUNS, *LAW_NOUNS]
    language = known_language(card.language)
    topic = asked_topic(question, names=" ".join(names), language=language)
    if not topic:
        return []
    reading = store.library.reading(card.id)
    return clauses_on(topic, reading.outline, reading.doc.text, language=language)


def _documents(store: SearchableStore, question: str, filters: Filters) -> Sequence[DocumentCard]:
    """The few documents that a question is about: it names them, or the filters or the store leave no others."""
    cards: Sequence[DocumentCard] = store.library.cards
    allowed = set(filters.choose(cards)) if filters else {card.id for card in cards}
    if len(allowed) > 1:
        _, cards = named_documents(store, question)
    about = [card for card in cards if card.id in allowed]
    return about if len(about) <= _MOST_DOCUMENTS else ()
