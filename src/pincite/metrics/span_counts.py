"""Retrieved characters against gold characters, for many queries at once.

There are two ways of counting: as LegalBench-RAG publishes it (`published_*`: every result by itself, so overlapping
results count twice) and corrected (a character counts once, however many results hold it).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.columns import PassageColumns
from pincite.metrics.overlap import Overlaps, containing_rank, gold_within
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_NEVER = np.iinfo(np.int64).max


class SpanCounts:
    """The results of many queries against their gold, by every span measure at any cut-off.

    Each measure gives one value per query. A query without results has 0 (and a mismatch of 0, for it returned nothing
    wrong). Where LegalBench-RAG has a rule, a query without gold has 0 too.
    """

    def __init__(self, hits: PassageColumns, gold: PassageColumns) -> None:
        self._hits = hits
        self._gold = gold
        self._overlaps = Overlaps(hits, gold)
        self._gold_size = _sums(gold.length, gold.edges)

    @property
    def results(self) -> Ints:
        """How many results each query has."""
        counts: Ints = np.diff(self._hits.edges)
        return counts

    def pooled_mismatch(self, k: int | None, *, among: NDArray[np.bool_]) -> float:
        """The mismatch over all results of some queries together, as it is published."""
        kept = self._kept(k)
        results = int(kept[among].sum())
        return float(self._sum(self._stray, kept)[among].sum() / results) if results else 0.0

    def _kept(self, k: int | None) -> Ints:
        """How many results of each query are within the cut-off."""
        return self.results if k is None else np.minimum(self.results, k)

    def _sum(self, running: Ints, kept: Ints) -> Ints:
        """Sums over the kept results of each query, from running totals over all results."""
        starts = self._hits.edges[:-1]
        sums: Ints = running[starts + kept] - running[starts]
        return sums

    @cached_property
    def _gold_in_hit(self) -> Ints:
        """How many gold characters each result holds."""
        return gold_within(self._hits.query, self._hits.doc, self._hits.start, self._hits.end, gold=self._gold)

    @cached_property
    def _length(self) -> Ints:
        return _running(self._hits.length)

    @cached_property
    def _overlap(self) -> Ints:
        return _running(self._gold_in_hit)

    @cached_property
    def _relevant(self) -> Ints:
        return _running(self._gold_in_hit > 0)

    @cached_property
    def _home(self) -> tuple[Ints, Ints, Ints]:
        """Each query's gold documents (the query of each, and the rank where it is first found); the rows in them."""
        hits, gold = self._hits, self._gold
        size = 1 + max(int(hits.doc.max(initial=0)), int(gold.doc.max(initial=0)))
        wanted = np.unique(gold.query * size + gold.doc)
        first = np.full(len(wanted), _NEVER)
        if not len(wanted):
            return wanted, first, np.zeros(0, dtype=np.int64)
        key = hits.query * size + hits.doc
        at = np.minimum(np.searchsorted(wanted, key), len(wanted) - 1)
        rows = np.flatnonzero(wanted[at] == key)
        # Later writes win: from the last row to the first, the best rank is what stays.
        first[at[rows[::-1]]] = hits.rank[rows[::-1]]
        return wanted // size, first, rows

    @cached_property
    def _stray(self) -> Ints:
        """Running count of the results from documents without gold."""
        strays = np.ones(len(self._hits.doc), dtype=np.int64)
        strays[self._home[2]] = 0
        return _running(strays)

    def _once(self, kept: Ints) -> tuple[Ints, Ints]:
        """Characters retrieved and gold characters among them, each counted once."""
        length, shared = self._sum(self._length, kept), self._sum(self._overlap, kept)
        too_much = self._overlaps.overcount(kept)
        return length - too_much.length, shared - too_much.shared

    def published_precision(self, k: int | None) -> Floats:
        """Gold characters over retrieved ones; overlapping results count twice."""
        kept = self._kept(k)
        return _ratio(self._sum(self._overlap, kept), self._sum(self._length, kept))

    def published_recall(self, k: int | None) -> Floats:
        """Retrieved gold characters over all gold ones; overlapping results count twice."""
        return _ratio(self._sum(self._overlap, self._kept(k)), self._gold_size)

    def published_f1(self, k: int | None) -> Floats:
        """The harmonic mean of the two."""
        return _harmonic(self.published_precision(k), self.published_recall(k))

    def precision(self, k: int | None) -> Floats:
        """Gold characters over retrieved ones, each counted once."""
        length, shared = self._once(self._kept(k))
        return _ratio(shared, length)

    def recall(self, k: int | None) -> Floats:
        """Retrieved gold characters over all gold ones, each counted once."""
        return _ratio(self._once(self._kept(k))[1], self._gold_size)

    def f1(self, k: int | None) -> Floats:
        """The harmonic mean of precision and recall."""
        length, shared = self._once(self._kept(k))
        return _harmonic(_ratio(shared, length), _ratio(shared, self._gold_size))

    def iou(self, k: int | None) -> Floats:
        """Characters that are both retrieved and gold, over those that are either."""
        length, shared = self._once(self._kept(k))
        return _ratio(shared, length + self._gold_size - shared)

    def mismatch(self, k: int | None) -> Floats:
        """The share of the results that come from documents without gold."""
        kept = self._kept(k)
        return _ratio(self._sum(self._stray, kept), kept)

    def document_recall(self, k: int | None) -> Floats:
        """The share of the gold documents that a result comes from."""
        kept = self._kept(k)
        query, first, _ = self._home
        queries = len(self._gold_size)
        found = query[first < kept[query]]
        return _ratio(np.bincount(found, minlength=queries), np.bincount(query, minlength=queries))

    def essential(self, k: int | None) -> Floats:
        """The share of the results that hold gold."""
        kept = self._kept(k)
        return _ratio(self._sum(self._relevant, kept), kept)

    def unnecessary(self, k: int | None) -> Floats:
        """The share of the results that hold no gold."""
        kept = self._kept(k)
        return _ratio(kept - self._sum(self._relevant, kept), kept)

    def first_relevant(self, k: int | None) -> Floats:
        """One over the rank of the first result that holds gold."""
        first = self._first_rank
        return np.where(first < self._kept(k), 1 / (np.minimum(first, _NEVER - 1) + 1), 0.0)

    def hit(self, k: int | None) -> Floats:
        """1 where a result holds gold, 0 where none does; NaN for a query without gold."""
        found = (self._first_rank < self._kept(k)).astype(np.float64)
        return np.where(self._gold_size > 0, found, np.nan)

    def contained(self, k: int | None) -> Floats:
        """The share of the gold passages that lie whole within one result; NaN for a query without gold."""
        query = self._gold.query
        queries = len(self._gold_size)
        found = query[self._containing < self._kept(k)[query]]
        counts = np.diff(self._gold.edges)
        share = _ratio(np.bincount(found, minlength=queries), counts)
        return np.where(counts > 0, share, np.nan)

    @cached_property
    def _containing(self) -> Ints:
        return containing_rank(self._hits, self._gold, never=_NEVER)

    @cached_property
    def _first_rank(self) -> Ints:
        first = np.full(len(self._gold_size), _NEVER)
        rows = np.flatnonzero(self._gold_in_hit > 0)[::-1]
        first[self._hits.query[rows]] = self._hits.rank[rows]
        return first


def span_counts(data: ScoringData) -> SpanCounts:
    """The counts of all queries, made once for all measures."""
    return data.shared(_make_counts)


def _make_counts(data: ScoringData) -> SpanCounts:
    return SpanCounts(*data.columns)


def _running(values: Ints | NDArray[np.bool_]) -> Ints:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(values, dtype=np.int64)])


def _sums(values: Ints, edges: Ints) -> Ints:
    running = _running(values)
    sums: Ints = running[edges[1:]] - running[edges[:-1]]
    return sums


def _ratio(above: Ints, below: Ints) -> Floats:
    return np.divide(above, below, out=np.zeros(len(above)), where=below > 0)


def _harmonic(one: Floats, other: Floats) -> Floats:
    total = one + other
    return np.divide(2 * one * other, total, out=np.zeros(len(one)), where=total > 0)
