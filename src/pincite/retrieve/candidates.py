"""Candidate chunks with their dense and lexical scores, and the two put together."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from pincite.domain.chunk import Layer
from pincite.ports import SearchIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Rows = NDArray[np.int64]

Method = Literal["dense", "bm25", "hybrid"]
Fusion = Literal["weighted", "rrf"]

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
    vector: Floats,
    question: str,
    index: SearchIndex,
    *,
    method: Method,
    fusion: Fusion,
    dense_weight: float,
    size: int,
    doc_ids: Collection[str] | None,
) -> Pool:
    """Collect the candidates of a question, of all documents or of those named, and rank them."""
    lexical_all = index.lexical_scores(question)
    rows = _rows(vector, lexical_all, index, size=size, doc_ids=doc_ids, method=method)
    dense = index.dense_scores(vector, rows)
    lexical = lexical_all[rows]
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
        parts = [weight / (_RRF + rank) for weight, rank in zip((dense_weight, 1 - dense_weight), ranks, strict=True)]
        return (parts[0] + parts[1]).astype(np.float32)
    return (dense_weight * _spread(dense) + (1 - dense_weight) * _scale(lexical)).astype(np.float32)


def _rows(
    vector: Floats, lexical: Floats, index: SearchIndex, *, size: int, doc_ids: Collection[str] | None, method: Method
) -> Rows:
    """All rows of the documents named; or the best of the whole store by each signal that the method uses."""
    if doc_ids is not None:
        spans = [index.rows_of(doc_id) for doc_id in sorted(doc_ids)]
        return np.concatenate([np.arange(span.start, span.stop) for span in spans] or [np.zeros(0, dtype=np.int64)])
    found: set[int] = set()
    if method != "bm25":
        found.update(candidate.row for candidate in index.dense(vector, k=size, layer=Layer.CHUNK))
    if method != "dense":
        best = np.argsort(-lexical, kind="stable")[:size]
        found.update(best[lexical[best] > 0].tolist())
    return np.array(sorted(found), dtype=np.int64)


def _spread(scores: Floats) -> Floats:
    """Scores stretched to 0…1 over the candidates."""
    if not len(scores):
        return scores
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low + 1e-9)


def _scale(scores: Floats) -> Floats:
    """Scores as shares of the best."""
    return scores / (float(scores.max()) + 1e-9) if len(scores) else scores
