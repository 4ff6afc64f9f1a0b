"""The indexes of a store in Lance: words always, vectors where there are many passages."""

from __future__ import annotations

from typing import Any

import numpy as np
from lancedb.index import FTS, Bitmap, BTree, IvfFlat

from pincite.domain.chunk import Layer
from pincite.domain.indexed import WITHOUT_VECTORS
from pincite.errors import StoreError
from pincite.store.lance.cleanup import clean_up
from pincite.store.lance.table import StoreTable
from pincite.store.lance.tables import LAYERS, LanceTables
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
_INDEXES: dict[str, dict[str, Any]] = {
    "documents": {"doc_id": BTree()},
    "passages": {"words": _AS_IT_IS, "doc_id": BTree(), "id": BTree(), "layer": Bitmap()},
    "terms": {"term": BTree()},
}
# So many vectors for each partition, and so many rounds, find where partitions are: more find hardly better ones.
_TRAINING, _ROUNDS = 64, 20
_SAMPLE, _DEPTH = 16, 64
_CHUNKS = f"layer = {LAYERS[Layer.CHUNK]}"


def make_indexes(tables: LanceTables, choice: VectorChoice) -> float:
    """Put new rows into the indexes there are, make those that are missing, and delete versions nobody reads.

    Gives the share of the nearest chunks that the index of vectors finds; 1.0 where there is none.
    """
    many = tables.need("passages").count_rows() > EXACT_ROWS
    for name, wanted in _INDEXES.items():
        table = tables.need(name)
        # First, for it joins small files of rows, and an index made before that would be written again.
        table.optimize()
        for column in wanted.keys() - table.indexed() if many else ():
            table.create_index(column, wanted[column])
    recall = _make_vector_index(tables.need("passages"), choice)
    clean_up(tables)
    return recall


def nearest_chunks(table: StoreTable, vector: Any, *, probes: int | None, condition: str = _CHUNKS) -> Any:
    """A search for the passages nearest to a vector: of so many partitions of the index, or exactly."""
    query = table.search(vector, vector_column_name="vector").distance_type("dot").where(condition, prefilter=True)
    return query.nprobes(probes) if probes else query.bypass_vector_index()


def _make_vector_index(table: StoreTable, choice: VectorChoice) -> float:
    rows = table.count_rows()
    if "vector" not in table.indexed():
        if table.vector_length <= WITHOUT_VECTORS or table.count_rows(_CHUNKS) <= choice.above:
            return 1.0
        # Vectors are kept as they are, so that only what is not looked at can be missed: scores are those of exact
        # search.
        config = IvfFlat("dot", choice.partitions(rows), max_iterations=_ROUNDS, sample_rate=_TRAINING)
        try:
            table.create_index("vector", config)
        except StoreError as error:
            # Vectors that are nearly all alike make no partitions; without an index they are searched exactly.
            if "k-means" not in str(error):
                raise
            return 1.0
    return _measure_recall(table, probes=choice.probes(rows))


def _measure_recall(table: StoreTable, *, probes: int) -> float:
    every = max(table.count_rows(_CHUNKS) // _SAMPLE, 1)
    sample = table.columns(["vector"], f"{_CHUNKS} AND id % {every} = 0", most=_SAMPLE)
    shares = []
    for vector in sample["vector"].to_pylist():
        asked = [nearest_chunks(table, vector, probes=own).select(["id", "_distance"]) for own in (None, probes)]
        shares.append(share_found(*((-table.fetch(query, _DEPTH)["_distance"].to_numpy()).tolist() for query in asked)))
    return float(np.mean(shares)) if shares else 1.0
