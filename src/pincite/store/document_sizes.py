"""How many passages the documents of a state have, for engines that find passages and leave the counting to us."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.indexed import DocumentMentions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


class DocumentSizes:
    """The documents of a state in order of id, and how many passages each has, by number of the layer."""

    def __init__(self, rows: Iterable[tuple[str, Sequence[int]]], *, layers: int) -> None:
        ordered = sorted(rows)
        self._ids = np.array([doc_id for doc_id, _ in ordered], dtype=object)
        self.passages = np.array([own for _, own in ordered], dtype=np.int64).reshape(len(ordered), layers)
        self._numbers = {doc_id: number for number, (doc_id, _) in enumerate(ordered)}

    def numbers(self, doc_ids: Iterable[str]) -> Ints:
        """Where documents stand in the order; -1 for one that is not there."""
        return np.array([self._numbers.get(doc_id, -1) for doc_id in doc_ids], dtype=np.int64)

    def mentions(self, numbers: Ints, counts: Ints, *, layer: int) -> DocumentMentions:
        """The documents by number, with the count of passages of each that hold some words."""
        known = numbers >= 0
        order = np.argsort(numbers[known])
        places = numbers[known][order]
        return DocumentMentions(self._ids, places, counts[known][order], self.passages[places, layer])
