"""The documents that a question is about, by their names or by their kind."""

from __future__ import annotations

from pincite.answer.questions.many import read_kind
from pincite.domain.hit import DocumentCard
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.kinds import choose_documents
from pincite.retrieve.route import Route


def named_documents(store: SearchableStore, question: str) -> tuple[Route, list[DocumentCard]]:
    """The route of a question, and the documents that it names, or else those of the kind that it asks about.

    None where it names something that is not in the store.
    """
    route = store.router.route(question)
    if route.absent:
        return route, []
    cards = [store.library.card(doc_id) for doc_id in route.doc_ids]
    if not cards and (kind := read_kind(question)):
        cards = list(choose_documents(store.library, kind.nouns, modifiers=kind.modifiers))
    return route, cards
