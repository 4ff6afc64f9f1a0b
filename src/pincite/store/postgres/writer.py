"""The writer of a collection: documents wait in memory, and become visible with one transaction."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from psycopg import Connection

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard
from pincite.domain.indexed import DocumentRows, IndexedDocument
from pincite.domain.store_state import StoreState
from pincite.errors import Hint, StoreError
from pincite.legal.languages import known_language
from pincite.store.cards import current_cards
from pincite.store.digest import document_digest
from pincite.store.names import pack_names
from pincite.store.pending import PendingChanges
from pincite.store.places import places_of
from pincite.store.postgres.connection import translated
from pincite.store.postgres.damage import find_damage
from pincite.store.postgres.generation import CollectionGeneration, pack_state
from pincite.store.postgres.indexes import drop_indexes, has_indexes, make_indexes, measure_recall
from pincite.store.postgres.lock import WriterSession
from pincite.store.postgres.passages import copy_passages, count_terms
from pincite.store.postgres.sweep import sweep
from pincite.store.readings import plain, reading_as_bytes
from pincite.store.row_library import CARDS

# From this many chunks on, indexes are dropped before loading and rebuilt at the end.
_BULK = 10_000
_UNFINISHED = "the documents are stored, and indexing again makes their indexes"


class PostgresWriter:
    """Writes to a collection whose lock its session holds."""

    def __init__(self, session: WriterSession, *, may_add: bool, seen: int, memory_mb: int) -> None:
        self.recall = 1.0
        self.seconds: dict[str, float] = {}
        self._session = session
        self._may_add = may_add
        self._seen = seen
        self._memory_mb = memory_mb
        self._saved = session.generation()
        state = self._saved.state if self._saved else None
        self._pending = PendingChanges(session.place, state, session.doc_ids(self._saved), may_add=may_add)
        self._has_names = session.has_names(self._saved)

    @property
    def state(self) -> StoreState | None:
        """What was committed last, less what was taken out since."""
        return self._pending.state

    @property
    def doc_ids(self) -> Collection[str]:
        """The documents of the store, as the next commit leaves them."""
        return self._pending.doc_ids

    def repair(self, *, thorough: bool = False) -> tuple[str, ...]:
        """Leave out the documents that are damaged; only a thorough look reads them."""
        if self._saved is None or not thorough:
            return ()
        with translated(self._session.place):
            damage = find_damage(self._session.connection, self._saved)
        self.remove(damage.doc_ids)
        return damage.files

    def add(self, document: IndexedDocument) -> None:
        """Keep a document for the next commit."""
        known, length = self._saved and self._saved.dimension, document.vectors[Layer.CHUNK].shape[1]
        if known and known != length:
            raise StoreError(
                self._session.place,
                f"its vectors have the length {known}, and this embedder gives {length}; a collection in PostgreSQL "
                "keeps one length: index into a new collection, or copy it to a folder and upgrade that",
                hint=Hint.COPY_STORE,
            )
        self._pending.add(document)

    def remove(self, doc_ids: Collection[str]) -> None:
        """Take documents out."""
        self._pending.remove(doc_ids)

    def stash(self) -> None:
        """Leave documents in memory: one transaction shows them all."""

    def commit(self, state: StoreState, *, final: bool = True) -> None:
        """Commit all pending changes."""
        changed = self._is_changed(state, final=final)
        with self._timed("write"):
            if changed:
                self._save(state, with_names=final)
        if final and self._saved is not None and self._may_add:
            self._finish(self._saved, changed=changed)

    def _finish(self, saved: CollectionGeneration, *, changed: bool) -> None:
        """Make the indexes, unless nothing changed and they are there, and delete what nobody reads."""

        def work(connection: Connection[Any]) -> None:
            if changed or not has_indexes(connection, saved):
                make_indexes(connection, saved, memory_mb=self._memory_mb)
                self.recall = measure_recall(connection, saved, seen=self._seen)
                sweep(connection, saved)

        with self._timed("merge"):
            self._session.repeat(work, since=saved.number, advice=_UNFINISHED)

    def _is_changed(self, state: StoreState, *, final: bool) -> bool:
        if self._saved is None or self._pending or (final and not self._has_names):
            return True
        return replace(state, version=0) != replace(self._saved.state, version=0)

    def _save(self, state: StoreState, *, with_names: bool) -> None:
        """Write all of it in one transaction; after a lost connection once more, unless it was done."""
        token = uuid.uuid4()
        dimension = next((one.vectors[Layer.CHUNK].shape[1] for one in self._pending.waiting.values()), None)

        def work(connection: Connection[Any]) -> None:
            self._write(connection, state, dimension=dimension, token=token, with_names=with_names)

        chunks = sum(len(one.places[Layer.CHUNK]) for one in self._pending.waiting.values())
        if self._saved and chunks > _BULK:
            saved = self._saved
            self._session.repeat(lambda connection: drop_indexes(connection, saved), since=saved.number)
        self._session.transact(work, token=token, since=self._saved.number if self._saved else 0)
        self._saved = self._session.generation()
        self._pending.committed(self._saved.state if self._saved else None)
        self._has_names = with_names

    def _write(
        self,
        connection: Connection[Any],
        state: StoreState,
        *,
        dimension: int | None,
        token: uuid.UUID,
        with_names: bool,
    ) -> None:
        row = connection.execute(
            "UPDATE collection SET generation = generation + 1, dimension = coalesce(dimension, %s) WHERE id = %s"
            " RETURNING generation, dimension",
            [dimension, self._session.collection],
        ).fetchone()
        assert row is not None
        new = CollectionGeneration(self._session.collection, row[0], row[1], replace(state, version=row[0]))
        replaced = self._pending.replaced
        for table in ("document", new.table):
            connection.execute(
                f"UPDATE {table} SET died = %s WHERE collection = %s AND died IS NULL AND doc_id = ANY(%s)",
                [new.number, new.collection, replaced],
            )
        self._copy_documents(connection, new)
        copy_passages(connection, new, list(self._pending.waiting.values()))
        count_terms(connection, new)
        packed, digest = pack_state(new.state)
        connection.execute(
            "INSERT INTO generation (collection, number, token, state, state_sha256, names)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [
                *(new.collection, new.number, token, packed, digest),
                pack_names(self._cards(connection, new)) if with_names else None,
            ],
        )

    def _copy_documents(self, connection: Connection[Any], new: CollectionGeneration) -> None:
        columns = "collection, doc_id, born, language, card, passages, content, places, reading, digest"
        with connection.cursor() as cursor, cursor.copy(f"COPY document ({columns}) FROM STDIN") as copy:
            for one in self._pending.waiting.values():
                reading = reading_as_bytes(one.reading)
                copy.write_row(
                    (
                        *(new.collection, one.card.id, new.number, known_language(one.card.language)),
                        json.dumps(plain(one.card)),
                        [len(one.places[layer]) for layer in Layer],
                        one.reading.doc.text.encode("utf-8", "surrogatepass"),
                        json.dumps(places_of(one.reading)).encode("ascii"),
                        reading,
                        document_digest(reading, DocumentRows(one.places, one.vectors)),
                    )
                )

    def _cards(self, connection: Connection[Any], new: CollectionGeneration) -> list[DocumentCard]:
        rows = connection.execute(
            f"SELECT card FROM document WHERE collection = %s AND {new.alive}", [new.collection]
        ).fetchall()
        return current_cards(CARDS.validate_python([card for (card,) in rows]), new.state)

    @contextmanager
    def _timed(self, work: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[work] = self.seconds.get(work, 0.0) + time.perf_counter() - began
