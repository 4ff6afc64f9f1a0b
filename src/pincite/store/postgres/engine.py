"""The store in PostgreSQL: a collection of a database, which many processes and machines may read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pincite.domain.store_place import StoreAddress, StorePlace
from pincite.domain.store_state import Damage, StoreState
from pincite.errors import Hint, SettingsError, StoreError
from pincite.options import Execution, Injected
from pincite.ports.store import MakePlugin, OpenStore
from pincite.store.postgres.address import parse_address

if TYPE_CHECKING:
    from psycopg import Connection

    from pincite.store.postgres.connection import Database
    from pincite.store.postgres.generation import CollectionGeneration
    from pincite.store.postgres.writer import PostgresWriter


@dataclass(frozen=True, slots=True)
class PostgresSnapshot:
    """One state of a collection, not opened yet."""

    database: Database
    generation: CollectionGeneration
    seen: int

    @property
    def state(self) -> StoreState:
        """What the store says of itself."""
        return self.generation.state

    def open(self, make: MakePlugin) -> OpenStore:
        """Open the state; nothing is loaded before it is asked for."""
        from pincite.store.postgres.indexes import describe_engine, describe_unfinished
        from pincite.store.postgres.library import PostgresLibrary
        from pincite.store.postgres.search import PostgresSearch

        return OpenStore(
            PostgresLibrary(self.database, self.generation),
            PostgresSearch(self.database, self.generation, seen=self.seen),
            self.state,
            self.database.read(lambda connection: describe_engine(connection, self.generation)),
            self.database.read(lambda connection: describe_unfinished(connection, self.generation)),
        )


class PostgresEngine:
    """A store in PostgreSQL with pgvector, named `postgres://host/database/collection`; passwords come from libpq."""

    def __init__(
        self,
        place: Injected[StorePlace],
        *,
        connections: Execution[int] = 8,
        seen: Execution[int] = 0,
        memory_mb: Execution[int] = 512,
    ) -> None:
        if not isinstance(place, StoreAddress):
            raise SettingsError("store", f"is the folder {place}, and a store in PostgreSQL has an address")
        self._place = place
        self._address = parse_address(place)
        self._connections = connections
        self._seen = seen
        self._memory_mb = memory_mb

    def latest(self) -> PostgresSnapshot | None:
        """The newest committed state; None where there is no store yet."""
        generation = self._database.read(self._load)
        return PostgresSnapshot(self._database, generation, self._seen) if generation else None

    def mark(self) -> bytes:
        """What tells the newest committed state from every other one: its number."""
        from pincite.store.postgres.generation import newest_number

        name = self._address.collection
        return str(self._database.read(lambda connection: newest_number(connection, name))).encode()

    @contextmanager
    def write(self, make: MakePlugin | None = None, *, patience: float = 0) -> Iterator[PostgresWriter]:
        """A writer, the only one of this collection at a time; other collections are written meanwhile."""
        from pincite.store.postgres.lock import WriterSession
        from pincite.store.postgres.writer import PostgresWriter

        with WriterSession(self._database, self._address.collection, patience=patience) as session:
            yield PostgresWriter(session, may_add=make is not None, seen=self._seen, memory_mb=self._memory_mb)

    def damage(self) -> Damage:
        """The documents that are not as they were written, by the digest of each."""
        from pincite.store.postgres.damage import verify_newest

        found = verify_newest(self._database, self._load)
        if found is None:
            raise StoreError(self._place, "there is no store", hint=Hint.MAKE_STORE)
        return found

    def _load(self, connection: Connection[Any]) -> CollectionGeneration | None:
        from pincite.store.postgres.generation import load_generation
        from pincite.store.postgres.migrate import has_tables

        if not has_tables(connection, self._place):
            return None
        return load_generation(connection, self._address.collection, self._place)

    @property
    def _database(self) -> Database:
        from pincite.store.postgres.connection import Database

        return Database(self._place, dict(self._address.parameters), connections=self._connections)
