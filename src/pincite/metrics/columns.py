"""Columns: results and gold of many queries as flat arrays, which is what makes scoring fast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.document import Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Judged:
    """A query's gold passages and its results, best first.

    `texts` are the words of the results, and `gold_texts` those of the gold, where a system or a benchmark gives words
    and no places; `grades` says how relevant each document is, where that is known.
    """

    gold: Sequence[Passage] = ()
    hits: Sequence[Passage] = ()
    texts: Sequence[str] = ()
    gold_texts: Sequence[str] = ()
    grades: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Columns:
    """Passages of many queries under each other: `edges[i]` is where query i begins; documents are numbered.

    `query` is the query each row belongs to.
    """

    edges: Ints
    query: Ints
    doc: Ints
    start: Ints
    end: Ints

    @property
    def length(self) -> Ints:
        """The characters of each row."""
        return self.end - self.start

    @property
    def rank(self) -> Ints:
        """The place of each row within its query, from 0."""
        ranks: Ints = np.arange(len(self.doc)) - self.edges[self.query]
        return ranks


def to_columns(queries: Sequence[Judged]) -> tuple[Columns, Columns]:
    """The results and the gold of judged queries."""
    numbers: dict[str, int] = {}
    hits = lay_out([query.hits for query in queries], numbers)
    gold = lay_out([query.gold for query in queries], numbers)
    return hits, gold


def lay_out(lists: Sequence[Sequence[Passage]], numbers: dict[str, int]) -> Columns:
    """Passages, a list for each query, as columns; `numbers` gets the number of every document."""
    passages = list(chain.from_iterable(lists))
    spans = [passage.span for passage in passages]
    counts = np.array([len(passages) for passages in lists], dtype=np.int64)
    return Columns(
        edges=np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)]),
        query=np.repeat(np.arange(len(lists)), counts),
        doc=number_documents([passage.doc_id for passage in passages], numbers),
        start=np.array([span.start for span in spans], dtype=np.int64),
        end=np.array([span.end for span in spans], dtype=np.int64),
    )


def number_documents(names: Sequence[str], numbers: dict[str, int]) -> Ints:
    """The number of each document named; one not met before gets the next."""
    for name in dict.fromkeys(names):
        numbers.setdefault(name, len(numbers))
    return np.fromiter(map(numbers.__getitem__, names), dtype=np.int64, count=len(names))
