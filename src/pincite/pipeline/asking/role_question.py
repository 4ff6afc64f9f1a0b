"""A question that names a party, asked of its document with the party's role in the place of the name."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.questions.party_by_role import call_actors_by_role
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.filters import Filters


def by_role(store: SearchableStore, question: str, filters: Filters) -> tuple[str, Filters]:
    """The question as the clauses of its one document say it, and the filters that keep to this document.

    Both stay as they are where the question is about several documents, or names no party by what it does.
    """
    route = store.router.route(question)
    allowed = filters.choose(store.library.cards) if filters else None
    doc_ids = [doc_id for doc_id in route.doc_ids if allowed is None or doc_id in allowed] or [*(allowed or ())]
    if len(doc_ids) != 1:
        return question, filters
    called = call_parties(store, question, doc_ids[0])
    return (question, filters) if called == question else (called, replace(filters, documents=(doc_ids[0],)))


def call_parties(store: SearchableStore, question: str, doc_id: str, *, everywhere: bool = False) -> str:
    """The question with the parties of a document by their roles: those who act, or all that it names."""
    reading, title = store.library.reading(doc_id), store.library.card(doc_id).title or ""
    parties, text = reading.profile.parties, reading.doc.text
    return call_actors_by_role(question, parties, title=title, text=text, everywhere=everywhere)
