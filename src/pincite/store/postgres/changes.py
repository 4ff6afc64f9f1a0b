"""Rows of the next state: nobody sees them before it is committed, because no state has its number yet."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from psycopg import Connection

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentRows, IndexedDocument
from pincite.legal.languages import known_language
from pincite.store.digest import document_digest, row_digest
from pincite.store.places import places_of
from pincite.store.postgres.generation import CollectionGeneration
from pincite.store.postgres.passages import copy_passages
from pincite.store.postgres.vector_indexes import drop_uncommitted, next_part
from pincite.store.readings import plain, reading_as_bytes

_COLUMNS = "collection, doc_id, born, language, card, passages, content, places, reading, digest"


def change_rows(
    connection: Connection[Any],
    new: CollectionGeneration,
    *,
    added: Collection[IndexedDocument],
    replaced: Collection[str],
    many: bool,
) -> dict[str, bytes]:
    """Put documents in and take documents out, in a transaction; gives the digests of those put in.

    It may be done twice: what was put in before is deleted first. Many passages are kept out of the index of vectors.
    """
    again = [*replaced, *(one.card.id for one in added)]
    for table in ("document", new.table):
        connection.execute(
            f"DELETE FROM {table} WHERE collection = %s AND born = %s AND doc_id = ANY(%s)",
            [new.collection, new.number, again],
        )
    gone = "died IS NULL AND collection = %s AND doc_id = ANY(%s)"
    values = [new.collection, list(replaced)]
    connection.execute(f"UPDATE document SET died = {new.number} WHERE {gone}", values)
    if new.since < new.number:
        # Written anew, these rows would come into the index of vectors once more: the next part is not in it.
        beside = next_part(connection, new, many=True)
        connection.execute(
            f"UPDATE {new.table} SET died = {new.number}, part = {beside} WHERE {gone} AND born >= {new.since}", values
        )
    part = next_part(connection, new, many=many)
    return _copy_documents(connection, new, added, words=copy_passages(connection, new, added, part=part))


def digests_of_next(connection: Connection[Any], new: CollectionGeneration) -> dict[str, bytes]:
    """The documents that are there already of a state that is not committed yet, with their digests."""
    rows = connection.execute(
        "SELECT doc_id, digest FROM document WHERE collection = %s AND born = %s", [new.collection, new.number]
    )
    return {doc_id: bytes(digest) for doc_id, digest in rows}


def discard_changes(connection: Connection[Any], saved: CollectionGeneration) -> None:
    """Take back what a writer that broke off has left of the next state; only the holder of the lock may do so."""
    drop_uncommitted(connection, saved)
    later = "collection = %s AND (born > %s OR died > %s)"
    values = [saved.collection, saved.number, saved.number]
    if connection.execute(f"SELECT 1 FROM document WHERE {later} LIMIT 1", values).fetchone() is None:
        return
    with connection.transaction():
        for table in ("document", saved.table):
            connection.execute(f"DELETE FROM {table} WHERE collection = %s AND born > %s", values[:2])
            connection.execute(f"UPDATE {table} SET died = NULL WHERE collection = %s AND died > %s", values[:2])


def _copy_documents(
    connection: Connection[Any],
    new: CollectionGeneration,
    added: Collection[IndexedDocument],
    *,
    words: Mapping[str, bytes],
) -> dict[str, bytes]:
    digests = {}
    with connection.cursor() as cursor, cursor.copy(f"COPY document ({_COLUMNS}) FROM STDIN") as copy:
        for one in added:
            reading = reading_as_bytes(one.reading)
            own: dict[str, Any] = {
                "language": known_language(one.card.language),
                "card": json.dumps(plain(one.card)),
                "passages": [len(one.places[layer]) for layer in Layer],
                "content": one.reading.doc.text.encode("utf-8", "surrogatepass"),
                "places": json.dumps(places_of(one.reading)).encode("ascii"),
            }
            digest = document_digest(reading, DocumentRows(one.places, one.vectors))
            digests[one.card.id] = digest = digest + row_digest(**own, words=words[one.card.id])
            copy.write_row((new.collection, one.card.id, new.number, *own.values(), reading, digest))
    return digests
