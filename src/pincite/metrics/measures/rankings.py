"""Measures of rankings: documents in the order of their best result, against those that hold gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.metrics.base import SPANS, BaseMeasure
from pincite.metrics.document_ranking import average_precision, ndcg, precision, recall, reciprocal_rank
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Formula = Callable[[Sequence[str], Mapping[str, float], int | None], float]


class RankingPrecision(BaseMeasure):
    """Share of the first k documents that hold gold."""

    name = "p"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return _score(data, precision, self.k)


class RankingRecall(BaseMeasure):
    """Share of the documents with gold that are among the first k documents."""

    name = "r"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return _score(data, recall, self.k)


class ReciprocalRank(BaseMeasure):
    """One over the rank of the first document that holds gold."""

    name = "mrr"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return _score(data, reciprocal_rank, self.k)


class AveragePrecision(BaseMeasure):
    """Mean, over the documents with gold, of the precision at the rank of each."""

    name = "map"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return _score(data, average_precision, self.k)


class DiscountedGain(BaseMeasure):
    """Discounted gain over that of the best possible order of documents, with graded relevance."""

    name = "ndcg"
    needs = SPANS

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return _score(data, ndcg, self.k)


def _score(data: ScoringData, formula: Formula, k: int | None) -> Floats:
    """Documents have grade 1 where nothing else is said."""
    values = []
    for outcome in data.outcomes:
        grades = outcome.grades if outcome.grades is not None else {passage.doc_id: 1.0 for passage in outcome.gold}
        ranked = list(dict.fromkeys(passage.doc_id for passage in outcome.hits))
        values.append(formula(ranked, grades, k))
    return np.array(values, dtype=np.float64)
