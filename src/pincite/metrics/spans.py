"""Span measures: retrieved characters against gold characters, for many queries at once.

Two ways of counting stand side by side: as LegalBench-RAG publishes it (`lbr_*`: every result by itself, so overlapping
results count twice) and corrected (a character counts once however many results hold it).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.metrics.columns import Columns
from pincite.metrics.measure import Measure
from pincite.metrics.overlap import Overlaps, gold_within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_NEVER = np.iinfo(np.int64).max


class SpanScorer:
    """Scores the results of many queries by any span measure at any cut-off."""

    def __init__(self, hits: Columns, gold: Columns) -> None:
        self._hits = hits
        self._gold = gold
        self._overlaps = Overlaps(hits, gold)
        self._gold_size = _sums(gold.length, gold.edges)

    def score(self, measure: Measure) -> Floats:
        """One value a query; a query without results has 0 (and a mismatch of 0, for it returned nothing wrong)."""
        values: Floats = getattr(self, f"_{measure.name}")(self._kept(measure.k))
        return values

    @property
    def results(self) -> Ints:
        """How many results each query has."""
        counts: Ints = np.diff(self._hits.edges)
        return counts

    def pooled_drm(self, k: int | None, *, among: NDArray[np.bool_]) -> float:
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
        twice = self._overlaps.counted_twice(kept)
        return length - twice.length, shared - twice.shared

    def _lbr_precision(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._overlap, kept), self._sum(self._length, kept))

    def _lbr_recall(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._overlap, kept), self._gold_size)

    def _lbr_f1(self, kept: Ints) -> Floats:
        return _harmonic(self._lbr_precision(kept), self._lbr_recall(kept))

    def _precision(self, kept: Ints) -> Floats:
        length, shared = self._once(kept)
        return _ratio(shared, length)

    def _recall(self, kept: Ints) -> Floats:
        return _ratio(self._once(kept)[1], self._gold_size)

    def _f1(self, kept: Ints) -> Floats:
        length, shared = self._once(kept)
        return _harmonic(_ratio(shared, length), _ratio(shared, self._gold_size))

    def _iou(self, kept: Ints) -> Floats:
        length, shared = self._once(kept)
        return _ratio(shared, length + self._gold_size - shared)

    def _drm(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._stray, kept), kept)

    def _drm_query(self, kept: Ints) -> Floats:
        return self._drm(kept)

    def _document_recall(self, kept: Ints) -> Floats:
        query, first, _ = self._home
        queries = len(self._gold_size)
        found = query[first < kept[query]]
        return _ratio(np.bincount(found, minlength=queries), np.bincount(query, minlength=queries))

    def _essential(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._relevant, kept), kept)

    def _unnecessary(self, kept: Ints) -> Floats:
        return _ratio(kept - self._sum(self._relevant, kept), kept)

    @cached_property
    def _first_rank(self) -> Ints:
        first = np.full(len(self._gold_size), _NEVER)
        rows = np.flatnonzero(self._gold_in_hit > 0)[::-1]
        first[self._hits.query[rows]] = self._hits.rank[rows]
        return first

    def _first_relevant(self, kept: Ints) -> Floats:
        first = self._first_rank
        return np.where(first < kept, 1 / (np.minimum(first, _NEVER - 1) + 1), 0.0)


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
