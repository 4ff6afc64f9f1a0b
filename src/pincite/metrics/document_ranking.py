"""Rankings of documents against graded relevance, by the measures of TREC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2


def precision(ranked: Sequence[str], grades: Mapping[str, float], k: int | None) -> float:
    """Relevant among the first k, over k."""
    size = k or len(ranked)
    return _found(ranked[:k], grades) / size if size else 0.0


def recall(ranked: Sequence[str], grades: Mapping[str, float], k: int | None) -> float:
    """Relevant among the first k, over all that are relevant."""
    wanted = _relevant(grades)
    return _found(ranked[:k], grades) / wanted if wanted else 0.0


def reciprocal_rank(ranked: Sequence[str], grades: Mapping[str, float], k: int | None) -> float:
    """One over the rank of the first relevant among the first k."""
    return next((1 / rank for rank, doc in enumerate(ranked[:k], start=1) if grades.get(doc, 0) > 0), 0.0)


def average_precision(ranked: Sequence[str], grades: Mapping[str, float], k: int | None) -> float:
    """The precision at each relevant one among the first k, summed, over all that are relevant."""
    wanted = _relevant(grades)
    found, total = 0, 0.0
    for rank, doc in enumerate(ranked[:k], start=1):
        if grades.get(doc, 0) > 0:
            found += 1
            total += found / rank
    return total / wanted if wanted else 0.0


def ndcg(ranked: Sequence[str], grades: Mapping[str, float], k: int | None) -> float:
    """Discounted gain of the first k, over that of the best order; the gain is the grade itself."""
    best = discounted_gain(sorted((max(grade, 0.0) for grade in grades.values()), reverse=True)[:k])
    return discounted_gain([max(grades.get(doc, 0.0), 0.0) for doc in ranked[:k]]) / best if best else 0.0


def discounted_gain(gains: Sequence[float]) -> float:
    """Gains, each over the logarithm of its rank plus one."""
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def _found(ranked: Sequence[str], grades: Mapping[str, float]) -> int:
    return sum(grades.get(doc, 0) > 0 for doc in ranked)


def _relevant(grades: Mapping[str, float]) -> int:
    return sum(grade > 0 for grade in grades.values())
