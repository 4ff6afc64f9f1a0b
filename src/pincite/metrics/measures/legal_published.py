"""Legal measures as two published programs count them; the corrected ones have the plain names.

`direct_…` is `run_direct_evaluation.py`, which made the published table; `evaluate_py_…` the metrics of `evaluate.py`.
A question that failed has no value, as in the programs, which write −1 for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pincite.domain.outcome import QueryOutcome
from pincite.metrics.legal import direct, evaluate_py
from pincite.metrics.legal.sources import labelled_answer
from pincite.metrics.measures.legal import AnswerAgainstTruth, CitationFormat, PrecedentMatching

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MISSING = float("nan")


class _PublishedMeasure(AnswerAgainstTruth):
    """A measure of a published program; marks are read as the labels of the sources that they cite.

    `formula` is the program's own, of answer and truth; the figures of a set are those of the measure `corrected`.
    """

    formula: ClassVar[staticmethod[[str, str], float]]
    corrected: ClassVar[type[AnswerAgainstTruth]] = AnswerAgainstTruth

    def value(self, answer: str, truth: str) -> float:
        """As published."""
        return type(self).formula(answer, truth)

    def statistics(self, values: Floats) -> dict[str, float]:
        """As the corrected measure's."""
        return self.corrected().statistics(values)

    def _row(self, outcome: QueryOutcome) -> float:
        if outcome.response.answer is None or outcome.response.error is not None:
            return _MISSING
        value = self.value(self._read(outcome), outcome.gold_answer or "")
        return _MISSING if value is None else value

    def _read(self, outcome: QueryOutcome) -> str:
        return labelled_answer(outcome.response)


class DirectStatutes(_PublishedMeasure):
    """`statute_citation_accuracy` of the direct script: recall; 1.0 or 0.5 where the truth cites nothing."""

    name = "direct_statute_citation_accuracy"
    formula = staticmethod(direct.statute_citation_accuracy)


class DirectTerminology(_PublishedMeasure):
    """`legal_terminology_accuracy` of the direct script: presence of 22 terms; 1.0 where the truth has none."""

    name = "direct_legal_terminology_accuracy"
    formula = staticmethod(direct.legal_terminology_accuracy)


class DirectFormat(_PublishedMeasure):
    """`citation_format_compliance` of the direct script: 0 or 1."""

    name = "direct_citation_format_compliance"
    formula = staticmethod(lambda answer, _: direct.citation_format_compliance(answer))
    corrected = CitationFormat


class DirectPrecedents(_PublishedMeasure):
    """`precedent_matching` of the direct script: the nearest source by seven rules; 1.0 where the truth names none."""

    name = "direct_precedent_matching"
    formula = staticmethod(direct.precedent_matching)
    corrected = PrecedentMatching


class CitationRate(_PublishedMeasure):
    """1 where anything stands in brackets: its mean is the direct script's `citation_rate`."""

    name = "citation_rate"
    formula = staticmethod(lambda answer, _: float(direct.any_citation(answer)))


class EvaluateStatutes(_PublishedMeasure):
    """`statute_citation_accuracy` of `evaluate.py`: recall; 1.0 or 0.5 where the truth cites nothing."""

    name = "evaluate_py_statute_citation_accuracy"
    formula = staticmethod(evaluate_py.statute_citation_accuracy)


class EvaluateCases(_PublishedMeasure):
    """`case_law_citation_accuracy` of `evaluate.py`: compares courts alone; 1.0 where the truth cites no case."""

    name = "evaluate_py_case_law_citation_accuracy"
    formula = staticmethod(evaluate_py.case_law_citation_accuracy)


class EvaluateTerminology(_PublishedMeasure):
    """`legal_terminology_accuracy` of `evaluate.py`: presence of 30 terms; 1.0 where the truth has none."""

    name = "evaluate_py_legal_terminology_accuracy"
    formula = staticmethod(evaluate_py.legal_terminology_accuracy)


class EvaluateFormat(_PublishedMeasure):
    """`citation_format_compliance` of `evaluate.py`: 0, 1, or 0.5 where there is no citation."""

    name = "evaluate_py_citation_format_compliance"
    formula = staticmethod(lambda answer, _: evaluate_py.citation_format_compliance(answer))
    corrected = CitationFormat

    def _read(self, outcome: QueryOutcome) -> str:
        return outcome.response.answer or ""


class EvaluatePrecedents(_PublishedMeasure):
    """`precedent_matching` of `evaluate.py`: equal names in brackets; 1.0 where the truth names none."""

    name = "evaluate_py_precedent_matching"
    formula = staticmethod(evaluate_py.precedent_matching)
    corrected = PrecedentMatching
