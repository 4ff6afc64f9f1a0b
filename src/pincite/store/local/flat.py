"""Exact search by inner product: FAISS's IndexFlatIP, opened memory-mapped."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


_PIECE = 1 << 20


class FlatIndex:
    """Compares a query with every vector: exact, and fast up to some hundred thousand of them."""

    def build(self, parts: Sequence[Vectors], path: Path) -> float:
        """Write the vectors as a flat index, whose recall is 1."""
        import faiss

        width, count = parts[0].shape[1], sum(map(len, parts))
        index = faiss.IndexFlatIP(width)
        # Allocated once and filled part by part, so that a large store's vectors are not in memory twice.
        index.codes.resize(count * width * np.dtype(np.float32).itemsize)
        index.ntotal = count
        room: Vectors = faiss.rev_swig_ptr(index.get_xb(), count * width).reshape(count, width)
        np.concatenate(parts, out=room)
        write_index(index, path)
        return 1.0

    def open(self, path: Path) -> OpenFaiss:
        """Open it memory-mapped."""
        return OpenFaiss(path)


def write_index(index: Any, path: Path) -> None:
    """Write an index through a Python file, since FAISS does not notice a full disk when closing its own."""
    faiss: Any = import_module("faiss")
    with path.open("wb") as out:
        faiss.write_index(index, faiss.PyCallbackIOWriter(out.write, _PIECE))


class OpenFaiss:
    """A FAISS index that stores its vectors uncompressed."""

    def __init__(self, path: Path) -> None:
        import faiss

        self._index: Any = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC | faiss.IO_FLAG_READ_ONLY)
        storage = self._index.storage if hasattr(self._index, "storage") else self._index
        flat: Any = faiss.downcast_index(storage)
        shape = (flat.ntotal, flat.d)
        self._vectors: Vectors = faiss.rev_swig_ptr(flat.get_xb(), flat.ntotal * flat.d).reshape(shape)

    def __len__(self) -> int:
        return len(self._vectors)

    def search(
        self, query: Vectors, *, k: int, among: NDArray[np.bool_] | None = None
    ) -> tuple[Vectors, NDArray[np.int64]]:
        """The scores and rows of the k nearest, best first; of the rows that are `among` those wanted."""
        wanted = len(self) if among is None else int(among.sum())
        k = min(k, wanted)
        if k == 0:
            return np.zeros((len(query), 0), np.float32), np.zeros((len(query), 0), np.int64)
        if among is None or wanted == len(self):
            scores, rows = self._index.search(np.ascontiguousarray(query, dtype=np.float32), k)
            return scores, rows
        return self._search_some(query, k, among)

    def _search_some(self, query: Vectors, k: int, among: NDArray[np.bool_]) -> tuple[Vectors, NDArray[np.int64]]:
        faiss: Any = import_module("faiss")
        # Keep a reference: FAISS does not.
        bits = np.packbits(among, bitorder="little")
        selector = faiss.IDSelectorBitmap(bits)
        index, params = self._index, faiss.SearchParameters(sel=selector)
        if hasattr(index, "hnsw"):
            if 2 * int(among.sum()) >= len(self):
                params = faiss.SearchParametersHNSW(sel=selector, efSearch=max(index.hnsw.efSearch, k))
            else:
                # A graph search fails if few neighbours are allowed; compare those few exactly.
                index = faiss.downcast_index(index.storage)
        scores, rows = index.search(np.ascontiguousarray(query, dtype=np.float32), k, params=params)
        return scores, rows

    def rows(self, start: int, end: int) -> Vectors:
        """The stored vectors of a range of rows."""
        return self._vectors[start:end]
