"""The writer of a collection: documents wait where nobody reads them, and become visible with one transaction."""

from __future__ import annotations

import time
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from psycopg import Connection

from pincite.domain.chunk import Layer
from pincite.domain.indexed import IndexedDocument
from pincite.domain.store_state import StoreState
from pincite.errors import StoreError
from pincite.store.names import pack_names
from pincite.store.pending import PendingChanges
from pincite.store.postgres.changes import change_rows, digests_of_next, discard_changes
from pincite.store.postgres.damage import find_damage
from pincite.store.postgres.generation import CollectionGeneration, pack_state
from pincite.store.postgres.indexes import drop_indexes, has_indexes, make_indexes, measure_recall
from pincite.store.postgres.library import cards_of
from pincite.store.postgres.lock import OVERTAKEN, WriterSession
from pincite.store.postgres.passages import count_terms, recount_terms
from pincite.store.postgres.sweep import sweep
from pincite.store.postgres.vector_indexes import drop_superseded

# From this many chunks on, they are loaded without the index of vectors.
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
        if self._saved:
            session.repeat(partial(discard_changes, saved=self._saved), since=self._saved.number)
        state = self._saved.state if self._saved else None
        self._pending = PendingChanges(session.place, state, session.doc_ids(self._saved), may_add=may_add)
        self._has_names = session.has_names(self._saved)
        # Documents of the next state that are in the tables already, with their digests; and the length of vectors.
        self._stashed: dict[str, bytes] = {}
        self._dimension = self._saved.dimension if self._saved else None
        self._chunks = 0
        # Whether the next state keeps no document of the saved one.
        self._is_fresh = False
        # After damage: what it took from the counts is not known.
        self._recount = False

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
        damage = self._session.repeat(partial(find_damage, generation=self._saved), since=self._saved.number)
        self._pending.clear_out(damage.doc_ids)
        self._recount = bool(damage.files)
        return damage.files

    def add(self, document: IndexedDocument) -> None:
        """Keep a document for the next commit."""
        known, length = self._length, document.vectors[Layer.CHUNK].shape[1]
        if known and known != length:
            raise StoreError(
                self._session.place,
                f"its vectors have the length {known}, and this embedder gives {length}; all documents of a store "
                "have vectors of one length: index into a new collection",
            )
        self._pending.add(document)

    def remove(self, doc_ids: Collection[str]) -> None:
        """Take documents out."""
        self._pending.remove(doc_ids)

    def stash(self) -> None:
        """Write the rows of the next state; nobody reads them before it is committed."""
        saved = self._saved
        if saved is None or not self._pending.waiting:
            return
        put: dict[str, bytes] = {}

        def work(connection: Connection[Any]) -> None:
            with connection.transaction():
                put.update(self._change_rows(connection, new))

        with self._timed("write"):
            self._make_way()
            new = self._next(saved.number + 1, saved.state)
            self._session.repeat(work, since=saved.number)
        gone = set(self._pending.replaced)
        self._stashed = {doc_id: digest for doc_id, digest in self._stashed.items() if doc_id not in gone} | put
        self._dimension = new.dimension
        self._pending.committed(self._pending.state)

    def commit(self, state: StoreState, *, final: bool = True) -> None:
        """Commit all pending changes."""
        changed = self._is_changed(state, final=final)
        if final and self._stashed:
            self._index_ahead()
        with self._timed("write"):
            if changed:
                self._save(state, with_names=final)
        if final and self._saved is not None and self._may_add:
            self._finish(self._saved, changed=changed)

    def _index_ahead(self) -> None:
        """Make the indexes of what is stashed before anybody reads it; readers of the saved state keep theirs."""
        self.stash()
        saved = self._saved
        assert saved is not None
        new = self._next(saved.number + 1, saved.state)
        with self._timed("merge"):
            self._session.repeat(
                lambda connection: make_indexes(connection, new, memory_mb=self._memory_mb), since=saved.number
            )

    def _finish(self, saved: CollectionGeneration, *, changed: bool) -> None:
        """Make the indexes, unless nothing changed and they are there, and delete what nobody reads."""

        def work(connection: Connection[Any]) -> None:
            if changed or not has_indexes(connection, saved):
                make_indexes(connection, saved, memory_mb=self._memory_mb)
                self.recall = measure_recall(connection, saved, seen=self._seen)
                sweep(connection, saved)
                drop_superseded(connection, saved)

        with self._timed("merge"):
            self._session.repeat(work, since=saved.number, advice=_UNFINISHED)

    def _is_changed(self, state: StoreState, *, final: bool) -> bool:
        if self._saved is None or self._pending or self._stashed or self._recount or (final and not self._has_names):
            return True
        return replace(state, version=0) != replace(self._saved.state, version=0)

    @property
    def _length(self) -> int | None:
        """The length of the vectors that stay or are to come; None where there are none."""
        given = (one.vectors[Layer.CHUNK].shape[1] for one in self._pending.waiting.values())
        return self._dimension if self._pending.keeps_any else next(given, None)

    @property
    def _next_dimension(self) -> int | None:
        """The length of vectors that the next commit notes."""
        return self._length or self._dimension

    def _next(self, number: int, state: StoreState) -> CollectionGeneration:
        """The state to come."""
        since = number if self._is_fresh or self._saved is None else self._saved.since
        state = replace(state, version=number)
        return CollectionGeneration(self._session.collection, number, self._next_dimension, state, since)

    def _make_way(self) -> None:
        """Note how much comes, and drop the indexes that are slow to load into where it is much."""
        self._chunks += sum(len(one.places[Layer.CHUNK]) for one in self._pending.waiting.values())
        self._is_fresh = self._is_fresh or not self._pending.keeps_any
        saved = self._saved
        if saved and self._pending.waiting and (self._is_many or self._is_fresh):
            dimension = self._next_dimension
            self._session.repeat(
                lambda connection: drop_indexes(connection, saved, dimension=dimension), since=saved.number
            )

    @property
    def _is_many(self) -> bool:
        return self._chunks > _BULK

    def _save(self, state: StoreState, *, with_names: bool) -> None:
        """Write all of it in one transaction; after a lost connection once more, unless it was done."""
        token = uuid.uuid4()

        def work(connection: Connection[Any]) -> None:
            self._write(connection, state, token=token, with_names=with_names)

        self._make_way()
        since = self._saved.number if self._saved else 0
        self._session.transact(work, token=token, since=since)
        self._saved = self._session.generation(since=since + 1)
        self._dimension = self._saved.dimension if self._saved else None
        self._pending.committed(self._saved.state if self._saved else None)
        self._stashed, self._chunks, self._recount, self._is_fresh = {}, 0, False, False
        self._has_names = with_names

    def _write(self, connection: Connection[Any], state: StoreState, *, token: uuid.UUID, with_names: bool) -> None:
        row = connection.execute(
            "UPDATE collection SET generation = generation + 1, dimension = %s WHERE id = %s RETURNING generation",
            [self._next_dimension, self._session.collection],
        ).fetchone()
        assert row is not None
        new = self._next(row[0], state)
        if self._stashed and digests_of_next(connection, new) != self._stashed:
            raise StoreError(self._session.place, OVERTAKEN)
        if self._recount and self._saved:
            recount_terms(connection, self._saved)
        self._change_rows(connection, new)
        count_terms(connection, new, self._saved)
        packed, digest = pack_state(new.state)
        connection.execute(
            "INSERT INTO generation (collection, number, token, state, state_sha256, since, names)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)",
            [
                *(new.collection, new.number, token, packed, digest, new.since),
                pack_names(cards_of(connection, new)) if with_names else None,
            ],
        )

    def _change_rows(self, connection: Connection[Any], new: CollectionGeneration) -> dict[str, bytes]:
        waiting, replaced = self._pending.waiting.values(), self._pending.replaced
        return change_rows(connection, new, added=waiting, replaced=replaced, many=self._is_many)

    @contextmanager
    def _timed(self, work: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[work] = self.seconds.get(work, 0.0) + time.perf_counter() - began
