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
from pincite.spans import Span, merge_spans, subtract_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


class SpanScorer:
    """Scores the results of many queries by any span measure at any cut-off."""

    def __init__(self, hits: Columns, gold: Columns) -> None:
        self._hits = hits
        self._gold = gold
        self._gold_size = _sums(gold.length, gold.edges)

    def score(self, measure: Measure) -> Floats:
        """One value a query; a query without results has 0 (and a mismatch of 0, for it returned nothing wrong)."""
        values: Floats = getattr(self, f"_{measure.name}")(self._kept(measure.k))
        return values

    def pooled_drm(self, k: int | None, *, among: NDArray[np.bool_]) -> float:
        """The mismatch over all results of some queries together, as it is published."""
        kept = self._kept(k)
        results = int(kept[among].sum())
        return float(self._sum(self._stray, kept)[among].sum() / results) if results else 0.0

    def _kept(self, k: int | None) -> Ints:
        """How many results of each query are within the cut-off."""
        counts: Ints = np.diff(self._hits.edges)
        return counts if k is None else np.minimum(counts, k)

    def _sum(self, running: Ints, kept: Ints) -> Ints:
        """Sums over the kept results of each query, from running totals over all results."""
        starts = self._hits.edges[:-1]
        sums: Ints = running[starts + kept] - running[starts]
        return sums

    @cached_property
    def _gold_in_hit(self) -> Ints:
        """How many gold characters each result holds: each query's gold passages are taken one after another."""
        hits, gold = self._hits, self._gold
        found = np.zeros(len(hits.doc), dtype=np.int64)
        query = hits.query
        counts = np.diff(gold.edges)
        for nth in range(int(counts.max(initial=0))):
            rows = np.flatnonzero(counts[query] > nth)
            at = gold.edges[query[rows]] + nth
            shared = np.minimum(hits.end[rows], gold.end[at]) - np.maximum(hits.start[rows], gold.start[at])
            found[rows] += np.where(hits.doc[rows] == gold.doc[at], np.maximum(shared, 0), 0)
        return found

    @cached_property
    def _length(self) -> Ints:
        return _running(self._hits.length)

    @cached_property
    def _overlap(self) -> Ints:
        return _running(self._gold_in_hit)

    @cached_property
    def _relevant(self) -> Ints:
        return _running((self._gold_in_hit > 0).astype(np.int64))

    @cached_property
    def _stray(self) -> Ints:
        """Running count of the results from documents without gold."""
        hits, gold = self._hits, self._gold
        size = 1 + max(int(hits.doc.max(initial=0)), int(gold.doc.max(initial=0)))
        home = np.isin(hits.query * size + hits.doc, gold.query * size + gold.doc)
        return _running((~home).astype(np.int64))

    @cached_property
    def _fresh(self) -> tuple[Ints, Ints]:
        """Running totals of characters that no better result holds, and of those that are gold."""
        length, shared = self._hits.length.copy(), self._gold_in_hit.copy()
        for query in self._overlapping_queries():
            self._count_once(int(query), length, shared)
        return _running(length), _running(shared)

    def _overlapping_queries(self) -> Ints:
        """The queries two results of which share a character."""
        hits = self._hits
        query = hits.query
        order = np.lexsort((hits.start, hits.doc, query))
        same = (np.diff(query[order]) == 0) & (np.diff(hits.doc[order]) == 0)
        # In order of start two neighbours overlap wherever any two of the group do.
        overlap = same & (hits.start[order][1:] < hits.end[order][:-1])
        return np.unique(query[order][1:][overlap])

    def _count_once(self, query: int, length: Ints, shared: Ints) -> None:
        hits, gold = self._hits, self._gold
        wanted = range(gold.edges[query], gold.edges[query + 1])
        seen: dict[int, list[Span]] = {}
        for row in range(hits.edges[query], hits.edges[query + 1]):
            doc, span = int(hits.doc[row]), Span(int(hits.start[row]), int(hits.end[row]))
            before = seen.setdefault(doc, [])
            parts = subtract_spans(span, before)
            golds = [Span(int(gold.start[at]), int(gold.end[at])) for at in wanted if gold.doc[at] == doc]
            length[row] = sum(len(part) for part in parts)
            shared[row] = sum(len(both) for part in parts for one in golds if (both := part.intersection(one)))
            seen[doc] = merge_spans([*before, span])

    def _lbr_precision(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._overlap, kept), self._sum(self._length, kept))

    def _lbr_recall(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._overlap, kept), self._gold_size)

    def _lbr_f1(self, kept: Ints) -> Floats:
        return _harmonic(self._lbr_precision(kept), self._lbr_recall(kept))

    def _precision(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._fresh[1], kept), self._sum(self._fresh[0], kept))

    def _recall(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._fresh[1], kept), self._gold_size)

    def _f1(self, kept: Ints) -> Floats:
        return _harmonic(self._precision(kept), self._recall(kept))

    def _iou(self, kept: Ints) -> Floats:
        shared = self._sum(self._fresh[1], kept)
        return _ratio(shared, self._sum(self._fresh[0], kept) + self._gold_size - shared)

    def _drm(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._stray, kept), kept)

    def _drm_query(self, kept: Ints) -> Floats:
        return self._drm(kept)

    def _document_recall(self, kept: Ints) -> Floats:
        hits, gold = self._hits, self._gold
        size = 1 + max(int(hits.doc.max(initial=0)), int(gold.doc.max(initial=0)))
        within = np.arange(len(hits.doc)) - hits.edges[hits.query] < kept[hits.query]
        wanted = np.unique(gold.query * size + gold.doc)
        found = np.isin(wanted, (hits.query * size + hits.doc)[within])
        queries = len(self._gold_size)
        return _ratio(
            np.bincount(wanted[found] // size, minlength=queries), np.bincount(wanted // size, minlength=queries)
        )

    def _essential(self, kept: Ints) -> Floats:
        return _ratio(self._sum(self._relevant, kept), kept)

    def _unnecessary(self, kept: Ints) -> Floats:
        return _ratio(kept - self._sum(self._relevant, kept), kept)

    def _first_relevant(self, kept: Ints) -> Floats:
        values = np.zeros(len(self._gold_size))
        rows = np.flatnonzero(self._gold_in_hit > 0)
        query, first = np.unique(self._hits.query[rows], return_index=True)
        rank = rows[first] - self._hits.edges[query] + 1
        values[query] = np.where(rank <= kept[query], 1 / rank, 0.0)
        return values


def _running(values: Ints) -> Ints:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(values)])


def _sums(values: Ints, edges: Ints) -> Ints:
    running = _running(values)
    sums: Ints = running[edges[1:]] - running[edges[:-1]]
    return sums


def _ratio(above: Ints, below: Ints) -> Floats:
    return np.divide(above, below, out=np.zeros(len(above)), where=below > 0)


def _harmonic(one: Floats, other: Floats) -> Floats:
    total = one + other
    return np.divide(2 * one * other, total, out=np.zeros(len(one)), where=total > 0)
