"""Legal measures of answers, corrected: what cannot be scored is missing, and a failed question counts as wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pincite.domain.outcome import QueryOutcome
from pincite.legal.citations import find_citations
from pincite.metrics.base import ANSWER, BaseMeasure
from pincite.metrics.legal.marks import format_compliance
from pincite.metrics.legal.sources import labelled_answer, source_f1
from pincite.metrics.legal.terms import terminology
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MISSING = float("nan")


class AnswerAgainstTruth(BaseMeasure):
    """A measure that reads the answer and the truth in words; a subclass adds its name and `value`."""

    needs = ANSWER
    takes_k = False
    standard = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([self._row(outcome) for outcome in data.outcomes], dtype=np.float64)

    def value(self, answer: str, truth: str) -> float | None:
        """The value of an answer; None where there is nothing to score."""
        raise NotImplementedError

    def statistics(self, values: Floats) -> dict[str, float]:
        """The mean, how many are perfect, and how many count."""
        return {
            "mean_accuracy": round(float(values.mean()), 2),
            "perfect_matches": float((values == 1).sum()),
            "total_evaluated": float(len(values)),
        }

    def _row(self, outcome: QueryOutcome) -> float:
        if outcome.response.answer is None:
            return _MISSING
        given = "" if outcome.response.error is not None else labelled_answer(outcome.response)
        value = self.value(given, outcome.gold_answer or "")
        return _MISSING if value is None else value


class StatuteCitations(AnswerAgainstTruth):
    """F1 of the rules, directions, guides and provisions cited; missing where the truth cites none."""

    name = "statute_citation_accuracy"

    def value(self, answer: str, truth: str) -> float | None:
        """F1 of the keys."""
        return _key_f1(_keys(answer, cases=False), _keys(truth, cases=False))


class CaseCitations(AnswerAgainstTruth):
    """F1 of the cases cited, court, year and number exact; missing where the truth cites none."""

    name = "case_law_citation_accuracy"

    def value(self, answer: str, truth: str) -> float | None:
        """F1 of the keys."""
        return _key_f1(_keys(answer, cases=True), _keys(truth, cases=True))


class Terminology(AnswerAgainstTruth):
    """Share of the truth's legal terms that the answer uses, foreign terms counting against it.

    A foreign term in a quotation or in a case's name is no fault. Missing where there is neither a term nor a fault.
    """

    name = "legal_terminology_accuracy"
    system: ClassVar[str] = "england"

    def value(self, answer: str, truth: str) -> float | None:
        """The share."""
        return terminology(answer, truth, system=self.system)


class ScottishTerminology(Terminology):
    """`legal_terminology_accuracy` by the terms of Scots law."""

    name = "legal_terminology_accuracy_scotland"
    system = "scotland"


class NorthernIrishTerminology(Terminology):
    """`legal_terminology_accuracy` by the terms of Northern Ireland."""

    name = "legal_terminology_accuracy_northern_ireland"
    system = "northern_ireland"


class AmericanTerminology(Terminology):
    """`legal_terminology_accuracy` by American terms."""

    name = "legal_terminology_accuracy_us"
    system = "us"


class CitationFormat(AnswerAgainstTruth):
    """Share of the marks of sources that are well formed, such as "[1][2]"; missing where there are none."""

    name = "citation_format_compliance"

    def value(self, answer: str, truth: str) -> float | None:
        """The share."""
        return format_compliance(answer)

    def statistics(self, values: Floats) -> dict[str, float]:
        """The rate, how many answers are right throughout, how many are wrong throughout, and how many count."""
        return {
            "compliant_rate": round(float(values.mean()), 2),
            "fully_compliant": float((values == 1).sum()),
            "malformed": float((values == 0).sum()),
            "total_evaluated": float(len(values)),
        }

    def _row(self, outcome: QueryOutcome) -> float:
        if outcome.response.answer is None or outcome.response.error is not None:
            return _MISSING
        value = format_compliance(outcome.response.answer)
        return _MISSING if value is None else value


class PrecedentMatching(AnswerAgainstTruth):
    """F1 of the sources named; equal, or one name holding the other; missing where the truth names none."""

    name = "precedent_matching"

    def value(self, answer: str, truth: str) -> float | None:
        """F1 of the sources."""
        return source_f1(answer, truth)

    def statistics(self, values: Floats) -> dict[str, float]:
        """As the other measures, with how many match in part and not at all."""
        return {
            **super().statistics(values),
            "partial_matches": float(((values > 0) & (values < 1)).sum()),
            "no_matches": float((values == 0).sum()),
        }


def _keys(text: str, *, cases: bool) -> set[str]:
    return {key for citation in find_citations(text) if citation.kind.is_case is cases for key in citation.keys}


def _key_f1(given: set[str], wanted: set[str]) -> float | None:
    return 2 * len(given & wanted) / (len(given) + len(wanted)) if wanted else None
