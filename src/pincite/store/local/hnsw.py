"""Approximate search over a graph of neighbours, for stores too large to compare with every vector."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.store.local.flat import FlatIndex, OpenFaiss, write_index

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_SAMPLE = 100
_DEPTH = 64


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
        index.hnsw.efSearch = self._effort
        index.add(vectors)
        write_index(index, path)
        return _recall(OpenFaiss(path), vectors)

    def open(self, path: Path) -> OpenFaiss:
        """Open it memory-mapped."""
        return OpenFaiss(path)


def _recall(found: OpenFaiss, vectors: Vectors) -> float:
    faiss: Any = import_module("faiss")
    sample = np.ascontiguousarray(vectors[:: max(1, len(vectors) // _SAMPLE)])
    # Not by sorting all scores, which takes gigabytes for a million vectors.
    depth = min(_DEPTH, len(vectors))
    _, exact = faiss.knn(sample, vectors, depth, metric=faiss.METRIC_INNER_PRODUCT)
    _, rows = found.search(sample, k=depth)
    shared = [len(set(one) & set(other)) for one, other in zip(exact.tolist(), rows.tolist(), strict=True)]
    return sum(shared) / (depth * len(sample))
