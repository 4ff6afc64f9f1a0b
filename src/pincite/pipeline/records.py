"""What a search finds, as records of the form that search indexes export."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from pincite.pipeline.store import Store
from pincite.retrieve.filters import NO_FILTERS, Filters


def search_records(store: Store, query: str, *, k: int, filters: Filters = NO_FILTERS) -> dict[str, Any]:
    """The passages that answer a query: id, content, category, sourcepage and sourcefile of each, with its score."""
    records = []
    for hit in store.search(query, k=k, filters=filters).hits:
        card, place = store.card(hit.passage.doc_id), store.place(hit.passage)
        said = dict(card.metadata)
        records.append(
            {
                "id": f"{card.id}_{hit.passage.span.start}_{hit.passage.span.end}",
                "content": store.text(hit.passage),
                "category": said.get("category", ""),
                "sourcepage": said.get("sourcepage") or card.title or PurePath(card.path).stem,
                "sourcefile": said.get("sourcefile") or PurePath(card.path).name,
                "section": place.section,
                "page": place.page,
                "score": hit.score,
            }
        )
    return {"query": query, "results": records}
