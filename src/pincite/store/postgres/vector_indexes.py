"""The indexes of vectors: searches use one, while another is made beside it for many new passages.

The name of each says which passages it takes: those up to a part, and born in a state or later.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from psycopg import Connection, errors

from pincite.domain.indexed import WITHOUT_VECTORS
from pincite.store.postgres.generation import CollectionGeneration
from pincite.store.postgres.index_drop import PATIENCE, drop_index

_NEIGHBOURS = 16
_BUILD_EFFORT = 100
# One without numbers was made by an earlier version: it takes all passages.
_NAME = re.compile(r"passage_\d+_vector(?:_(\d+)_(\d+))?")


@dataclass(frozen=True, slots=True)
class LimitedIndex:
    """An index of vectors by its name, and the part and the state that limit it."""

    name: str
    part: int
    since: int


def usable_index(connection: Connection[Any], generation: CollectionGeneration) -> LimitedIndex | None:
    """The index that takes most passages of a state; None where they must be searched exactly."""
    if not has_vectors(generation):
        return None
    own = (one for one in _indexes(connection, generation) if one.since == generation.since)
    return max(own, key=lambda one: one.part, default=None)


def next_part(connection: Connection[Any], generation: CollectionGeneration, *, many: bool) -> int:
    """The part for new passages of a state: the one that its index takes, or, for many, the next."""
    found = _indexes(connection, generation)
    own = [one.part for one in found if one.since == generation.since]
    if own:
        return max(own) + int(many)
    return max((one.part + 1 for one in found), default=0)


def count_beside(connection: Connection[Any], generation: CollectionGeneration, index: LimitedIndex) -> int:
    """How many chunks of a state are not in its index, and are searched exactly."""
    row = connection.execute(
        f"SELECT count(*) FROM {generation.table} WHERE layer = 2 AND part > {index.part} AND {generation.alive}"
    ).fetchone()
    return int(row[0]) if row else 0


def make_vector_index(connection: Connection[Any], generation: CollectionGeneration) -> None:
    """Make an index of all passages of a state."""
    row = connection.execute(
        f"SELECT max(part) FROM {generation.table} WHERE layer = 2 AND born >= {generation.since}"
    ).fetchone()
    part = int(row[0] or 0) if row else 0
    connection.execute(
        f"CREATE INDEX IF NOT EXISTS {generation.table}_vector_{part}_{generation.since} ON {generation.table}"
        f" USING hnsw ((vector::halfvec({generation.dimension})) halfvec_ip_ops)"
        f" WITH (m = {_NEIGHBOURS}, ef_construction = {_BUILD_EFFORT})"
        f" WHERE layer = 2 AND {in_index(generation, part)} AND born >= {generation.since}"
    )


def in_index(generation: CollectionGeneration, part: int) -> str:
    """What passages of a state meet that are in an index; ones that died with an upgrade may have another length."""
    return f"vector_dims(vector) = {int(generation.dimension or 0)} AND part <= {part}"


def drop_unlimited(connection: Connection[Any], generation: CollectionGeneration) -> None:
    """Drop an index that would take any new passage: made by an earlier version, it has no limit."""
    for one in _indexes(connection, generation):
        row = connection.execute("SELECT pg_get_indexdef(to_regclass(%s))", [one.name]).fetchone()
        if row and "part <=" not in row[0]:
            drop_index(connection, one.name, patience=PATIENCE)


def drop_uncommitted(connection: Connection[Any], saved: CollectionGeneration) -> None:
    """Drop the index of a state that was never committed."""
    for one in _indexes(connection, saved):
        if one.since > saved.number:
            drop_index(connection, one.name, patience=PATIENCE)


def drop_superseded(connection: Connection[Any], generation: CollectionGeneration) -> None:
    """Drop the indexes of states that are no longer kept, and those that a newer one holds whole."""
    row = connection.execute(
        "SELECT min(g.since) FROM generation g JOIN collection c ON c.id = g.collection"
        " WHERE c.id = %s AND g.number >= c.kept_from",
        [generation.collection],
    ).fetchone()
    oldest = int(row[0] or 0) if row else 0
    found = _indexes(connection, generation)
    newest = {one.since: max(other.part for other in found if other.since == one.since) for one in found}
    for one in found:
        if one.since < oldest or one.part < newest[one.since]:
            # One that others use now takes room alone, and a later writer drops it.
            with suppress(errors.LockNotAvailable):
                drop_index(connection, one.name, patience=0)


def has_vectors(generation: CollectionGeneration) -> bool:
    """Whether a state has vectors that can be searched."""
    return (generation.dimension or 0) > WITHOUT_VECTORS


def _indexes(connection: Connection[Any], generation: CollectionGeneration) -> list[LimitedIndex]:
    rows = connection.execute(
        "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
        " WHERE i.indrelid = to_regclass(%s) AND i.indisvalid",
        [generation.table],
    ).fetchall()
    found = (_NAME.fullmatch(name) for (name,) in rows)
    return [LimitedIndex(name[0], int(name[1] or 0), int(name[2] or 0)) for name in found if name]
