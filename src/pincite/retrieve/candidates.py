"""Candidate chunks with their dense and lexical scores, and the two put together."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from pincite.domain.chunk import Layer
from pincite.ports import SearchIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Rows = NDArray[np.int64]

Method = Literal["dense", "bm25", "hybrid"]
Fusion = Literal["standard", "weighted", "rrf"]

# The constant of reciprocal rank fusion, as its authors set it.
_RRF = 60


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates, best first: rows of the chunk layer, their scores by each signal, and the score that ranks them."""

    rows: Rows
    dense: Floats
    lexical: Floats
    score: Floats

    def take(self, keep: NDArray[np.int64] | NDArray[np.bool_]) -> Pool:
        """Some of the candidates."""
        return Pool(self.rows[keep], self.dense[keep], self.lexical[keep], self.score[keep])

    def __len__(self) -> int:
        return len(self.rows)


def gather(
    vector: Floats | None,
    question: str,
    index: SearchIndex,
    *,
    method: Method,
    fusion: Fusion,
    dense_weight: float,
    size: int,
    doc_ids: Collection[str] | None,
) -> Pool:
    """Collect the candidates of a question, of all documents or of those named, and rank them.

    Without a vector there is no dense score; a method that needs none leaves out the lexical one.
    """
    lexical_all = None if method == "dense" else index.lexical_scores(question)
    rows = _rows(vector, lexical_all, index, size=size, doc_ids=doc_ids)
    dense = np.zeros(len(rows), np.float32) if vector is None else index.dense_scores(vector, rows)
    lexical = np.zeros(len(rows), np.float32) if lexical_all is None else lexical_all[rows]
    score = fuse(dense, lexical, method=method, fusion=fusion, dense_weight=dense_weight)
    order = np.lexsort((rows, -score))
    pool = Pool(rows, dense, lexical, score).take(order)
    return pool.take(pool.lexical > 0) if method == "bm25" else pool


def fuse(dense: Floats, lexical: Floats, *, method: Method, fusion: Fusion, dense_weight: float) -> Floats:
    """One score from two signals."""
    if method == "dense":
        return dense
    if method == "bm25":
        return lexical
    if fusion == "rrf":
        ranks = [np.argsort(np.argsort(-signal, kind="stable"), kind="stable") + 1 for signal in (dense, lexical)]
        by_words = np.where(lexical > 0, (1 - dense_weight) / (_RRF + ranks[1]), 0)
        return (dense_weight / (_RRF + ranks[0]) + by_words).astype(np.float32)
    if fusion == "standard":
        return (dense_weight * standardise(dense) + (1 - dense_weight) * standardise(lexical)).astype(np.float32)
    return (dense_weight * _spread(dense) + (1 - dense_weight) * _scale(lexical)).astype(np.float32)


def put_first(pool: Pool, scores: Floats) -> Pool:
    """The first candidates ordered by new scores, ties as they were; the others follow.

    The scores of the others go on from the lowest new one at the pace at which the old ones fell, so that all of them
    are on one scale.
    """
    first = len(scores)
    order = np.concatenate([np.argsort(-scores, kind="stable"), np.arange(first, len(pool))])
    old, least = pool.score, float(scores.min())
    fell = float(old[:first].max() - old[:first].min())
    pace = (float(scores.max()) - least) / fell if fell > 0 else 1.0
    rest = least - (old[:first].min() - old[first:]) * pace
    return replace(pool, score=np.concatenate([scores, rest]).astype(np.float32)).take(order)


def _rows(
    vector: Floats | None, lexical: Floats | None, index: SearchIndex, *, size: int, doc_ids: Collection[str] | None
) -> Rows:
    """All rows of the documents named; or the best of the whole store by each signal there is."""
    if doc_ids is not None:
        spans = [index.rows_of(doc_id) for doc_id in sorted(doc_ids)]
        return np.concatenate([np.arange(span.start, span.stop) for span in spans] or [np.zeros(0, dtype=np.int64)])
    found: set[int] = set()
    if vector is not None:
        found.update(candidate.row for candidate in index.dense(vector, k=size, layer=Layer.CHUNK))
    if lexical is not None:
        found.update(_best(lexical, size).tolist())
    return np.array(sorted(found), dtype=np.int64)


def _best(scores: Floats, size: int) -> Rows:
    """The rows with the highest scores above zero; ties by row."""
    rows = np.flatnonzero(scores)
    if len(rows) > size:
        least = np.partition(scores[rows], len(rows) - size)[len(rows) - size]
        rows = rows[scores[rows] >= least]
    return rows[np.argsort(-scores[rows], kind="stable")][:size]


def standardise(scores: Floats) -> Floats:
    """Scores to mean 0 and deviation 1 over the candidates."""
    if not len(scores):
        return scores
    # In double precision, so that the order in which documents were added does not show.
    wide = scores.astype(np.float64)
    standard: Floats = ((wide - wide.mean()) / (wide.std() + 1e-6)).astype(np.float32)
    return standard


def _spread(scores: Floats) -> Floats:
    """Scores stretched to 0…1 over the candidates."""
    if not len(scores):
        return scores
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low + 1e-9)


def _scale(scores: Floats) -> Floats:
    """Scores as shares of the best."""
    return scores / (float(scores.max()) + 1e-9) if len(scores) else scores
