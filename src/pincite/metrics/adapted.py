"""Metrics written for evaltools as measures: a class with METRIC_NAME, evaluator_fn and get_aggregate_stats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pincite.domain.outcome import QueryOutcome, Scale
from pincite.errors import BenchmarkError
from pincite.metrics.base import ANSWER, BaseMeasure
from pincite.ports.evaluation import Measure, ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MISSING = float("nan")


class AdaptedMetric(BaseMeasure):
    """A metric of evaltools; −1, null and a value that is no number are missing."""

    needs = ANSWER
    takes_k = False
    standard = False
    scale = Scale(None, None)
    metric: ClassVar[Any]

    def score(self, data: ScoringData) -> Floats:
        """One value per query; a question that failed has none."""
        function = self.metric.evaluator_fn()
        return np.array([self._row(function, outcome, data) for outcome in data.outcomes], dtype=np.float64)

    def statistics(self, values: Floats) -> dict[str, float]:
        """What the metric itself says of the rows that have a value."""
        found = self.metric.get_aggregate_stats(ScoreFrame({self.name: values}))
        return {str(key): float(value) for key, value in found.items()}

    def _row(self, function: Any, outcome: QueryOutcome, data: ScoringData) -> float:
        response = outcome.response
        if response.answer is None or response.error is not None:
            return _MISSING
        try:
            context = "\n\n".join(data.result_texts(outcome))
        except BenchmarkError:
            context = ""
        truth = outcome.gold_answer or ""
        given = {"query": outcome.question, "response": response.answer, "context": context, "ground_truth": truth}
        try:
            found = function(**given)
            value = found.get(self.name) if isinstance(found, Mapping) else found
            return _MISSING if value is None or float(value) == -1 else float(value)
        except Exception as error:
            raise BenchmarkError(self.name, f"failed ({type(error).__name__}: {error})") from error


def adapt(metric: Any) -> Measure:
    """A class of evaltools' form as a measure under its METRIC_NAME."""
    missing = [name for name in ("METRIC_NAME", "evaluator_fn", "get_aggregate_stats") if not hasattr(metric, name)]
    if missing:
        raise BenchmarkError(
            getattr(metric, "__name__", str(metric)), f"is not a metric: it has no {', '.join(missing)}"
        )
    kind = type(metric.__name__, (AdaptedMetric,), {"name": str(metric.METRIC_NAME), "metric": metric})
    measure: Measure = kind()
    return measure


class ScoreFrame:
    """As much of a table as metrics' statistics use: columns by name, rows by a mask, a length."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = {name: np.asarray(values, dtype=np.float64) for name, values in columns.items()}

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return ScoreColumn(self._columns[key])
        mask = np.asarray(key, dtype=bool)
        return ScoreFrame({name: values[mask] for name, values in self._columns.items()})

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))


class ScoreColumn:
    """A column of scores: it is compared value by value, and knows the usual figures; `std` is that of a sample."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Floats) -> None:
        self._values = values

    def __eq__(self, other: object) -> Any:
        return self._values == other

    def __ne__(self, other: object) -> Any:
        return self._values != other

    def __ge__(self, other: float) -> Any:
        return self._values >= other

    def __gt__(self, other: float) -> Any:
        return self._values > other

    def __le__(self, other: float) -> Any:
        return self._values <= other

    def __lt__(self, other: float) -> Any:
        return self._values < other

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[float]:
        return iter(self._values.tolist())

    def mean(self) -> float:
        """The mean."""
        return float(self._values.mean()) if len(self) else _MISSING

    def std(self) -> float:
        """The standard deviation of a sample."""
        return float(self._values.std(ddof=1)) if len(self) > 1 else _MISSING

    def sum(self) -> float:
        """The sum."""
        return float(self._values.sum())

    def min(self) -> float:
        """The least value."""
        return float(self._values.min()) if len(self) else _MISSING

    def max(self) -> float:
        """The largest value."""
        return float(self._values.max()) if len(self) else _MISSING

    def median(self) -> float:
        """The value in the middle."""
        return float(np.median(self._values)) if len(self) else _MISSING
