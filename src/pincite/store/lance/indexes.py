"""The indexes of a store in Lance: words always, vectors where there are many passages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
from lancedb.index import FTS, Bitmap, BTree, IvfFlat

from pincite.domain.chunk import Layer
from pincite.domain.indexed import WITHOUT_VECTORS
from pincite.store.lance.tables import LAYERS, LanceTables, rows_of, table_of
from pincite.store.lance.vector_choice import VectorChoice
from pincite.store.recall import share_found

# Fewer rows are searched exactly, without any index.
EXACT_ROWS = 20_000
# Words are stemmed by us, and the index takes them as they are.
_AS_IT_IS = FTS(
    base_tokenizer="whitespace",
    max_token_length=None,
    lower_case=False,
    stem=False,
    remove_stop_words=False,
    ascii_folding=False,
)
_INDEXES = {
    "documents": {"doc_id": BTree()},
    "passages": {"words": _AS_IT_IS, "doc_id": BTree(), "id": BTree(), "layer": Bitmap()},
    "terms": {"term": BTree()},
}
# Readers may use a state for some minutes after a newer one was committed.
_KEPT = timedelta(minutes=15)
# So many vectors for each partition, and so many rounds, find where partitions are: more find hardly better ones.
_TRAINING, _ROUNDS = 64, 20
_SAMPLE, _DEPTH = 16, 64
_CHUNKS = f"layer = {LAYERS[Layer.CHUNK]}"


def make_indexes(tables: LanceTables, choice: VectorChoice) -> float:
    """Put new rows into the indexes there are, delete versions nobody reads, and make the indexes that are missing.

    Gives the share of the nearest chunks that an index of vectors finds, if one was made; else 1.0.
    """
    many = tables.open("passages").count_rows() > EXACT_ROWS
    for name, wanted in _INDEXES.items():
        table = tables.open(name)
        # First, for it joins small files of rows, and an index made before that would be written again.
        table.optimize(cleanup_older_than=_KEPT)
        there = {column for index in table.list_indices() for column in index.columns}
        for column in wanted.keys() - there if many else ():
            table.create_index(column, config=wanted[column])
    return _make_vector_index(tables.open("passages"), choice)


def has_index(table: Any, column: str) -> bool:
    """Whether a column of a table has an index."""
    return any(column in index.columns for index in table.list_indices())


def nearest_chunks(table: Any, vector: Any, *, probes: int | None, condition: str = _CHUNKS) -> Any:
    """A search for the passages nearest to a vector: of so many partitions of the index, or exactly."""
    query = table.search(vector, vector_column_name="vector").distance_type("dot").where(condition, prefilter=True)
    return query.nprobes(probes) if probes else query.bypass_vector_index()


def _make_vector_index(table: Any, choice: VectorChoice) -> float:
    empty = table.schema.field("vector").type.list_size <= WITHOUT_VECTORS
    if empty or table.count_rows(_CHUNKS) <= choice.above or has_index(table, "vector"):
        return 1.0
    # Vectors are kept as they are, so that only what is not looked at can be missed: scores are those of exact search.
    rows = table.count_rows()
    config = IvfFlat("dot", choice.partitions(rows), max_iterations=_ROUNDS, sample_rate=_TRAINING)
    try:
        table.create_index("vector", config=config)
    except RuntimeError as error:
        # Vectors that are nearly all alike make no partitions; without an index they are searched exactly.
        if "k-means" not in str(error):
            raise
        return 1.0
    return _measure_recall(table, probes=choice.probes(rows))


def _measure_recall(table: Any, *, probes: int) -> float:
    every = table.count_rows(_CHUNKS) // _SAMPLE
    sample = table_of(table.search().where(f"{_CHUNKS} AND id % {every} = 0").select(["vector"]), _SAMPLE)
    shares = []
    for vector in sample["vector"].to_pylist():
        asked = [nearest_chunks(table, vector, probes=own).select(["id", "_distance"]) for own in (None, probes)]
        shares.append(share_found(*([-row["_distance"] for row in rows_of(query, _DEPTH)] for query in asked)))
    return float(np.mean(shares)) if shares else 1.0
