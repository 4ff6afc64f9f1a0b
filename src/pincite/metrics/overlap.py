"""Where results overlap gold, and where results of a query overlap each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.columns import PassageColumns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Overcount:
    """For each query, how many characters are counted too often: of all, and of gold."""

    length: Ints
    shared: Ints


class Overlaps:
    """Counts what overlapping results count too often, at any cut-off."""

    def __init__(self, hits: PassageColumns, gold: PassageColumns) -> None:
        self._hits = hits
        self._gold = gold
        self._known: dict[bytes, Overcount] = {}

    def overcount(self, kept: Ints) -> Overcount:
        """What the first `kept` results of each query count too often."""
        key = kept.tobytes()
        if key not in self._known:
            self._known[key] = self._count(kept)
        return self._known[key]

    @cached_property
    def _suspects(self) -> Ints:
        """The rows of every document of which two results of a query overlap, by query, document and start."""
        hits = self._hits
        if not len(hits.doc):
            return np.zeros(0, dtype=np.int64)
        group = hits.query * (1 + int(hits.doc.max())) + hits.doc
        order = np.argsort(group * (1 + int(hits.end.max())) + hits.start, kind="stable")
        group = group[order]
        # In order of start two neighbours overlap wherever any two of the group do.
        clash = (group[1:] == group[:-1]) & (hits.start[order][1:] < hits.end[order][:-1])
        bad = np.unique(group[1:][clash])
        if not len(bad):
            return np.zeros(0, dtype=np.int64)
        at = np.minimum(np.searchsorted(bad, group), len(bad) - 1)
        suspects: Ints = order[bad[at] == group]
        return suspects

    def _count(self, kept: Ints) -> Overcount:
        hits = self._hits
        queries = len(kept)
        rows = self._suspects
        rows = rows[hits.rank[rows] < kept[hits.query[rows]]] if len(rows) else rows
        if not len(rows):
            return Overcount(np.zeros(queries, dtype=np.int64), np.zeros(queries, dtype=np.int64))
        query, doc, start, end = hits.query[rows], hits.doc[rows], hits.start[rows], hits.end[rows]
        # What lies before the furthest end of earlier rows in the same document was already counted. Each
        # document is set far behind the last, so that one running maximum serves them all.
        far = 1 + int(end.max())
        group = np.cumsum(np.concatenate([[0], (np.diff(query) != 0) | (np.diff(doc) != 0)])) * far
        reached = np.concatenate([[0], np.maximum.accumulate(end + group)[:-1]]) - group
        repeated = np.clip(np.minimum(reached, end), start, None)
        shared = gold_within(query, doc, start, repeated, gold=self._gold)
        return Overcount(
            np.bincount(query, weights=repeated - start, minlength=queries).astype(np.int64),
            np.bincount(query, weights=shared, minlength=queries).astype(np.int64),
        )


def gold_within(query: Ints, doc: Ints, start: Ints, end: Ints, *, gold: PassageColumns) -> Ints:
    """How many gold characters each row holds; rows come in the order of their queries.

    Each query's gold passages are taken one after another: first all queries' first passages, then the second ones.
    """
    found = np.zeros(len(query), dtype=np.int64)
    counts = np.diff(gold.edges)
    rows = _in_gold_documents(query, doc, gold=gold)
    held = np.bincount(query[rows], minlength=len(counts))
    for nth in range(int(counts.max(initial=0))):
        more = counts > nth
        if 2 * held[more].sum() < len(rows):
            rows = rows[np.repeat(more, held)]
            held = np.where(more, held, 0)
        # The document of each query's nth passage, spread over the query's rows; -1, which is no document, for none.
        wanted = np.where(more, gold.doc[np.minimum(gold.edges[:-1] + nth, len(gold.doc) - 1)], -1)
        here = rows[np.flatnonzero(doc[rows] == np.repeat(wanted, held))]
        at = gold.edges[query[here]] + nth
        shared = np.minimum(end[here], gold.end[at]) - np.maximum(start[here], gold.start[at])
        found[here] += np.maximum(shared, 0)
    return found


def containing_rank(hits: PassageColumns, gold: PassageColumns, *, never: int) -> Ints:
    """For each gold passage the rank, from 0, of the first result that holds all of it; `never` where none does."""
    best = np.full(len(gold.doc), never)
    rows = _in_gold_documents(hits.query, hits.doc, gold=gold)
    counts = np.diff(gold.edges)
    for nth in range(int(counts.max(initial=0))):
        here = rows[counts[hits.query[rows]] > nth]
        at = gold.edges[hits.query[here]] + nth
        whole = (
            (hits.doc[here] == gold.doc[at]) & (hits.start[here] <= gold.start[at]) & (hits.end[here] >= gold.end[at])
        )
        np.minimum.at(best, at[whole], hits.rank[here][whole])
    return best


def _in_gold_documents(query: Ints, doc: Ints, *, gold: PassageColumns) -> Ints:
    """The rows that may hold gold: those in the document of their query's first passage.

    Of the few queries whose gold lies in several documents, all rows.
    """
    if not len(gold.doc):
        return np.zeros(0, dtype=np.int64)
    counts = np.diff(gold.edges)
    first = np.where(counts > 0, gold.doc[np.minimum(gold.edges[:-1], len(gold.doc) - 1)], -1)
    held = np.bincount(query, minlength=len(counts))
    likely = doc == np.repeat(first, held)
    elsewhere = gold.query[gold.doc != first[gold.query]]
    if len(elsewhere):
        scattered = np.zeros(len(counts), dtype=bool)
        scattered[elsewhere] = True
        likely |= np.repeat(scattered, held)
    return np.flatnonzero(likely)
