"""Whether a difference is more than chance: paired bootstrap, sign-flip permutation, Holm's correction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Rows = NDArray[np.int64]

# Up to here every assignment of signs is counted; beyond, they are drawn.
EXACT_UP_TO = 16
_BLOCK = 256


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean paired difference with its confidence interval, and the chance of one so large if there were none."""

    value: float
    low: float
    high: float
    p: float
    n: int


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many resamples are drawn, from which seed, and the level of significance."""

    iterations: int = 5000
    seed: int = 0
    alpha: float = 0.05


@dataclass(frozen=True, slots=True)
class _Side:
    """The queries of one run as two columns, whose sums make a mean: weighted values above, weights below."""

    above: Floats
    below: Floats

    @classmethod
    def of(cls, values: Floats, weights: Floats | None) -> _Side:
        below = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=float)
        return cls(np.asarray(values, dtype=float) * below, below)

    def take(self, rows: Rows) -> _Side:
        return _Side(self.above[rows], self.below[rows])

    def mean(self) -> Floats:
        """The mean over the last axis."""
        return _ratio(self.above.sum(axis=-1), self.below.sum(axis=-1))


@dataclass(frozen=True, slots=True)
class _Pair:
    """The same queries in two runs."""

    one: _Side
    other: _Side

    @classmethod
    def of(cls, one: Floats, other: Floats, weights: tuple[Floats, Floats] | None) -> _Pair:
        first, second = weights or (None, None)
        return cls(_Side.of(one, first), _Side.of(other, second))

    def take(self, rows: Rows) -> _Pair:
        return _Pair(self.one.take(rows), self.other.take(rows))

    def difference(self) -> Floats:
        return self.other.mean() - self.one.mean()

    def swapped(self, swaps: Rows, differing: Rows, members: list[Rows]) -> Floats:
        """The mean difference over groups for each way of swapping the results of the queries that differ."""
        total = np.zeros(len(swaps))
        for rows in members:
            columns = np.flatnonzero(np.isin(differing, rows))
            moved, here = swaps[:, columns], differing[columns]
            above = moved @ (self.other.above[here] - self.one.above[here])
            below = moved @ (self.other.below[here] - self.one.below[here])
            first = _ratio(self.one.above[rows].sum() + above, self.one.below[rows].sum() + below)
            second = _ratio(self.other.above[rows].sum() - above, self.other.below[rows].sum() - below)
            total += second - first
        return total / len(members)


def paired_difference(
    one: Floats,
    other: Floats,
    *,
    groups: Sequence[str],
    sampling: Sampling,
    weights: tuple[Floats, Floats] | None = None,
) -> Difference:
    """How far `other` is above `one`: the mean over groups of the difference of their means, as summaries weigh them.

    With weights (of the queries, in each run) a group's mean is a weighted one, a ratio of two sums: so a share of all
    results is compared, and not a mean of shares.
    """
    if not len(one):
        return Difference(0.0, 0.0, 0.0, 1.0, 0)
    pair = _Pair.of(one, other, weights)
    members = _members(groups)
    value = float(np.mean([pair.take(rows).difference() for rows in members]))
    drawn = _draw(lambda rows, at: pair.take(rows).take(at).difference(), members, sampling)
    low, high = np.quantile(drawn, [sampling.alpha / 2, 1 - sampling.alpha / 2])
    return Difference(value, float(low), float(high), _chance(pair, members, abs(value), sampling), len(one))


def mean_interval(
    values: Floats, *, groups: Sequence[str], sampling: Sampling, weights: Floats | None = None
) -> tuple[float, float]:
    """The confidence interval of a mean over groups."""
    if not len(values):
        return 0.0, 0.0
    side = _Side.of(values, weights)
    means = _draw(lambda rows, at: side.take(rows).take(at).mean(), _members(groups), sampling)
    low, high = np.quantile(means, [sampling.alpha / 2, 1 - sampling.alpha / 2])
    return float(low), float(high)


def macro_mean(values: Floats, groups: Sequence[str], weights: Floats | None = None) -> float:
    """The mean over groups of each group's mean."""
    side = _Side.of(values, weights)
    return float(np.mean([side.take(rows).mean() for rows in _members(groups)])) if len(values) else 0.0


def holm(chances: Sequence[float]) -> list[float]:
    """P values corrected for multiple testing, after Holm."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected = [0.0] * len(chances)
    floor = 0.0
    for place, i in enumerate(order):
        floor = max(floor, min(1.0, (len(chances) - place) * chances[i]))
        corrected[i] = floor
    return corrected


def _members(groups: Sequence[str]) -> list[Rows]:
    rows: dict[str, list[int]] = {}
    for row, group in enumerate(groups):
        rows.setdefault(group, []).append(row)
    return [np.array(found, dtype=np.int64) for found in rows.values()]


def _draw(mean: Callable[[Rows, Rows], Floats], members: list[Rows], sampling: Sampling) -> Floats:
    """The mean over groups for queries resampled within each group, so that the groups keep their sizes."""
    random = np.random.default_rng(sampling.seed)
    means = np.zeros(sampling.iterations)
    for rows in members:
        for at in range(0, sampling.iterations, _BLOCK):
            size = min(_BLOCK, sampling.iterations - at)
            drawn = random.integers(0, len(rows), size=(size, len(rows)))
            means[at : at + size] += mean(rows, drawn) / len(members)
    return means


def _chance(pair: _Pair, members: list[Rows], observed: float, sampling: Sampling) -> float:
    """How often a difference is at least so far from 0 if each query's two results are swapped at random."""
    # Queries with the same value in both runs make no difference.
    differing = np.flatnonzero((pair.one.above != pair.other.above) | (pair.one.below != pair.other.below))
    # Differences that are equal but for rounding count as equal.
    bar = observed - 1e-12
    if len(differing) <= EXACT_UP_TO:
        swaps = (np.arange(2 ** len(differing))[:, None] >> np.arange(len(differing))) & 1
        return float((np.abs(pair.swapped(swaps, differing, members)) >= bar).mean())
    random = np.random.default_rng(sampling.seed)
    extreme = 0
    for at in range(0, sampling.iterations, _BLOCK):
        size = min(_BLOCK, sampling.iterations - at)
        swaps = random.integers(0, 2, size=(size, len(differing)))
        extreme += int((np.abs(pair.swapped(swaps, differing, members)) >= bar).sum())
    return (extreme + 1) / (sampling.iterations + 1)


def _ratio(above: Any, below: Any) -> Floats:
    above, below = np.asarray(above, dtype=float), np.asarray(below, dtype=float)
    ratio: Floats = np.divide(above, below, out=np.zeros(above.shape), where=below > 0)
    return ratio
