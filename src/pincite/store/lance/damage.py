"""Whether a store in Lance is as it was written: every document by its digest."""

from __future__ import annotations

from pincite.domain.store_state import Damage
from pincite.store.digest import document_digest
from pincite.store.lance.search import document_rows
from pincite.store.lance.tables import LanceState, LanceTables, one_of, rows_of, table_of


def find_damage(tables: LanceTables, state: LanceState) -> Damage:
    """The documents that are not as they were written."""
    documents, passages = tables.open("documents", state.documents), tables.open("passages", state.passages)
    broken = []
    for doc_id in sorted(row["doc_id"] for row in rows_of(documents.search().select(["doc_id"]))):
        (row,) = rows_of(documents.search().where(one_of("doc_id", [doc_id])).select(["digest", "reading"]))
        found = document_rows(table_of(passages.search().where(one_of("doc_id", [doc_id]))))
        if document_digest(row["reading"], found) != row["digest"]:
            broken.append(doc_id)
    return Damage(tuple(f"document {doc_id}" for doc_id in broken), frozenset(broken))
