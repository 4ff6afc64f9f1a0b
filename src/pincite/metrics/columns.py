"""Columns: results and gold of many queries as flat arrays, which is what makes scoring fast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    """Passages of many queries under each other: `edges[i]` is where query i begins; documents are numbered."""

    edges: Ints
    doc: Ints
    start: Ints
    end: Ints

    @property
    def query(self) -> Ints:
        """The query each row belongs to."""
        return np.repeat(np.arange(len(self.edges) - 1), np.diff(self.edges))

    @property
    def length(self) -> Ints:
        """The characters of each row."""
        return self.end - self.start


def to_columns(queries: Sequence[Judged]) -> tuple[Columns, Columns]:
    """The results and the gold of judged queries."""
    numbers: dict[str, int] = {}
    hits = _lay_out([query.hits for query in queries], numbers)
    gold = _lay_out([query.gold for query in queries], numbers)
    return hits, gold


def _lay_out(lists: Sequence[Sequence[Passage]], numbers: dict[str, int]) -> Columns:
    rows = [
        (numbers.setdefault(passage.doc_id, len(numbers)), passage.span.start, passage.span.end)
        for passages in lists
        for passage in passages
    ]
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    edges = np.cumsum([0, *(len(passages) for passages in lists)], dtype=np.int64)
    return Columns(edges, *(np.ascontiguousarray(column) for column in table.T))
