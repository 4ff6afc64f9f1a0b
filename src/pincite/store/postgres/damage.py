"""Whether a collection is as it was written: every document by its digest, and the counts by their sums."""

from __future__ import annotations

from typing import Any

from psycopg import Connection

from pincite.domain.store_state import Damage
from pincite.store.digest import document_digest, in_batches
from pincite.store.postgres.generation import CollectionGeneration
from pincite.store.postgres.passages import document_rows


def find_damage(connection: Connection[Any], generation: CollectionGeneration) -> Damage:
    """The documents that are not as they were written."""
    broken = _broken(connection, generation)
    strays = connection.execute(
        f"SELECT DISTINCT doc_id FROM {generation.table} p WHERE {generation.alive}"
        f" AND NOT EXISTS (SELECT FROM document d"
        f" WHERE d.collection = p.collection AND d.doc_id = p.doc_id AND {_alive_of('d', generation)})"
    ).fetchall()
    names = [f"document {doc_id}" for doc_id in broken] + [f"passages of {doc_id}" for (doc_id,) in strays]
    return Damage(tuple(names), frozenset([*broken, *(doc_id for (doc_id,) in strays)]))


def _broken(connection: Connection[Any], generation: CollectionGeneration) -> list[str]:
    """The documents whose reading, passages or vectors do not give their digest."""
    documents = f"FROM document WHERE collection = %s AND {generation.alive}"
    ids = connection.execute(f"SELECT doc_id {documents} ORDER BY doc_id", [generation.collection]).fetchall()
    broken = []
    for some in in_batches([doc_id for (doc_id,) in ids]):
        found = document_rows(connection, generation, some)
        rows = connection.execute(
            f"SELECT doc_id, digest, reading {documents} AND doc_id = ANY(%s) ORDER BY doc_id",
            [generation.collection, list(some)],
        ).fetchall()
        for doc_id, digest, reading in rows:
            if doc_id not in found or document_digest(bytes(reading), found[doc_id]) != bytes(digest):
                broken.append(doc_id)
    return broken


def _alive_of(table: str, generation: CollectionGeneration) -> str:
    return generation.alive.replace("born", f"{table}.born").replace("died", f"{table}.died")
