"""Whether a collection is as it was written: every document by its digest, and the counts by their sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from psycopg import Connection, Error

from pincite.domain.indexed import DocumentRows
from pincite.domain.store_state import Damage
from pincite.errors import StoreError
from pincite.store.digest import (
    COUNTS,
    KEPT_CHANGING,
    NAMES,
    VERIFY_ATTEMPTS,
    document_digest,
    in_batches,
    is_whole,
    row_digest,
    superseded_note,
)
from pincite.store.names import names_differ
from pincite.store.postgres.connection import Database, is_lost, translated
from pincite.store.postgres.generation import CollectionGeneration, is_kept
from pincite.store.postgres.library import cards_of
from pincite.store.postgres.passages import document_rows, stored_words, terms_differ


def verify_newest(database: Database, load: Callable[[Connection[Any]], CollectionGeneration | None]) -> Damage | None:
    """The damage to the newest state; None where there is none.

    Every command is a transaction of its own: one for all of them would keep a writer from changing indexes, and all
    searches behind it waiting.
    """
    lost = 0
    for attempt in range(1, VERIFY_ATTEMPTS + 1):
        try:
            with translated(database.place), closing(database.connect()) as connection:
                generation = load(connection)
                if generation is None:
                    return None
                found = find_damage(connection, generation)
                if is_kept(connection, generation):
                    return replace(found, note=superseded_note(lost, generation.number) if lost else "")
                lost = generation.number
        except StoreError as error:
            if attempt == VERIFY_ATTEMPTS or not isinstance(error.__cause__, Error) or not is_lost(error.__cause__):
                raise
    raise StoreError(database.place, KEPT_CHANGING)


def find_damage(connection: Connection[Any], generation: CollectionGeneration) -> Damage:
    """The documents that are not as they were written."""
    broken = _broken(connection, generation)
    strays = connection.execute(
        f"SELECT DISTINCT doc_id FROM {generation.table} p WHERE {generation.alive}"
        f" AND NOT EXISTS (SELECT FROM document d"
        f" WHERE d.collection = p.collection AND d.doc_id = p.doc_id AND {_alive_of('d', generation)})"
    ).fetchall()
    names = [f"document {doc_id}" for doc_id in broken] + [f"passages of {doc_id}" for (doc_id,) in strays]
    if terms_differ(connection, generation):
        names.append(COUNTS)
    if _names_differ(connection, generation):
        names.append(NAMES)
    return Damage(tuple(names), frozenset([*broken, *(doc_id for (doc_id,) in strays)]))


def _broken(connection: Connection[Any], generation: CollectionGeneration) -> list[str]:
    """The documents that are missing, or whose row, passages, words or vectors do not give their digest."""
    documents = f"FROM document WHERE collection = %s AND {generation.alive}"
    ids = connection.execute(f"SELECT doc_id {documents} ORDER BY doc_id", [generation.collection]).fetchall()
    broken = sorted({file.doc_id for file in generation.state.files} - {doc_id for (doc_id,) in ids})
    for some in in_batches([doc_id for (doc_id,) in ids]):
        found = document_rows(connection, generation, some)
        words = stored_words(connection, generation, some)
        rows = connection.execute(
            f"SELECT doc_id, digest, reading, language, card::text, passages, content, places {documents}"
            " AND doc_id = ANY(%s) ORDER BY doc_id",
            [generation.collection, list(some)],
        ).fetchall()
        broken += [
            row[0] for row in rows if row[0] not in found or not _is_whole(row, found[row[0]], words.get(row[0], b""))
        ]
    return broken


def _is_whole(row: Sequence[Any], found: DocumentRows, words: bytes) -> bool:
    _, digest, reading, language, card, passages, content, places = row
    own = row_digest(
        language=language, card=card, passages=passages, content=bytes(content), places=bytes(places), words=words
    )
    return is_whole(bytes(digest), document_digest(bytes(reading), found), own)


def _names_differ(connection: Connection[Any], generation: CollectionGeneration) -> bool:
    """Whether the names that routing reads are not those of the documents."""
    (names,) = connection.execute(
        "SELECT names FROM generation WHERE collection = %s AND number = %s",
        [generation.collection, generation.number],
    ).fetchone() or (None,)
    try:
        return names is not None and names_differ(bytes(names), cards_of(connection, generation))
    except ValueError:
        # A damaged card may be no card at all.
        return True


def _alive_of(table: str, generation: CollectionGeneration) -> str:
    return generation.alive.replace("born", f"{table}.born").replace("died", f"{table}.died")
