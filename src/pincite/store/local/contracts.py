"""What the local store is made of: an index of vectors and one of words, each a plug-in of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


@runtime_checkable
class VectorIndex(Protocol):
    """Finds the nearest of many vectors by inner product; a file on disk, opened memory-mapped."""

    def build(self, parts: Sequence[Vectors], path: Path) -> float:
        """Write an index of the vectors of all parts; gives the share of the nearest it finds, 1.0 where exact."""
        ...

    def open(self, path: Path) -> OpenVectors:
        """Open what `build` wrote."""
        ...


class OpenVectors(Protocol):
    """An open vector index."""

    def search(
        self, query: Vectors, *, k: int, among: NDArray[np.bool_] | None = None
    ) -> tuple[Vectors, NDArray[np.int64]]:
        """The scores and row numbers of the k nearest, best first; of the rows that are `among` those wanted."""
        ...

    def rows(self, start: int, end: int) -> Vectors:
        """The stored vectors of a range of rows."""
        ...


class OpenLexical(Protocol):
    """The words of a segment, opened; they are added up over segments."""

    def __len__(self) -> int:
        """How many rows there are."""
        ...


@runtime_checkable
class LexicalIndex(Protocol):
    """Finds rows of text by their words."""

    def build(self, texts: Sequence[str], folder: Path, *, languages: Sequence[str | None] = ()) -> None:
        """Write the postings of some rows of text into a new folder; each row may have a language (`cs`, `en`, …)."""
        ...

    def merge(self, segments: Sequence[tuple[OpenLexical, NDArray[np.bool_]]], folder: Path) -> None:
        """Write the rows of several segments that are alive into a new folder, in order, as if built afresh."""
        ...

    def open(self, folder: Path) -> OpenLexical:
        """Open what `build` or `merge` wrote."""
        ...

    def scores(
        self,
        query: str,
        segments: Sequence[tuple[OpenLexical, NDArray[np.bool_]]],
        *,
        among: Sequence[NDArray[np.int64]] | None = None,
    ) -> Vectors:
        """A score for every row of the segments in order, 0 for rows without a word of the query and dead ones.

        Each segment comes with the rows of it that are alive; what depends on the whole collection is counted over
        those alone. Where rows of each segment, in order, are given as `among`, only these have a score.
        """
        ...

    def holding(self, words: str, segments: Sequence[OpenLexical]) -> list[NDArray[np.int32]]:
        """The rows of each segment that hold any of some words, in order."""
        ...
