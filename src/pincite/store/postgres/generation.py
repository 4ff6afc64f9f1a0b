"""One committed state of a collection, and what the store says of itself in it."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from psycopg import Connection, errors
from pydantic import TypeAdapter

from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress
from pincite.domain.store_state import StoreState
from pincite.errors import Hint, StoreError
from pincite.store.postgres.connection import Database

T = TypeVar("T")
# How layers are numbered in the tables.
LAYERS = {Layer.DOCUMENT: 0, Layer.SECTION: 1, Layer.CHUNK: 2}
_STATE = TypeAdapter(StoreState)
# Rows of a state: added in it or before, but not before everything was replaced, and not removed.
_ALIVE = "born >= {1} AND born <= {0} AND (died IS NULL OR died > {0})"


@dataclass(frozen=True, slots=True)
class CollectionGeneration:
    """A state by its number: the collection, the length of its vectors, and what the store says of itself.

    Rows that were born before the state `since` are no part of it.
    """

    collection: int
    number: int
    dimension: int | None
    state: StoreState
    since: int = 0

    @property
    def alive(self) -> str:
        """The condition that rows of this state meet."""
        return _ALIVE.format(int(self.number), int(self.since))

    @property
    def table(self) -> str:
        """The table of its passages: the partition of the collection."""
        return passage_table(self.collection)


def passage_table(collection: int) -> str:
    """The partition that holds the passages of a collection."""
    return f"passage_{int(collection)}"


def load_generation(connection: Connection[Any], name: str, place: StoreAddress) -> CollectionGeneration | None:
    """The newest state of a collection; None before its first commit."""
    row = connection.execute(
        "SELECT c.id, g.number, c.dimension, g.state, g.state_sha256, g.since FROM collection c"
        " JOIN generation g ON g.collection = c.id AND g.number = c.generation WHERE c.name = %s",
        [name],
    ).fetchone()
    if row is None:
        return None
    collection, number, dimension, packed, digest, since = row
    if hashlib.sha256(packed).digest() != digest:
        raise StoreError(place, f"the record of its state {number} is damaged", hint=Hint.REPAIR_STORE)
    state = _STATE.validate_python(json.loads(zlib.decompress(packed)))
    return CollectionGeneration(collection, number, dimension, replace(state, version=number), since)


def read_state(database: Database, generation: CollectionGeneration, work: Callable[[Connection[Any]], T]) -> T:
    """Run a read, then check that its state still existed at the end: rows that are deleted would just be missing."""

    def checked(connection: Connection[Any]) -> T:
        result = work(connection)
        if not is_kept(connection, generation):
            raise StoreError(database.place, "the state that was opened is no longer kept; open it again")
        return result

    return database.read(checked)


def is_kept(connection: Connection[Any], generation: CollectionGeneration) -> bool:
    """Whether a state can still be read."""
    row = connection.execute("SELECT kept_from FROM collection WHERE id = %s", [generation.collection]).fetchone()
    return row is not None and row[0] <= generation.number


def pack_state(state: StoreState) -> tuple[bytes, bytes]:
    """What the store says of itself, compressed, and its digest."""
    packed = zlib.compress(json.dumps(asdict(state)).encode("ascii"), 6)
    return packed, hashlib.sha256(packed).digest()


def newest_number(connection: Connection[Any], name: str) -> int:
    """The number of the newest state of a collection; 0 where there is none."""
    try:
        with connection.transaction():
            row = connection.execute("SELECT generation FROM collection WHERE name = %s", [name]).fetchone()
    except errors.UndefinedTable:
        return 0
    return int(row[0]) if row else 0
