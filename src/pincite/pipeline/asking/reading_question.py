"""The question as the models read it with passages of the document that it names."""

from __future__ import annotations

from pincite.answer.questions.party_by_role import call_actors_by_role
from pincite.pipeline.searchable_store import SearchableStore


def reading_question(store: SearchableStore, question: str) -> str:
    """A question without the words that only say which document is meant, and with its parties called by their roles.

    No clause says "in the Harbour deal", and clauses speak of "the Supplier": a model that looks for the name in a
    passage reads an answer less surely. A question that names no document stays as it is.
    """
    route = store.router.route(question)
    if route.loose or not route.doc_ids:
        return question
    read = route.reading or route.question
    if len(route.doc_ids) > 1:
        return read
    reading = store.library.reading(route.doc_ids[0])
    title = store.library.card(route.doc_ids[0]).title or ""
    return call_actors_by_role(read, reading.profile.parties, title=title, text=reading.doc.text, everywhere=True)
