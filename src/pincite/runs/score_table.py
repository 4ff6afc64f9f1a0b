"""The score table: a value, or none, for every query and measure, and the value of every set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.outcome import Weighting
from pincite.domain.run import RunQuestion
from pincite.errors import Hint, NotFound
from pincite.metrics.measure import known_measure
from pincite.metrics.weights import class_weights, result_weights
from pincite.runs.exam import ALL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A value for each query (row) and measure (column), and for each set and measure the set's value.

    NaN is a value that is missing. `results` is how many results each query had, where that is known.
    """

    questions: Sequence[RunQuestion]
    measures: tuple[str, ...]
    values: Floats
    by_set: dict[str, tuple[float, ...]]
    results: tuple[int, ...] | None = None

    def weights(self, measure: str) -> Floats | None:
        """What each query weighs in its set's value; None where all weigh the same."""
        known = known_measure(measure)
        if known is None or known.weighting is Weighting.QUERIES:
            return None
        if known.weighting is Weighting.CLASSES:
            return self._class_weights(measure)
        return None if self.results is None else result_weights(np.array(self.results), known.k)

    def column(self, measure: str) -> Floats:
        """One measure of every query."""
        if measure not in self.measures:
            raise NotFound(f"There is no '{measure}' in the scores.", hint=Hint.RESCORE)
        found: Floats = self.values[:, self.measures.index(measure)]
        return found

    @property
    def sets(self) -> list[str]:
        """The names of the sets, in order."""
        return list(self.by_set)

    def means(self) -> dict[str, dict[str, float]]:
        """The mean over sets, each set weighing the same, and each set by name; NaN where no query has a value."""
        overall = _mean_over_sets(np.array(list(self.by_set.values()))) if self.by_set else []
        named = [(ALL, overall), *self.by_set.items()]
        return {name: dict(zip(self.measures, row, strict=True)) for name, row in named}

    def summary(self) -> dict[str, dict[str, float | None]]:
        """The same for JSON: None where no query has a value."""
        return {
            name: {measure: None if np.isnan(value) else value for measure, value in row.items()}
            for name, row in self.means().items()
        }

    def counted(self, scope: str = ALL) -> dict[str, int]:
        """For each measure, how many queries of a set (or of all) have a value."""
        rows = np.array([scope in (ALL, question.set) for question in self.questions], dtype=bool)
        present = (~np.isnan(self.values[rows])).sum(axis=0)
        return dict(zip(self.measures, map(int, present), strict=True))

    def partial(self) -> dict[str, dict[str, int]]:
        """The measures that not every query has a value of: for each set, how many have."""
        short = [measure for measure, count in self.counted().items() if count < len(self.questions)]
        return {name: {m: self.counted(name)[m] for m in short} for name in (ALL, *self.sets)} if short else {}

    def _class_weights(self, measure: str) -> Floats:
        present = ~np.isnan(self.column(measure))
        golds = [question.gold for question in self.questions]
        answerable = np.array([bool(gold.passages or gold.answer) for gold in golds], dtype=bool)
        weights = np.zeros(len(golds))
        names = np.array([question.set for question in self.questions])
        for name in self.sets or dict.fromkeys(names.tolist()):
            members = names == name
            weights[members] = class_weights(answerable[members], present[members])
        return weights


def _mean_over_sets(rows: Floats) -> list[float]:
    """The mean of each column over the sets that have a value."""
    means: list[float] = rows.mean(axis=0).tolist()
    for column in np.flatnonzero(np.isnan(rows).any(axis=0)):
        present = rows[:, column][~np.isnan(rows[:, column])]
        means[column] = float(present.mean()) if len(present) else float("nan")
    return means
