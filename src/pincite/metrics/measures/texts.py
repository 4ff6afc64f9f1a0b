"""Measures of words: retrieved passages against gold passages as texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.outcome import Scale
from pincite.metrics import text_match
from pincite.metrics.base import TEXTS, BaseMeasure
from pincite.metrics.text_match import TextQuery
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class ExactMatch(BaseMeasure):
    """1 where the first passage is a gold passage, ignoring case and outer white space."""

    name = "exact_match"
    needs = TEXTS
    of_characters = True
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([text_match.exact_match(query) for query in data.shared(_text_queries)])


class FirstPassageF1(BaseMeasure):
    """F1 of the words of the first passage and of the gold passage most like it."""

    name = "span_f1"
    needs = TEXTS
    of_characters = True
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([text_match.span_f1(query) for query in data.shared(_text_queries)])


class TextRecall(BaseMeasure):
    """Share of the gold passages that contain, or are contained in, one of the first k passages."""

    name = "text_recall"
    needs = TEXTS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array(
            [text_match.text_recall(query, self.k) for query in data.shared(_text_queries)], dtype=np.float64
        )


class TextNdcg(BaseMeasure):
    """Discounted gain of passages that match a gold passage not matched before, over the best possible."""

    name = "text_ndcg"
    needs = TEXTS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([text_match.text_ndcg(query, self.k) for query in data.shared(_text_queries)])


class StatedNdcg(BaseMeasure):
    """`text_ndcg` as its document states it: every match gains, an empty passage's too, so it can exceed 1."""

    name = "stated_ndcg"
    needs = TEXTS
    of_characters = True
    scale = Scale(0.0, None)

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array(
            [text_match.stated_ndcg(query, self.k) for query in data.shared(_text_queries)], dtype=np.float64
        )


class ScriptRecall(BaseMeasure):
    """`text_recall` as the published script counts it: an empty passage matches everything."""

    name = "script_recall"
    needs = TEXTS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array(
            [text_match.script_recall(query, self.k) for query in data.shared(_text_queries)], dtype=np.float64
        )


class ScriptNdcg(BaseMeasure):
    """`text_ndcg` as the published script counts it: the ideal holds only what was retrieved."""

    name = "script_ndcg"
    needs = TEXTS
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array(
            [text_match.script_ndcg(query, self.k) for query in data.shared(_text_queries)], dtype=np.float64
        )


def _text_queries(data: ScoringData) -> list[TextQuery]:
    return [
        TextQuery(golds=tuple(data.gold_texts(outcome)), passages=tuple(data.result_texts(outcome)))
        for outcome in data.outcomes
    ]
