"""Confidence of an answer: a weighted mean of its metrics, and whether it is low enough for review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pincite.errors import SettingsError
from pincite.metrics.measure import known_measure
from pincite.ports.evaluation import Measure
from pincite.runs.score_table import ScoreTable

# The default metrics, weighted equally.
DEFAULT_WEIGHTS: Mapping[str, float] = {
    "citation_exists": 1.0,
    "citation_supported": 1.0,
    "citation_format_compliance": 1.0,
    "statute_citation_accuracy": 1.0,
    "case_law_citation_accuracy": 1.0,
    "legal_terminology_accuracy": 1.0,
    "precedent_matching": 1.0,
    "gpt_groundedness": 1.0,
    "gpt_relevance": 1.0,
}
LOW = 0.5


def check_weights(weights: Mapping[str, float]) -> None:
    """Refuse weights that are no positive numbers, or of metrics that have no best value."""
    for name, weight in weights.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight < float("inf"):
            raise SettingsError("confidence_weights", f"gives '{name}' a weight that is not a number from 0 up")
        measure = known_measure(name)
        if measure is None or measure.scale.low is None or measure.scale.high is None:
            raise SettingsError("confidence_weights", f"names '{name}', which is not a metric with two bounds")


def confidences(table: ScoreTable, weights: Mapping[str, float]) -> list[float | None]:
    """Of each row the weighted mean of the metrics it has, from 0 to 1; None where it has none of them."""
    measures = [(measure, weights[name]) for name in table.measures if (measure := _weighed(name, weights))]
    columns = [(table.column(str(measure)), measure, weight) for measure, weight in measures]
    found: list[float | None] = []
    for row in range(len(table.questions)):
        present = [(_share(column[row], measure), weight) for column, measure, weight in columns]
        found.append(_mean([(value, weight) for value, weight in present if value == value]))
    return found


def _weighed(name: str, weights: Mapping[str, float]) -> Measure | None:
    return known_measure(name) if weights.get(name) else None


def _share(value: float, measure: Measure) -> float:
    """A value as a share of the way from its worst to its best."""
    low, high = measure.scale.low or 0.0, measure.scale.high or 1.0
    share = (float(value) - low) / (high - low)
    return share if measure.more_is_better else 1 - share


def _mean(present: Sequence[tuple[float, float]]) -> float | None:
    total = sum(weight for _, weight in present)
    return round(sum(value * weight for value, weight in present) / total, 4) if total else None
