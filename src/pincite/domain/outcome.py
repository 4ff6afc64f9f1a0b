"""Query outcome: a question's gold beside what was retrieved and answered, which is what measures read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pincite.domain.document import Passage
from pincite.domain.response import Response


class Need(StrEnum):
    """What a measure reads: places, words, an answer; a model that judges; or authorities that were looked up."""

    SPANS = "spans"
    TEXTS = "texts"
    ANSWER = "answer"
    JUDGE = "judge"
    AUTHORITIES = "authorities"


class Weighting(StrEnum):
    """What a query weighs in the value of its set.

    QUERIES: each the same. RESULTS: as many results as it has within the cut-off, so the value is a share of all
    results. CLASSES: such that answerable and unanswerable questions count the same.
    """

    QUERIES = "queries"
    RESULTS = "results"
    CLASSES = "classes"


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of a measure's values; an end that is None is open."""

    low: float | None = 0.0
    high: float | None = 1.0


@dataclass(frozen=True, slots=True)
class QueryOutcome:
    """A query's gold beside its results, best first, and the response they come from.

    `texts` are the results as words and `gold_texts` the gold as words, where a target or a benchmark gives words and
    no places. `gold_answer` is the answer in free words, where the dataset has one. `grades` says how relevant each
    document is, where that is known.
    """

    gold: Sequence[Passage] = ()
    hits: Sequence[Passage] = ()
    texts: Sequence[str] = ()
    gold_texts: Sequence[str] = ()
    gold_answer: str | None = None
    grades: Mapping[str, float] | None = None
    question: str = ""
    response: Response = field(default_factory=lambda: Response(""))

    @property
    def answerable(self) -> bool:
        """Whether the dataset holds an answer to the question."""
        return bool(self.gold or self.gold_texts or self.gold_answer)
