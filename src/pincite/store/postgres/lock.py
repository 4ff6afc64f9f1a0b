"""The session of a writer: it holds the collection's lock and reconnects after a lost connection."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from psycopg import Connection, Error

from pincite.errors import StoreError
from pincite.store.postgres.connection import Database, is_lost, translated
from pincite.store.postgres.generation import CollectionGeneration, load_generation
from pincite.store.postgres.indexes import make_partition
from pincite.store.postgres.migrate import migrate

T = TypeVar("T")
# Together with the collection's number, a unique advisory lock.
_LOCK = 7_463_002
# Seconds to keep reconnecting, for example while the server restarts.
_COMEBACK_SECONDS = 60.0
OVERTAKEN = "another process wrote to it while the connection was lost; index again"


class WriterSession:
    """One connection that is kept while a writer works; a context manager."""

    def __init__(self, database: Database, name: str, *, patience: float) -> None:
        self.place = database.place
        self.collection = 0
        self._database = database
        self._name = name
        self._patience = patience
        self._connection: Connection[Any] | None = None

    def __enter__(self) -> WriterSession:
        try:
            with translated(self.place):
                self._begin(self._patience)
        except StoreError:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def connection(self) -> Connection[Any]:
        """The connection that holds the lock."""
        assert self._connection is not None
        return self._connection

    def generation(self, *, since: int | None = None) -> CollectionGeneration | None:
        """The newest state, which is the one `since` where that is known."""
        return self.repeat(lambda connection: load_generation(connection, self._name, self.place), since=since)

    def doc_ids(self, generation: CollectionGeneration | None) -> set[str]:
        """The documents of a state."""
        if generation is None:
            return set()
        query = f"SELECT doc_id FROM document WHERE collection = %s AND {generation.alive}"

        def work(connection: Connection[Any]) -> set[str]:
            return {doc_id for (doc_id,) in connection.execute(query, [self.collection])}

        return self.repeat(work, since=generation.number)

    def has_names(self, generation: CollectionGeneration | None) -> bool:
        """Whether the names of a state are stored."""
        if generation is None:
            return False
        query = "SELECT names IS NOT NULL FROM generation WHERE collection = %s AND number = %s"
        values = [self.collection, generation.number]
        row = self.repeat(lambda connection: connection.execute(query, values).fetchone(), since=generation.number)
        return bool(row and row[0])

    def repeat(self, work: Callable[[Connection[Any]], T], *, since: int | None, advice: str = "") -> T:
        """Do work on the state `since` that may be done twice; after a lost connection, once more."""
        with translated(self.place, advice=advice):
            try:
                return work(self.connection)
            except Error as error:
                if not is_lost(error):
                    raise
            self._come_back(since)
            return work(self.connection)

    def transact(self, work: Callable[[Connection[Any]], None], *, token: uuid.UUID, since: int) -> None:
        """Do work in one transaction on the state `since`; after a lost connection, repeat it unless committed.

        The token tells whether it was: the server may have committed and been lost before it could say so.
        """
        with translated(self.place):
            try:
                self._transact(work)
                return
            except Error as error:
                if not is_lost(error):
                    raise
            if self._come_back(since, token) != token:
                self._transact(work)

    def _come_back(self, since: int | None, own: uuid.UUID | None = None) -> uuid.UUID | None:
        """Connect again, and give the token of the newest state, which must be the one `since`, if any, or our own."""
        self._reconnect()
        row = self.connection.execute(
            "SELECT generation, (SELECT token FROM generation WHERE collection = c.id AND number = c.generation)"
            " FROM collection c WHERE id = %s",
            [self.collection],
        ).fetchone()
        number, token = row or (None, None)
        if since not in (None, number) and (own is None or token != own):
            raise StoreError(self.place, OVERTAKEN)
        return token

    def _transact(self, work: Callable[[Connection[Any]], None]) -> None:
        with self.connection.transaction():
            work(self.connection)

    def _begin(self, patience: float) -> None:
        self._connection = self._database.connect()
        migrate(self._connection, self.place)
        self.collection = self._claim()
        deadline = time.monotonic() + patience
        while not self._try_lock():
            if time.monotonic() >= deadline:
                self._end()
                raise StoreError(self.place, "another process is writing to it; wait until that one is done")
            time.sleep(0.2)

    def _end(self) -> None:
        if self._connection is not None:
            # Closing the connection releases the lock.
            self._connection.close()

    def _reconnect(self) -> None:
        """Connect again, as soon as the server answers."""
        deadline = time.monotonic() + _COMEBACK_SECONDS
        while True:
            try:
                self._end()
                self._begin(_COMEBACK_SECONDS)
                return
            except (StoreError, Error):
                if time.monotonic() >= deadline:
                    raise
                time.sleep(1)

    def _claim(self) -> int:
        """The number of the collection; a new one gets its own table."""
        with self.connection.transaction():
            row = self.connection.execute(
                "INSERT INTO collection (name) VALUES (%s) ON CONFLICT (name) DO NOTHING RETURNING id", [self._name]
            ).fetchone()
            if row:
                make_partition(self.connection, row[0])
        found = self.connection.execute("SELECT id FROM collection WHERE name = %s", [self._name]).fetchone()
        assert found is not None
        return int(found[0])

    def _try_lock(self) -> bool:
        row = self.connection.execute("SELECT pg_try_advisory_lock(%s, %s)", [_LOCK, self.collection]).fetchone()
        return bool(row and row[0])
