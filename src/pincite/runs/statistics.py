"""Whether a difference is more than chance: paired bootstrap, sign-flip permutation, Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

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
    """How chance is reckoned."""

    iterations: int = 5000
    seed: int = 0
    alpha: float = 0.05


def paired_difference(one: Floats, other: Floats, *, groups: Sequence[str], sampling: Sampling) -> Difference:
    """How far `other` is above `one`: the mean over groups of the mean difference in each, as summaries weigh them."""
    differences = np.asarray(other, dtype=float) - np.asarray(one, dtype=float)
    if not len(differences):
        return Difference(0.0, 0.0, 0.0, 1.0, 0)
    members = _members(groups)
    weights = np.zeros(len(differences))
    for rows in members:
        weights[rows] = 1 / (len(members) * len(rows))
    value = float(differences @ weights)
    low, high = _interval(differences, members, sampling)
    return Difference(value, low, high, _chance(differences * weights, sampling), len(differences))


def mean_interval(values: Floats, *, groups: Sequence[str], sampling: Sampling) -> tuple[float, float]:
    """The confidence interval of a mean over groups."""
    return _interval(np.asarray(values, dtype=float), _members(groups), sampling) if len(values) else (0.0, 0.0)


def macro_mean(values: Floats, groups: Sequence[str]) -> float:
    """The mean over groups of each group's mean."""
    return float(np.mean([values[rows].mean() for rows in _members(groups)])) if len(values) else 0.0


def holm(chances: Sequence[float]) -> list[float]:
    """P values corrected for being several, after Holm."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected = [0.0] * len(chances)
    floor = 0.0
    for place, i in enumerate(order):
        floor = max(floor, min(1.0, (len(chances) - place) * chances[i]))
        corrected[i] = floor
    return corrected


def _members(groups: Sequence[str]) -> list[NDArray[np.int64]]:
    rows: dict[str, list[int]] = {}
    for row, group in enumerate(groups):
        rows.setdefault(group, []).append(row)
    return [np.array(found, dtype=np.int64) for found in rows.values()]


def _interval(values: Floats, members: list[NDArray[np.int64]], sampling: Sampling) -> tuple[float, float]:
    """Queries are drawn anew within each group, so that the groups keep their sizes."""
    random = np.random.default_rng(sampling.seed)
    means = np.zeros(sampling.iterations)
    for rows in members:
        for at in range(0, sampling.iterations, _BLOCK):
            size = min(_BLOCK, sampling.iterations - at)
            drawn = values[rows][random.integers(0, len(rows), size=(size, len(rows)))]
            means[at : at + size] += drawn.mean(axis=1) / len(members)
    low, high = np.quantile(means, [sampling.alpha / 2, 1 - sampling.alpha / 2])
    return float(low), float(high)


def _chance(weighted: Floats, sampling: Sampling) -> float:
    """How often random signs give a sum at least as far from 0."""
    # Queries that are the same in both runs say nothing of the sign.
    weighted = weighted[weighted != 0]
    observed = abs(float(weighted.sum()))
    # Sums that are equal but for rounding count as equal.
    bar = observed - 1e-12
    if len(weighted) <= EXACT_UP_TO:
        signs = 1 - 2 * ((np.arange(2 ** len(weighted))[:, None] >> np.arange(len(weighted))) & 1)
        return float((np.abs(signs @ weighted) >= bar).mean())
    random = np.random.default_rng(sampling.seed)
    extreme = 0
    for at in range(0, sampling.iterations, _BLOCK):
        size = min(_BLOCK, sampling.iterations - at)
        signs = random.integers(0, 2, size=(size, len(weighted))) * 2 - 1
        extreme += int((np.abs(signs @ weighted) >= bar).sum())
    return (extreme + 1) / (sampling.iterations + 1)
