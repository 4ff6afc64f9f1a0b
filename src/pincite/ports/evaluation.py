"""The plug-in contracts of evaluation: targets, which are asked, measures, which score, and registers of law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from pincite.domain.authority import Authority, CitedAuthority
from pincite.domain.benchmark import Query
from pincite.domain.judgement import JudgeRating
from pincite.domain.outcome import Need, QueryOutcome, Scale, Weighting
from pincite.domain.response import Intake, Response
from pincite.domain.usage import Usage
from pincite.legal.citations import LegalCitation
from pincite.ports import ChatModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.domain.columns import PassageColumns

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

Shared = TypeVar("Shared")
# What is being done, how many are done, and how many there are.
Progress = Callable[[str, int, int], None]


class Task(Protocol):
    """What a target gets to work on: documents and questions, never the gold."""

    @property
    def folder(self) -> Path:
        """The folder of the corpus."""
        ...

    @property
    def documents(self) -> Sequence[str]:
        """The documents to search, by their paths within the corpus."""
        ...

    @property
    def queries(self) -> Sequence[Query]:
        """Every question of the run, in order."""
        ...

    def file(self, document: str) -> Path:
        """The file of a document."""
        ...

    def text(self, document: str) -> str:
        """A document's text as the benchmark's spans count it; raises ReadError where it is not a text file."""
        ...


@runtime_checkable
class Target(Protocol):
    """A system under test: it takes documents in and answers questions; raises PinciteError for one it cannot answer.

    `answers` tells whether it can answer in words, and not only retrieve.
    """

    answers: bool

    def describe(self) -> dict[str, Any]:
        """What it is, in full and in JSON types: a resumed run must find the same."""
        ...

    def prepare(self, task: Task, *, progress: Progress) -> Intake:
        """Take the documents in; comes before the first question."""
        ...

    def ask(self, query: Query, *, k: int, answer: bool = False) -> Response:
        """At most k passages, best first, and with `answer` an answer too, in the benchmark's coordinates."""
        ...

    @property
    def usage(self) -> Usage:
        """All that hosted models were asked so far, as far as is known."""
        ...

    def close(self) -> None:
        """Let go of what it holds; comes after the last question."""
        ...


@runtime_checkable
class AuthorityRegister(Protocol):
    """Where legal citations are looked up; raises RegisterError, and nothing else, where it cannot tell."""

    name: str

    def covers(self, citation: LegalCitation) -> bool:
        """Tell whether it holds citations of this kind at all."""
        ...

    def look_up(self, citation: LegalCitation, key: str) -> Authority | None:
        """What stands under one of a citation's keys; None where nothing does."""
        ...


class CitationChain(Protocol):
    """Looks up what an answer cites."""

    def trace(self, query_id: str, answer: str, *, question: str) -> Sequence[CitedAuthority]:
        """Every provision and case that an answer cites, each once: whether it is there, and whether it says so."""
        ...


class ScoringData(Protocol):
    """The outcomes of many queries, and the work that several measures share."""

    @property
    def judges(self) -> Sequence[ChatModel]:
        """The models that judge: one for each repetition, each with a seed of its own; none where none is set."""
        ...

    def note(self, judgement: JudgeRating) -> None:
        """Keep what a judge said, or why it gave no rating."""
        ...

    @property
    def authorities(self) -> Sequence[Sequence[CitedAuthority]]:
        """What each answer cites, looked up; raises BenchmarkError where there is nothing to look it up in."""
        ...

    @property
    def outcomes(self) -> Sequence[QueryOutcome]:
        """One per query, in order."""
        ...

    @property
    def columns(self) -> tuple[PassageColumns, PassageColumns]:
        """The results and the gold of all queries as flat arrays."""
        ...

    def text(self, doc_id: str) -> str | None:
        """A document's text, or None where it is not available."""
        ...

    def result_texts(self, outcome: QueryOutcome) -> Sequence[str]:
        """The results of a query as words; raises BenchmarkError where they are not available."""
        ...

    def gold_texts(self, outcome: QueryOutcome) -> Sequence[str]:
        """The gold passages of a query as words; raises BenchmarkError where they are not available."""
        ...

    def shared(self, build: Callable[[ScoringData], Shared]) -> Shared:
        """What `build` makes of this data; it is called once for all measures."""
        ...


@runtime_checkable
class Measure(Protocol):
    """Gives every query a value, or none; its class is called with `k` where the name has a cut-off.

    It prints as the string it is parsed from: its name, with `@k` where it has a cut-off.
    """

    @property
    def name(self) -> str:
        """The name it is registered under."""
        ...

    @property
    def k(self) -> int | None:
        """How many results count; None for all."""
        ...

    @property
    def takes_k(self) -> bool:
        """Tell whether it can have a cut-off."""
        ...

    @property
    def needs(self) -> frozenset[Need]:
        """What it reads."""
        ...

    @property
    def more_is_better(self) -> bool:
        """Tell whether a larger value is a better one."""
        ...

    @property
    def scale(self) -> Scale:
        """The range of its values."""
        ...

    @property
    def weighting(self) -> Weighting:
        """What a query weighs in the value of its set."""
        ...

    def score(self, data: ScoringData) -> Floats:
        """One value per query; NaN where the query has none."""
        ...

    def combine(self, data: ScoringData, values: Floats, *, among: Flags) -> float:
        """The value of some of the queries together; NaN where none of them has a value."""
        ...

    def statistics(self, values: Floats) -> dict[str, float]:
        """Further figures on the values of a set, none of them missing, by name."""
        ...
