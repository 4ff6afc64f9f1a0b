"""Candidate chunks with their dense and lexical scores, and the two put together."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from pincite.domain.document import Passage
from pincite.domain.hit import Key
from pincite.ports.store import SearchBackend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

Method = Literal["dense", "bm25", "hybrid"]
Fusion = Literal["standard", "weighted", "rrf"]

# The constant of reciprocal rank fusion, as its authors set it.
_RRF = 60
# Up to this many documents, every chunk is a candidate; of more, the best by each signal.
_WHOLE_DOCUMENTS = 50


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates, best first: chunks, their scores by each signal, and the score that ranks them."""

    chunks: tuple[Passage, ...]
    dense: Floats
    lexical: Floats
    score: Floats

    def take(self, keep: NDArray[np.int64] | NDArray[np.bool_]) -> Pool:
        """Some of the candidates."""
        places = np.flatnonzero(keep) if keep.dtype == bool else keep
        chunks = tuple(self.chunks[at] for at in places.tolist())
        return Pool(chunks, self.dense[keep], self.lexical[keep], self.score[keep])

    def __len__(self) -> int:
        return len(self.chunks)


def gather(
    vector: Floats | None,
    question: str,
    backend: SearchBackend,
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
    words = None if method == "dense" else question
    found = _find(vector, words, backend, size=size, doc_ids=doc_ids)
    # Equal scores are ranked in the order of passages, which is the same in every back end.
    found = dict(sorted(found.items(), key=lambda pair: pair[1].order))
    scores = backend.scores(list(found), vector=vector, query=words)
    score = fuse(scores.dense, scores.lexical, method=method, fusion=fusion, dense_weight=dense_weight)
    pool = Pool(tuple(found.values()), scores.dense, scores.lexical, score).take(np.argsort(-score, kind="stable"))
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


def _find(
    vector: Floats | None, words: str | None, backend: SearchBackend, *, size: int, doc_ids: Collection[str] | None
) -> dict[Key, Passage]:
    """All chunks of a few documents; of many, or of all, the best by each signal there is."""
    if doc_ids is not None and len(doc_ids) <= _WHOLE_DOCUMENTS:
        return backend.passages(doc_ids)
    near = [] if vector is None else backend.nearest(vector, k=size, documents=doc_ids)
    said = [] if words is None else backend.matching(words, k=size, documents=doc_ids)
    return {one.key: one.passage for one in (*near, *said)}


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
