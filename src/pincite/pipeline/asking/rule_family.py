"""Questions of a Part of court rules and its practice directions together: one subject in several documents."""

from __future__ import annotations

from dataclasses import replace

from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.filters import Filters


def of_family(store: SearchableStore, question: str, filters: Filters) -> tuple[str, Filters]:
    """What a question asks of a Part and its practice directions, and filters that keep to these.

    Both stay as they are where it names no such family, or the filters given leave nothing of it.
    """
    route = store.router.family(question)
    allowed = set(filters.choose(store.library.cards)) if filters else None
    doc_ids = [doc_id for doc_id in route.doc_ids if allowed is None or doc_id in allowed] if route else []
    if route is None or not doc_ids:
        return question, filters
    return route.question, replace(filters, documents=tuple(doc_ids))
