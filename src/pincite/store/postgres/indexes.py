"""The indexes of a collection: made after its passages are loaded, because loading into an index is slow."""

from __future__ import annotations

from typing import Any

import numpy as np
from psycopg import Connection

from pincite.store.postgres.generation import CollectionGeneration, passage_table
from pincite.store.postgres.index_drop import PATIENCE, drop_index
from pincite.store.postgres.vector_indexes import (
    count_beside,
    drop_unlimited,
    has_vectors,
    in_index,
    make_vector_index,
    usable_index,
)
from pincite.store.recall import share_found
from pincite.store.words import K1, B

# With fewer chunks, vectors are searched exactly, which takes only milliseconds.
EXACT_ROWS = 20_000
_SAMPLE = 32
_DEPTH = 64
# How many neighbours a search looks at: one for so many passages, within limits. The upper one is pgvector's. Of a
# million passages 200 find 0.93 of the nearest 64, and 1,000 find 0.97.
_PASSAGES_FOR_EACH = 1000
_FEWEST_SEEN, _MOST_SEEN = 200, 1000

# A passage's words as a list, each as often as it stands there: `rent 2` is the second `rent`.
TERMS_OF_WORDS = "pincite.terms_of(words)"
_TERMS = (
    "CREATE OR REPLACE FUNCTION pincite.terms_of(tsvector) RETURNS text[]"
    " LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS"
    " $$ SELECT array_agg(split_part(word, ' ', 1)) FROM unnest(tsvector_to_array($1)) word $$"
)


def make_partition(connection: Connection[Any], collection: int) -> None:
    """The table for the passages of a new collection."""
    table = passage_table(collection)
    # Words and vectors are looked at in every search: rows of up to 8 kB are not compressed.
    connection.execute(
        f"CREATE TABLE {table} PARTITION OF passage FOR VALUES IN ({int(collection)}) WITH (toast_tuple_target = 8160)"
    )
    connection.execute(f"ALTER TABLE {table} ADD PRIMARY KEY (id)")
    connection.execute(f"CREATE INDEX {table}_document ON {table} (doc_id, layer)")


def make_indexes(connection: Connection[Any], generation: CollectionGeneration, *, memory_mb: int) -> None:
    """Make what is missing: the indexes of words, and that of vectors where there are many chunks."""
    table = generation.table
    with connection.transaction():
        connection.execute(f"SET LOCAL maintenance_work_mem = '{int(memory_mb)}MB'")
        connection.execute(f"CREATE INDEX IF NOT EXISTS {table}_part ON {table} (part, born) WHERE layer = 2")
        # The few rows of documents, which routing asks again and again, have an index of their own.
        connection.execute(f"CREATE INDEX IF NOT EXISTS {table}_names ON {table} USING gin (words) WHERE layer = 0")
        connection.execute(f"CREATE INDEX IF NOT EXISTS {table}_words ON {table} USING gin (words)")
        many = _count_chunks(connection, generation) > EXACT_ROWS
        if many and has_textsearch(connection):
            connection.execute(_TERMS)
            connection.execute(
                f"CREATE INDEX IF NOT EXISTS {ranked_index(generation)} ON {table} USING bm25 ({TERMS_OF_WORDS})"
                f" WITH (text_config = 'simple', k1 = {K1}, b = {B}) WHERE layer = 2"
            )
        if many and has_vectors(generation) and not _has_most(connection, generation):
            make_vector_index(connection, generation)
    connection.execute(f"ANALYZE {table}")


def drop_indexes(connection: Connection[Any], generation: CollectionGeneration, *, dimension: int | None) -> None:
    """Drop the indexes that would slow a bulk load: that of pg_textsearch, and one of vectors that has no limit.

    Vectors of another length than the state's are in no index of it, whatever its limits.
    """
    drop_index(connection, ranked_index(generation), patience=PATIENCE)
    if dimension == generation.dimension:
        drop_unlimited(connection, generation)


def has_indexes(connection: Connection[Any], generation: CollectionGeneration) -> bool:
    """Whether all indexes that `make_indexes` makes are there."""
    return not missing_indexes(connection, generation)


def missing_indexes(connection: Connection[Any], generation: CollectionGeneration) -> list[str]:
    """What has no index that should have one: "words", "vectors"."""
    many = _count_noted(connection, generation) > EXACT_ROWS
    ranked = not many or not has_textsearch(connection) or has_ranked_index(connection, generation)
    own = (f"{generation.table}_names", f"{generation.table}_words")
    missing = [] if ranked and all(_exists(connection, name) for name in own) else ["words"]
    if many and has_vectors(generation) and not _has_most(connection, generation):
        missing.append("vectors")
    return missing


def _has_most(connection: Connection[Any], generation: CollectionGeneration) -> bool:
    """Whether there is an index of vectors, and few chunks beside it."""
    index = usable_index(connection, generation)
    return index is not None and count_beside(connection, generation, index) <= EXACT_ROWS


def has_textsearch(connection: Connection[Any]) -> bool:
    """Whether the extension pg_textsearch, which ranks words by BM25, is in this database."""
    row = connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_textsearch'").fetchone()
    return row is not None


def has_ranked_index(connection: Connection[Any], generation: CollectionGeneration) -> bool:
    """Whether the best chunks by words can be found through an index of pg_textsearch."""
    return _exists(connection, ranked_index(generation))


def ranked_index(generation: CollectionGeneration) -> str:
    """The name of the index of pg_textsearch."""
    return f"{generation.table}_ranked"


def neighbours_seen(connection: Connection[Any], generation: CollectionGeneration, *, seen: int, k: int = 0) -> int:
    """How many neighbours a search for k passages looks at: as many as are set, or, for 0, by the size of the table."""
    if not seen:
        row = connection.execute(
            "SELECT reltuples FROM pg_class WHERE oid = to_regclass(%s)", [generation.table]
        ).fetchone()
        seen = max(int(row[0]) // _PASSAGES_FOR_EACH if row else 0, _FEWEST_SEEN)
    return min(max(seen, 2 * k), _MOST_SEEN)


def measure_recall(connection: Connection[Any], generation: CollectionGeneration, *, seen: int) -> float:
    """The share of the nearest chunks that a search through the index finds; 1.0 where there is none."""
    index = usable_index(connection, generation)
    if index is None:
        return 1.0
    condition = f"layer = 2 AND {in_index(generation, index.part)} AND {generation.alive}"
    sample = connection.execute(
        f"SELECT vector::text FROM {generation.table} WHERE {condition} ORDER BY hashint8(id) LIMIT {_SAMPLE}"
    ).fetchall()
    seen = neighbours_seen(connection, generation, seen=seen, k=_DEPTH)
    shares = []
    for (vector,) in sample:
        with connection.transaction():
            connection.execute(f"SET LOCAL hnsw.ef_search = {int(seen)}")
            exact, found = (
                [
                    score
                    for (score,) in connection.execute(
                        f"SELECT -({column} <#> %s) FROM {generation.table} WHERE {condition}"
                        f" ORDER BY {column} <#> %s LIMIT {_DEPTH}",
                        [vector, vector],
                    )
                ]
                for column in ("vector", indexed_vector(generation))
            )
        shares.append(share_found(exact, found))
    return float(np.mean(shares)) if shares else 1.0


def indexed_vector(generation: CollectionGeneration) -> str:
    """The expression that the index of vectors is on; the plain column is searched exactly."""
    return f"vector::halfvec({generation.dimension})"


def describe_engine(connection: Connection[Any], generation: CollectionGeneration) -> dict[str, object]:
    """What the server is, and how it finds vectors and words."""
    row = connection.execute(
        "SELECT current_setting('server_version'), extversion FROM pg_extension WHERE extname = 'vector'"
    ).fetchone()
    server, vector = row if row else ("?", "?")
    found = "HNSW" if usable_index(connection, generation) else "exact search"
    words = "pg_textsearch" if has_ranked_index(connection, generation) else "tsvector"
    said = {
        "server": f"PostgreSQL {server}, pgvector {vector}",
        "vectors": f"{found}, half precision",
        "words": f"{words}, ranked by our BM25",
    }
    return dict(said)


def describe_unfinished(connection: Connection[Any], generation: CollectionGeneration) -> str:
    """What is to be said where indexes are missing, because a writer did not come to its end."""
    missing = missing_indexes(connection, generation)
    return f"the index of {' and that of '.join(missing)} is not whole, so searches are slow" if missing else ""


def _exists(connection: Connection[Any], name: str) -> bool:
    row = connection.execute("SELECT to_regclass(%s)", [name]).fetchone()
    return bool(row and row[0])


def _count_chunks(connection: Connection[Any], generation: CollectionGeneration) -> int:
    row = connection.execute(
        f"SELECT count(*) FROM {generation.table} WHERE layer = 2 AND born >= {generation.since}"
    ).fetchone()
    return int(row[0]) if row else 0


def _count_noted(connection: Connection[Any], generation: CollectionGeneration) -> int:
    """How many chunks a committed state has, as was noted with it: to count a million takes a while."""
    row = connection.execute(
        "SELECT coalesce(sum(passages), 0) FROM term"
        " WHERE collection = %s AND layer = 2 AND term = '' AND generation <= %s",
        [generation.collection, generation.number],
    ).fetchone()
    return int(row[0]) if row else 0
