"""What each query weighs in the value of its set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]


def result_weights(results: Ints, k: int | None) -> Floats:
    """As many results as each query has within the cut-off."""
    weights: Floats = np.minimum(results.astype(float), np.inf if k is None else k)
    return weights


def class_weights(answerable: Flags, present: Flags) -> Floats:
    """Answerable and unanswerable queries weigh the same together; a query without a value weighs nothing."""
    weights = np.zeros(len(answerable))
    for members in (answerable & present, ~answerable & present):
        if members.any():
            weights[members] = 1 / members.sum()
    return weights


def weighted_mean(values: Floats, weights: Floats | None) -> float:
    """The mean of the values that are not missing; NaN where all are, 0 where they weigh nothing."""
    present = ~np.isnan(values)
    if not present.any():
        return float("nan")
    if weights is None:
        return float(values[present].mean())
    total = weights[present].sum()
    return float((values[present] * weights[present]).sum() / total) if total else 0.0
