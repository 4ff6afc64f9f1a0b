"""Approximate search over a graph of neighbours, for stores too large to compare with every vector."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.store.local.flat import FlatIndex, OpenFaiss, write_index
from pincite.store.recall import share_found

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_SAMPLE = 100
_DEPTH = 64
# The search effort is raised until this share of the nearest is found: it takes more of it the more vectors there are.
_LEAST_RECALL = 0.98
_MOST_EFFORT = 2048


class HnswIndex:
    """Walks a graph of neighbours above a number of vectors, and is exact below it."""

    def __init__(self, *, above: int = 200_000, links: int = 32, effort: int = 128) -> None:
        self._above = above
        self._links = links
        self._effort = effort

    def build(self, parts: Sequence[Vectors], path: Path) -> float:
        """Write the index; gives the share of the 64 nearest that it finds, measured against exact search."""
        if sum(map(len, parts)) <= self._above:
            return FlatIndex().build(parts, path)
        import faiss

        vectors = np.concatenate(parts, dtype=np.float32)
        index = faiss.IndexHNSWFlat(vectors.shape[1], self._links, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = self._effort
        index.add(vectors)
        recall = _set_effort(index, vectors, self._effort)
        write_index(index, path)
        return recall

    def open(self, path: Path) -> OpenFaiss:
        """Open it memory-mapped."""
        return OpenFaiss(path)


def _set_effort(index: Any, vectors: Vectors, effort: int) -> float:
    """Set the search effort, doubled until it finds enough of the nearest; returns the share that it finds."""
    faiss: Any = import_module("faiss")
    sample = np.ascontiguousarray(vectors[:: max(1, len(vectors) // _SAMPLE)])
    # Not by sorting all scores, which takes gigabytes for a million vectors.
    depth = min(_DEPTH, len(vectors))
    exact, _ = faiss.knn(sample, vectors, depth, metric=faiss.METRIC_INNER_PRODUCT)
    while True:
        index.hnsw.efSearch = effort
        found, _ = index.search(sample, depth)
        recall = float(np.mean([share_found(*rows) for rows in zip(exact.tolist(), found.tolist(), strict=True)]))
        if recall >= _LEAST_RECALL or effort >= _MOST_EFFORT:
            return recall
        effort *= 2
