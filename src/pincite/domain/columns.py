"""Columns: passages of many queries as flat arrays, which is what makes scoring fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.document import Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PassageColumns:
    """Passages of many queries below each other; documents are numbered.

    The rows of query i begin at `edges[i]`; `query` is the query each row belongs to.
    """

    edges: Ints
    query: Ints
    doc: Ints
    start: Ints
    end: Ints

    @property
    def length(self) -> Ints:
        """The number of characters of each row."""
        return self.end - self.start

    @property
    def rank(self) -> Ints:
        """The rank of each row within its query, from 0."""
        ranks: Ints = np.arange(len(self.doc)) - self.edges[self.query]
        return ranks


def passage_columns(lists: Sequence[Sequence[Passage]], numbers: dict[str, int]) -> PassageColumns:
    """Passages, one list per query, as columns; new documents are added to `numbers`."""
    passages = list(chain.from_iterable(lists))
    spans = [passage.span for passage in passages]
    counts = np.array([len(passages) for passages in lists], dtype=np.int64)
    return PassageColumns(
        edges=np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)]),
        query=np.repeat(np.arange(len(lists)), counts),
        doc=number_documents([passage.doc_id for passage in passages], numbers),
        start=np.array([span.start for span in spans], dtype=np.int64),
        end=np.array([span.end for span in spans], dtype=np.int64),
    )


def number_documents(names: Sequence[str], numbers: dict[str, int]) -> Ints:
    """The number of each document; one that is not in `numbers` gets the next number."""
    for name in dict.fromkeys(names):
        numbers.setdefault(name, len(numbers))
    return np.fromiter(map(numbers.__getitem__, names), dtype=np.int64, count=len(names))
