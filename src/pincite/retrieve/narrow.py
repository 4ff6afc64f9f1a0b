"""What is left out of a ranking, and why: other documents, weak scores, near-duplicates, too many tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Literal

import numpy as np

from pincite.ports import SearchIndex
from pincite.retrieve.candidates import Pool
from pincite.spans import Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = re.compile(r"\w+")


def weigh_documents(pool: Pool, index: SearchIndex) -> dict[str, float]:
    """What each document with candidates is worth: 0.6 of its best score plus 0.4 of its mean; best first."""
    scores: dict[str, list[float]] = {}
    for row, score in zip(pool.rows.tolist(), pool.score.tolist(), strict=True):
        scores.setdefault(index.passage(row).doc_id, []).append(score)
    worth = {doc_id: 0.6 * max(found) + 0.4 * sum(found) / len(found) for doc_id, found in scores.items()}
    return dict(sorted(worth.items(), key=lambda pair: (-pair[1], pair[0])))


def keep_documents(pool: Pool, index: SearchIndex, doc_ids: Collection[str]) -> Pool:
    """Keep the candidates of some documents."""
    return pool.take(np.array([index.passage(row).doc_id in doc_ids for row in pool.rows.tolist()], dtype=bool))


def keep_within(pool: Pool, index: SearchIndex, spans: Collection[Span]) -> Pool:
    """Keep the candidates that lie, for the most part, in some ranges."""

    def lies(row: int) -> bool:
        own = index.passage(row).span
        shared = sum(len(part) for span in spans if (part := own.intersection(span)))
        return 2 * shared > len(own) or any(own.contains(span) for span in spans)

    return pool.take(np.array([lies(row) for row in pool.rows.tolist()], dtype=bool))


def keep_above_threshold(
    pool: Pool, *, kind: Literal["none", "absolute", "relative"], value: float, at_least: int
) -> Pool:
    """Keep what comes near the best score: within `value` of it, or within that share of it; but at least so many."""
    if kind == "none" or not len(pool):
        return pool
    best = float(pool.score[0])
    floor = best - value if kind == "absolute" else best - abs(best) * value
    keep: NDArray[np.bool_] = pool.score >= floor
    return pool.take(np.arange(min(at_least, len(pool)))) if int(keep.sum()) < at_least else pool.take(keep)


def keep_within_tokens(pool: Pool, *, limit: int, count: Callable[[int], int]) -> Pool:
    """Keep candidates from the top while their tokens fit; the first that does not fit ends it."""
    total = 0
    for i, row in enumerate(pool.rows.tolist()):
        total += count(row)
        if total > limit:
            return pool.take(np.arange(i))
    return pool


def drop_near_duplicates(pool: Pool, *, text: Callable[[int], str], alike: float) -> Pool:
    """Drop a candidate whose words are nearly those of a better one: boilerplate repeats from contract to contract."""
    kept: list[int] = []
    seen: list[set[str]] = []
    for i, row in enumerate(pool.rows.tolist()):
        words = set(_WORD.findall(text(row).casefold()))
        if any(len(words & other) >= alike * max(1, len(words | other)) for other in seen):
            continue
        kept.append(i)
        seen.append(words)
    return pool.take(np.array(kept, dtype=np.int64))
