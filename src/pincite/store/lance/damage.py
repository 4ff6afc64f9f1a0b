"""Whether a store in Lance is as it was written: every document by its digest."""

from __future__ import annotations

from pincite.domain.store_state import Damage
from pincite.store.digest import document_digest, in_batches
from pincite.store.lance.search import document_rows
from pincite.store.lance.tables import LanceState, LanceTables, one_of


def find_damage(tables: LanceTables, state: LanceState) -> Damage:
    """The documents that are not as they were written."""
    documents, passages = tables.need("documents", state.documents), tables.need("passages", state.passages)
    broken = []
    ids = sorted(row["doc_id"] for row in documents.rows(["doc_id"]))
    for some in in_batches(ids):
        found = document_rows(passages, some)
        for row in documents.rows(["doc_id", "digest", "reading"], one_of("doc_id", some)):
            rows = found.get(row["doc_id"])
            if rows is None or document_digest(row["reading"], rows) != row["digest"]:
                broken.append(row["doc_id"])
    broken.sort()
    return Damage(tuple(f"document {doc_id}" for doc_id in broken), frozenset(broken))
