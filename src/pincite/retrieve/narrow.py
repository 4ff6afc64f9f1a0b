"""What is left out of a ranking, and why: other documents, weak scores, near-duplicates, too many tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Literal

import numpy as np

from pincite.domain.document import Passage
from pincite.retrieve.candidates import Pool
from pincite.spans import Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = re.compile(r"\w+")


def weigh_documents(pool: Pool) -> dict[str, float]:
    """What each document with candidates is worth: 0.6 of its best score plus 0.4 of its mean; best first."""
    scores: dict[str, list[float]] = {}
    for chunk, score in zip(pool.chunks, pool.score.tolist(), strict=True):
        scores.setdefault(chunk.doc_id, []).append(score)
    worth = {doc_id: 0.6 * max(found) + 0.4 * sum(found) / len(found) for doc_id, found in scores.items()}
    return dict(sorted(worth.items(), key=lambda pair: (-pair[1], pair[0])))


def keep_documents(pool: Pool, doc_ids: Collection[str]) -> Pool:
    """Keep the candidates of some documents."""
    return pool.take(np.array([chunk.doc_id in doc_ids for chunk in pool.chunks], dtype=bool))


def keep_within(pool: Pool, spans: Collection[Span]) -> Pool:
    """Keep the candidates that lie, for the most part, in some ranges; where none does, those that touch them."""
    own = [chunk.span for chunk in pool.chunks]
    shared = [sum(len(part) for span in spans if (part := one.intersection(span))) for one in own]
    lying = [
        2 * length > len(one) or any(one.contains(span) for span in spans)
        for one, length in zip(own, shared, strict=True)
    ]
    return pool.take(np.array(lying if any(lying) else [length > 0 for length in shared], dtype=bool))


def keep_above_threshold(
    pool: Pool, *, kind: Literal["none", "absolute", "relative"], value: float, at_least: int
) -> Pool:
    """Keep what is near the best score: within `value` of it, or within that share of it; but at least `at_least`."""
    if kind == "none" or not len(pool):
        return pool
    best = float(pool.score[0])
    floor = best - value if kind == "absolute" else best - abs(best) * value
    keep: NDArray[np.bool_] = pool.score >= floor
    return pool.take(np.arange(min(at_least, len(pool)))) if int(keep.sum()) < at_least else pool.take(keep)


def keep_within_tokens(pool: Pool, *, limit: int, count: Callable[[Passage], int]) -> Pool:
    """Keep candidates from the top while their tokens fit; the first that does not fit ends it."""
    total = 0
    for i, chunk in enumerate(pool.chunks):
        total += count(chunk)
        if total > limit:
            return pool.take(np.arange(i))
    return pool


def drop_near_duplicates(pool: Pool, *, text: Callable[[Passage], str], alike: float) -> Pool:
    """Drop a candidate whose words are nearly those of a better one: boilerplate repeats from contract to contract."""
    kept: list[int] = []
    seen: list[set[str]] = []
    for i, chunk in enumerate(pool.chunks):
        words = set(_WORD.findall(text(chunk).casefold()))
        if any(len(words & other) >= alike * max(1, len(words | other)) for other in seen):
            continue
        kept.append(i)
        seen.append(words)
    return pool.take(np.array(kept, dtype=np.int64))
