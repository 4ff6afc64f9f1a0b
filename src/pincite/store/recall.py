"""How much of the nearest an index finds."""

from __future__ import annotations

from collections.abc import Sequence

# Scores of the same passage, computed in another order, differ by less.
_ROUNDING = 1e-5


def share_found(exact: Sequence[float], found: Sequence[float]) -> float:
    """The share of the best scores that a search found, given those of an exact search.

    By score, not by passage: contracts repeat each other's clauses word for word, and one is as near as the other.
    """
    if not exact:
        return 1.0
    least = min(exact) - _ROUNDING
    return min(1.0, sum(score >= least for score in found) / len(exact))
