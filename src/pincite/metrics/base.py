"""What measures have in common: one base class with the usual answers, to be overridden where a measure differs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pincite.domain.outcome import Need, Scale, Weighting
from pincite.metrics.weights import class_weights, result_weights, weighted_mean
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

SPANS = frozenset({Need.SPANS})
TEXTS = frozenset({Need.TEXTS})
ANSWER = frozenset({Need.ANSWER})


@dataclass(frozen=True)
class BaseMeasure:
    """A measure from 0 to 1 of which more is better; a subclass adds its name, its needs and `score`."""

    k: int | None = None

    name: ClassVar[str]
    needs: ClassVar[frozenset[Need]]
    takes_k: ClassVar[bool] = True
    more_is_better: ClassVar[bool] = True
    scale: ClassVar[Scale] = Scale()
    weighting: ClassVar[Weighting] = Weighting.QUERIES
    # Whether it counts characters or words of the gold, so that gold of whole files gives it no value.
    of_characters: ClassVar[bool] = False
    # Whether it is scored by default where a run has answers.
    standard: ClassVar[bool] = True

    def __str__(self) -> str:
        """The form it is written in, in run files and on the command line."""
        return self.name if self.k is None else f"{self.name}@{self.k}"

    def score(self, data: ScoringData) -> Floats:
        """One value per query; NaN where the query has none."""
        raise NotImplementedError

    def combine(self, data: ScoringData, values: Floats, *, among: Flags) -> float:
        """The mean of the values that are there, weighted as the measure says."""
        return weighted_mean(values[among], self._weights(data, values, among=among))

    def statistics(self, values: Floats) -> dict[str, float]:
        """The mean, the least and the largest value."""
        return {"mean": float(values.mean()), "min": float(values.min()), "max": float(values.max())}

    def _weights(self, data: ScoringData, values: Floats, *, among: Flags) -> Floats | None:
        if self.weighting is Weighting.RESULTS:
            return result_weights(np.diff(data.columns[0].edges)[among], self.k)
        if self.weighting is Weighting.CLASSES:
            answerable = np.array([outcome.answerable for outcome in data.outcomes], dtype=bool)
            return class_weights(answerable[among], ~np.isnan(values[among]))
        return None
