"""Measures of words that other libraries have: ROUGE of an answer, and ragas' recall and precision of contexts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pincite.domain.outcome import QueryOutcome
from pincite.metrics.base import ANSWER, TEXTS, BaseMeasure
from pincite.metrics.edit_distance import likeness
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MISSING = float("nan")
_WORD = re.compile(r"[a-z0-9]+")
_ALIKE = 0.5


class _Rouge(BaseMeasure):
    """F1 of runs of words that answer and truth share; missing without a truth, and where a question failed."""

    needs = ANSWER
    takes_k = False
    standard = False
    size: ClassVar[int]

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([self._row(outcome) for outcome in data.outcomes], dtype=np.float64)

    def _row(self, outcome: QueryOutcome) -> float:
        response = outcome.response
        if response.answer is None or response.error is not None or not outcome.gold_answer:
            return _MISSING
        given, wanted = (_WORD.findall(text.lower()) for text in (response.answer, outcome.gold_answer))
        shared, sizes = self._shared(given, wanted)
        return 2 * shared / sum(sizes) if shared else 0.0

    def _shared(self, given: Sequence[str], wanted: Sequence[str]) -> tuple[int, tuple[int, int]]:
        runs, others = (
            Counter(tuple(words[at : at + self.size]) for at in range(len(words) - self.size + 1))
            for words in (given, wanted)
        )
        return (runs & others).total(), (runs.total(), others.total())


class RougeOne(_Rouge):
    """ROUGE-1: F1 of the words that answer and truth share; missing without a truth."""

    name = "rouge_1"
    size = 1


class RougeTwo(_Rouge):
    """ROUGE-2: F1 of the pairs of words that answer and truth share; missing without a truth."""

    name = "rouge_2"
    size = 2


class RougeL(_Rouge):
    """ROUGE-L: F1 of the longest sequence of words that answer and truth have in common; missing without a truth."""

    name = "rouge_l"

    def _shared(self, given: Sequence[str], wanted: Sequence[str]) -> tuple[int, tuple[int, int]]:
        return _longest_common(given, wanted), (len(given), len(wanted))


class _Contexts(BaseMeasure):
    """A measure of retrieved passages against those of the gold, as words."""

    needs = TEXTS
    of_characters = True
    standard = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        values = [
            self.value(list(data.result_texts(outcome))[: self.k], list(data.gold_texts(outcome)))
            for outcome in data.outcomes
        ]
        return np.array(values, dtype=np.float64)

    def value(self, found: Sequence[str], wanted: Sequence[str]) -> float:
        """The value of passages against gold."""
        raise NotImplementedError


class ContextRecall(_Contexts):
    """Share of the gold passages that a result is like by more than half of its characters, as ragas has it."""

    name = "ragas_context_recall"

    def value(self, found: Sequence[str], wanted: Sequence[str]) -> float:
        """The share; missing without gold."""
        if not wanted:
            return _MISSING
        return sum(any(likeness(text, gold) > _ALIKE for text in found) for gold in wanted) / len(wanted)


class ContextPrecision(_Contexts):
    """Mean over the results that are like gold of the share of such results up to there, as ragas has it."""

    name = "ragas_context_precision"

    def value(self, found: Sequence[str], wanted: Sequence[str]) -> float:
        """The mean; missing without gold."""
        if not wanted:
            return _MISSING
        right = [any(likeness(text, gold) >= _ALIKE for gold in wanted) for text in found]
        shares = [sum(right[:rank]) / rank for rank, one in enumerate(right, start=1) if one]
        return sum(shares) / len(shares) if shares else 0.0


def _longest_common(one: Sequence[str], other: Sequence[str]) -> int:
    row = [0] * (len(other) + 1)
    for word in one:
        before = row
        row = [0]
        for at, match in enumerate(other):
            row.append(before[at] + 1 if word == match else max(row[at], before[at + 1]))
    return row[-1]
