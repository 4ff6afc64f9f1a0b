"""Measures of an answer's words against those of the gold."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.outcome import Need, QueryOutcome
from pincite.errors import BenchmarkError
from pincite.metrics.base import ANSWER, BaseMeasure
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MARK = re.compile(r"\[\d+\]")
_WORD = re.compile(r"\w+")
_MISSING = float("nan")


class WordF1(BaseMeasure):
    """F1 of the words of the answer and of the gold answer; a question without a gold answer has no value."""

    name = "word_f1"
    needs = ANSWER
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([_word_f1(outcome) for outcome in data.outcomes], dtype=np.float64)


class QuoteF1(BaseMeasure):
    """F1 of the words that the answer quotes and of the gold passages; a question without gold has no value."""

    name = "quote_f1"
    needs = frozenset({Need.ANSWER, Need.TEXTS})
    of_characters = True
    takes_k = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([_quote_f1(outcome, data) for outcome in data.outcomes], dtype=np.float64)


def shared_words_f1(one: str, other: str) -> float:
    """Twice the words in common over the words of both; a word counts as often as it occurs."""
    first, second = (Counter(_WORD.findall(text.casefold())) for text in (one, other))
    return 2 * (first & second).total() / max(first.total() + second.total(), 1)


def _word_f1(outcome: QueryOutcome) -> float:
    answer = outcome.response.answer
    if answer is None or not outcome.gold_answer:
        return _MISSING
    return shared_words_f1(_MARK.sub(" ", answer), outcome.gold_answer)


def _quote_f1(outcome: QueryOutcome, data: ScoringData) -> float:
    if outcome.response.answer is None:
        return _MISSING
    try:
        gold = data.gold_texts(outcome)
    except BenchmarkError:
        return _MISSING
    quoted = " ".join(source.quote for source in outcome.response.citations)
    return shared_words_f1(quoted, " ".join(gold)) if gold else _MISSING
