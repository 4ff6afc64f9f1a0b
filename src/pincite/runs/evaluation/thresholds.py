"""What counts as good, acceptable and poor, as the published framework says."""

from __future__ import annotations

from enum import StrEnum

# For each metric, above what a mean is good, and from what on it is acceptable.
_BOUNDS = {
    "gpt_groundedness": (4.0, 3.0),
    "gpt_relevance": (4.0, 3.0),
    "gpt_coherence": (4.0, 3.0),
    "gpt_similarity": (4.0, 3.0),
    "gpt_fluency": (4.0, 3.0),
    "statute_citation_accuracy": (0.8, 0.5),
    "case_law_citation_accuracy": (0.8, 0.5),
    "legal_terminology_accuracy": (0.9, 0.7),
    "citation_format_compliance": (1.0, 0.8),
    "precedent_matching": (0.7, 0.5),
}
_PREFIXES = ("corrected_", "direct_", "evaluate_py_")


class Grade(StrEnum):
    """How a mean is judged."""

    GOOD = "good"
    ACCEPTABLE = "acceptable"
    POOR = "poor"


def thresholds(metric: str) -> tuple[float, float] | None:
    """From what on a mean is good, and from what on it is acceptable; None for a metric without thresholds."""
    for prefix in _PREFIXES:
        metric = metric.removeprefix(prefix)
    return _BOUNDS.get(metric)


def grade(metric: str, mean: float | None) -> Grade | None:
    """The grade of a mean; None for a metric without thresholds."""
    bounds = thresholds(metric)
    if mean is None or bounds is None:
        return None
    good, acceptable = bounds
    # Only a format that is right throughout is good; the others must be above the bound.
    if mean > good or (good == 1.0 and mean >= good):
        return Grade.GOOD
    return Grade.ACCEPTABLE if mean >= acceptable else Grade.POOR
