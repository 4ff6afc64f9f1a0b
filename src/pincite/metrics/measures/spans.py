"""Measures of spans: retrieved characters against gold characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.domain.outcome import Scale, Weighting
from pincite.metrics.base import SPANS, BaseMeasure
from pincite.metrics.span_counts import span_counts
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]


class SpanPrecision(BaseMeasure):
    """Share of the retrieved characters that are gold; overlapping results count once."""

    name = "precision"
    needs = SPANS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).precision(self.k)


class SpanRecall(BaseMeasure):
    """Share of the gold characters that were retrieved; overlapping results count once."""

    name = "recall"
    needs = SPANS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).recall(self.k)


class SpanF1(BaseMeasure):
    """Harmonic mean of `precision` and `recall`."""

    name = "f1"
    needs = SPANS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).f1(self.k)


class SpanIou(BaseMeasure):
    """Characters both retrieved and gold, over those that are either."""

    name = "iou"
    needs = SPANS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).iou(self.k)


class PublishedPrecision(BaseMeasure):
    """`precision` as LegalBench-RAG publishes it: overlapping results count twice."""

    name = "lbr_precision"
    needs = SPANS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).published_precision(self.k)


class PublishedRecall(BaseMeasure):
    """`recall` as LegalBench-RAG publishes it: overlapping results count twice, so it can exceed 1."""

    name = "lbr_recall"
    needs = SPANS
    of_characters = True
    scale = Scale(0.0, None)

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).published_recall(self.k)


class PublishedF1(BaseMeasure):
    """Harmonic mean of `lbr_precision` and `lbr_recall`."""

    name = "lbr_f1"
    needs = SPANS
    of_characters = True
    scale = Scale(0.0, None)

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).published_f1(self.k)


class DocumentMismatch(BaseMeasure):
    """Share of the results from documents without gold; of a set, the share of all its results together."""

    name = "drm"
    needs = SPANS
    more_is_better = False
    weighting = Weighting.RESULTS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).mismatch(self.k)

    def combine(self, data: ScoringData, values: Floats, *, among: Flags) -> float:
        """The share of all results of these queries, counted and not averaged; 0 where there are none."""
        return span_counts(data).pooled_mismatch(self.k, among=among)


class QueryMismatch(BaseMeasure):
    """Share of the results from documents without gold, averaged over queries."""

    name = "drm_query"
    needs = SPANS
    more_is_better = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).mismatch(self.k)


class DocumentRecall(BaseMeasure):
    """Share of the gold documents that a result comes from."""

    name = "document_recall"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).document_recall(self.k)


class EssentialShare(BaseMeasure):
    """Share of the results that hold gold."""

    name = "essential"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).essential(self.k)


class UnnecessaryShare(BaseMeasure):
    """Share of the results that hold no gold."""

    name = "unnecessary"
    needs = SPANS
    more_is_better = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).unnecessary(self.k)


class FirstRelevant(BaseMeasure):
    """One over the rank of the first result that holds gold."""

    name = "first_relevant"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).first_relevant(self.k)


class HitRate(BaseMeasure):
    """1 where one of the first k results holds gold, else 0; a query without gold has no value."""

    name = "hit"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).hit(self.k)


class Containment(BaseMeasure):
    """Share of the gold passages that one of the first k results contains whole; none without gold."""

    name = "contains"
    needs = SPANS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return span_counts(data).contained(self.k)
