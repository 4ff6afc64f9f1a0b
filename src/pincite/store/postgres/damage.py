"""Whether a collection is as it was written: every document by its digest, and the counts by their sums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from psycopg import Connection

from pincite.domain.store_state import Damage
from pincite.store.digest import document_digest
from pincite.store.postgres.generation import CollectionGeneration
from pincite.store.postgres.passages import document_rows


def find_damage(connection: Connection[Any], generation: CollectionGeneration) -> Damage:
    """The documents that are not as they were written."""
    broken = [
        doc_id
        for doc_id, digest, reading in _documents(connection, generation)
        if document_digest(reading, document_rows(connection, generation, doc_id)) != digest
    ]
    strays = connection.execute(
        f"SELECT DISTINCT doc_id FROM {generation.table} p WHERE {generation.alive}"
        f" AND NOT EXISTS (SELECT FROM document d"
        f" WHERE d.collection = p.collection AND d.doc_id = p.doc_id AND {_alive_of('d', generation)})"
    ).fetchall()
    names = [f"document {doc_id}" for doc_id in broken] + [f"passages of {doc_id}" for (doc_id,) in strays]
    return Damage(tuple(names), frozenset([*broken, *(doc_id for (doc_id,) in strays)]))


def _documents(connection: Connection[Any], generation: CollectionGeneration) -> Iterator[tuple[str, bytes, bytes]]:
    """Every document with its digest and reading, one at a time."""
    ids = connection.execute(
        f"SELECT doc_id FROM document WHERE collection = %s AND {generation.alive} ORDER BY doc_id",
        [generation.collection],
    ).fetchall()
    for (doc_id,) in ids:
        row = connection.execute(
            f"SELECT digest, reading FROM document WHERE collection = %s AND {generation.alive} AND doc_id = %s",
            [generation.collection, doc_id],
        ).fetchone()
        if row:
            yield doc_id, bytes(row[0]), bytes(row[1])


def _alive_of(table: str, generation: CollectionGeneration) -> str:
    return generation.alive.replace("born", f"{table}.born").replace("died", f"{table}.died")
