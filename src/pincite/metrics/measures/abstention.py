"""Measures of abstention: whether a target declines to answer where there is no answer, and only there.

A question that failed counts as wrong. A response has no value where no answer was asked for, and where the target does
not say whether it declined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.answer import NOT_FOUND
from pincite.domain.outcome import QueryOutcome, Weighting
from pincite.domain.response import Response
from pincite.metrics.base import ANSWER, BaseMeasure
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MISSING = float("nan")


class Abstention(BaseMeasure):
    """Balanced accuracy of answering: answered where there is an answer, declined where there is none."""

    name = "abstention"
    needs = ANSWER
    takes_k = False
    weighting = Weighting.CLASSES

    def score(self, data: ScoringData) -> Floats:
        """One value per query: 1 where right, 0 where wrong."""
        return np.array([_right(outcome) for outcome in data.outcomes], dtype=np.float64)


class RightRefusal(BaseMeasure):
    """Share of the questions without an answer that were declined; others have no value."""

    name = "right_refusal"
    needs = ANSWER
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        values = [_MISSING if outcome.answerable else _right(outcome) for outcome in data.outcomes]
        return np.array(values, dtype=np.float64)


class WrongRefusal(BaseMeasure):
    """Share of the questions with an answer that were declined; others have no value."""

    name = "wrong_refusal"
    needs = ANSWER
    takes_k = False
    more_is_better = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        values = [1 - _right(outcome) if outcome.answerable else _MISSING for outcome in data.outcomes]
        return np.array(values, dtype=np.float64)


def _right(outcome: QueryOutcome) -> float:
    response = outcome.response
    if response.answer is None:
        return _MISSING
    if response.error is not None:
        return 0.0
    declined = _declined(response)
    return _MISSING if declined is None else float(declined != outcome.answerable)


def _declined(response: Response) -> bool | None:
    if response.abstained is not None:
        return response.abstained
    return True if (response.answer or "").strip() in {"", NOT_FOUND} else None
