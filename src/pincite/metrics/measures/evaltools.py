"""Measures of answers under the names of evaltools: length, latency, word F1, citations, and "I don't know"."""

from __future__ import annotations

import re
import string
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.answer import NOT_FOUND
from pincite.domain.outcome import QueryOutcome, Scale
from pincite.metrics.base import ANSWER, BaseMeasure
from pincite.metrics.legal import evaluate_py
from pincite.metrics.legal.sources import labelled_answer
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MISSING = float("nan")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_BRACKETED = re.compile(r"\[[^\]]{1,2000}\]")
_FILE = re.compile(r"\[([^\]]{1,500})\.\w{3,4}(?:#page=\d{1,9})?\]")
_DECLINES = re.compile(
    r"\b(?:(?:I|we) (?:do not|don[’']t|cannot|can[’']t|could not|couldn[’']t) (?:know|find|answer|say|tell)"
    r"|not (?:known|found|stated|mentioned|provided|available)|no (?:information|answer|mention)"
    r"|(?:is|are) not (?:in|covered by) the (?:documents?|sources?|context)"
    r"|insufficient (?:information|context)|unable to (?:answer|find))\b",
    re.IGNORECASE,
)  # fmt: skip


class EvaltoolsMeasure(BaseMeasure):
    """A measure of an answer; one that was not asked for has none, nor has a question that failed."""

    needs = ANSWER
    takes_k = False
    standard = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        values = [
            _MISSING if outcome.response.answer is None or outcome.response.error is not None else self.value(outcome)
            for outcome in data.outcomes
        ]
        return np.array(values, dtype=np.float64)

    def value(self, outcome: QueryOutcome) -> float:
        """The value of an answer; NaN where there is nothing to score."""
        raise NotImplementedError


class _RateMeasure(EvaltoolsMeasure):
    """A measure that is 0 or 1 for a row; of a set, how many and which share."""

    def statistics(self, values: Floats) -> dict[str, float]:
        """The total and the rate."""
        return {"total": float(values.sum()), "rate": round(float(values.mean()), 2)}


class WordOverlap(EvaltoolsMeasure):
    """F1 of the words of answer and truth without case, punctuation and articles; missing without a truth."""

    name = "f1_score"

    def value(self, outcome: QueryOutcome) -> float:
        """Twice the common words over all."""
        if not outcome.gold_answer:
            return _MISSING
        given, wanted = (Counter(_words(text)) for text in (outcome.response.answer or "", outcome.gold_answer))
        return 2 * (given & wanted).total() / max(given.total() + wanted.total(), 1)


class AnswerLength(EvaltoolsMeasure):
    """How many characters the answer has."""

    name = "answer_length"
    scale = Scale(0.0, None)

    def value(self, outcome: QueryOutcome) -> float:
        """The length."""
        return float(len(outcome.response.answer or ""))


class Latency(EvaltoolsMeasure):
    """Seconds until the answer was there; missing where the target does not say."""

    name = "latency"
    scale = Scale(0.0, None)
    more_is_better = False

    def value(self, outcome: QueryOutcome) -> float:
        """The seconds of all steps."""
        seconds = outcome.response.seconds
        return float(sum(seconds.values())) if seconds else _MISSING


class HasCitation(_RateMeasure):
    """1 where anything stands in brackets."""

    name = "has_citation"

    def value(self, outcome: QueryOutcome) -> float:
        """0 or 1."""
        return float(_BRACKETED.search(outcome.response.answer or "") is not None)


class AnyCitation(_RateMeasure):
    """1 where a file stands in brackets, such as "[lease.pdf#page=7]", or a mark that leads to one."""

    name = "any_citation"

    def value(self, outcome: QueryOutcome) -> float:
        """0 or 1."""
        return float(bool(evaluate_py.file_citations(labelled_answer(outcome.response))))


class CitationsMatched(_RateMeasure):
    """Share of the truth's files in brackets that the answer cites; missing where the truth has none."""

    name = "citations_matched"

    def value(self, outcome: QueryOutcome) -> float:
        """The share."""
        wanted = evaluate_py.file_citations(outcome.gold_answer or "")
        given = evaluate_py.file_citations(labelled_answer(outcome.response))
        return len(wanted & given) / len(wanted) if wanted else _MISSING


class CitationMatch(_RateMeasure):
    """1 where the answer cites every file that the truth cites, whatever the page; missing where it cites none."""

    name = "citation_match"

    def value(self, outcome: QueryOutcome) -> float:
        """0 or 1."""
        wanted, given = (set(_FILE.findall(t)) for t in (outcome.gold_answer or "", labelled_answer(outcome.response)))
        return float(wanted <= given) if wanted else _MISSING


class DontKnowness(EvaltoolsMeasure):
    """From 1 to 5, how much the answer says that it does not know: 5 where the target declined, or says so in words."""

    name = "dontknowness"
    scale = Scale(1.0, 5.0)
    more_is_better = False

    def value(self, outcome: QueryOutcome) -> float:
        """5 where declined, 3 where an answer is mixed with such words, else 1."""
        answer = (outcome.response.answer or "").strip()
        if outcome.response.abstained or answer in {"", NOT_FOUND}:
            return 5.0
        if not _DECLINES.search(answer):
            return 1.0
        return 5.0 if len(answer) < 200 and not _BRACKETED.search(answer) else 3.0

    def statistics(self, values: Floats) -> dict[str, float]:
        """As evaltools gives ratings: how many pass, from 4 on, and the mean."""
        passed = values >= 4
        return {
            "pass_count": float(passed.sum()),
            "pass_rate": round(float(passed.mean()), 2),
            "mean_rating": round(float(values.mean()), 2),
        }


def _words(text: str) -> list[str]:
    return _ARTICLE.sub(" ", text.lower().translate(_PUNCTUATION)).split()
