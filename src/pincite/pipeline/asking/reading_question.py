"""The question as the models read it with passages of the document that it names."""

from __future__ import annotations

from pincite.answer.questions.request import bare_request
from pincite.pipeline.asking.role_question import call_parties
from pincite.pipeline.searchable_store import SearchableStore


def reading_question(store: SearchableStore, question: str) -> str:
    """What a question asks of passages: without its document's name, its parties called by their roles.

    No clause says "in the Harbour deal", and clauses speak of "the Supplier": a model that looks for the name in a
    passage reads an answer less surely. So it does for "can you tell me".
    """
    return bare_request(_of_document(store, question))


def _of_document(store: SearchableStore, question: str) -> str:
    route = store.router.route(question)
    if route.loose or not route.doc_ids:
        return question
    read = route.reading or route.question
    return read if len(route.doc_ids) > 1 else call_parties(store, read, route.doc_ids[0], everywhere=True)
