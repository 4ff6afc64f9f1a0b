"""Measures of tokens: as measures of spans, in tokens of the tokenizer that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.outcome import Need
from pincite.metrics.base import BaseMeasure
from pincite.metrics.scorer import needed_text
from pincite.metrics.token_iou import token_iou
from pincite.ports.evaluation import ScoringData
from pincite.tokens import TokenRuler

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class TokenIou(BaseMeasure):
    """Tokens both retrieved and gold, over those that are either."""

    name = "token_iou"
    needs = frozenset({Need.SPANS, Need.TEXTS})
    of_characters = True

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        rulers = data.shared(_Rulers)
        return np.array([token_iou(outcome, self.k, ruler=rulers.of) for outcome in data.outcomes], dtype=np.float64)


class _Rulers:
    """Each document's tokens, found when they are first needed."""

    def __init__(self, data: ScoringData) -> None:
        self._data = data
        self._known: dict[str, TokenRuler] = {}

    def of(self, doc_id: str) -> TokenRuler:
        if doc_id not in self._known:
            self._known[doc_id] = TokenRuler(needed_text(self._data, doc_id))
        return self._known[doc_id]
