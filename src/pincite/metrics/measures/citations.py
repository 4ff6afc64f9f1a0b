"""Measures of citations: what an answer cites, against the gold and against the documents themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.columns import passage_columns
from pincite.domain.outcome import Need, QueryOutcome
from pincite.domain.response import CitedSource
from pincite.metrics.base import BaseMeasure
from pincite.metrics.span_counts import SpanCounts
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

_NEEDS = frozenset({Need.ANSWER, Need.SPANS})


class CitationPrecision(BaseMeasure):
    """Share of the cited characters that are gold; an answer that cites no place has no value."""

    name = "citation_precision"
    needs = _NEEDS
    of_characters = True
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        cites = np.array([bool(_places(outcome)) for outcome in data.outcomes], dtype=bool)
        return np.where(cites, data.shared(_citation_counts).precision(None), np.nan)


class CitationRecall(BaseMeasure):
    """Share of the gold characters that are cited; a question without gold has no value."""

    name = "citation_recall"
    needs = _NEEDS
    of_characters = True
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.where(_asked_with_gold(data), data.shared(_citation_counts).recall(None), np.nan)


class CitationF1(BaseMeasure):
    """Harmonic mean of citation precision and recall, 0 where nothing is cited; none without gold."""

    name = "citation_f1"
    needs = _NEEDS
    of_characters = True
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.where(_asked_with_gold(data), data.shared(_citation_counts).f1(None), np.nan)


class VerifiedShare(BaseMeasure):
    """Share of the citations whose quote stands in the document, at the place cited where one is given.

    A citation without a quote proves nothing and counts as not verified. An answer without citations has no value, nor
    has one whose documents are not available.
    """

    name = "verified"
    needs = frozenset({Need.ANSWER, Need.TEXTS})
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([_verified_share(outcome, data) for outcome in data.outcomes], dtype=np.float64)


def _places(outcome: QueryOutcome) -> list[CitedSource]:
    return [source for source in outcome.response.citations if source.passage is not None]


def _citation_counts(data: ScoringData) -> SpanCounts:
    numbers: dict[str, int] = {}
    cited = [[source.passage for source in _places(o) if source.passage is not None] for o in data.outcomes]
    return SpanCounts(passage_columns(cited, numbers), passage_columns([o.gold for o in data.outcomes], numbers))


def _asked_with_gold(data: ScoringData) -> Flags:
    return np.array([bool(o.gold) and o.response.answer is not None for o in data.outcomes], dtype=bool)


def _verified_share(outcome: QueryOutcome, data: ScoringData) -> float:
    checks = [check for source in outcome.response.citations if (check := _verify(source, data)) is not None]
    return sum(checks) / len(checks) if checks else float("nan")


def _verify(source: CitedSource, data: ScoringData) -> bool | None:
    """Tell whether a quote is what the document says; None where the document is not available."""
    if not source.quote:
        return False
    text = data.text(source.passage.doc_id if source.passage else source.document)
    if text is None:
        return None
    if source.passage is None:
        return source.quote in text
    span = source.passage.span
    return span.end <= len(text) and span.slice(text) == source.quote
