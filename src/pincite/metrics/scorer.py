"""The scorer: outcomes in, one value per query and measure out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from pincite.domain.authority import CitedAuthority
from pincite.domain.columns import PassageColumns, passage_columns
from pincite.domain.document import Passage
from pincite.domain.judgement import JudgeRating
from pincite.domain.outcome import Need, QueryOutcome
from pincite.errors import BenchmarkError
from pincite.ports import ChatModel
from pincite.ports.evaluation import CitationChain, Measure, ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

Shared = TypeVar("Shared")
# A document's text by its id, or None where it is not available.
TextOf = Callable[[str], str | None]


class Scorer:
    """Scores outcomes by any measure; work that measures share is done once.

    Where results and gold are given as columns, span measures are counted from these, and `outcomes`, given as a
    function, is called only for the measures that need more. It is the `ScoringData` that measures read. `judges` are
    the models that judge, one for each repetition; what they said is in `judgements`. `chain` looks up what answers
    cite.
    """

    def __init__(
        self,
        outcomes: Sequence[QueryOutcome] | Callable[[], Sequence[QueryOutcome]],
        *,
        columns: tuple[PassageColumns, PassageColumns] | None = None,
        texts: TextOf | None = None,
        judges: Sequence[ChatModel] = (),
        chain: CitationChain | None = None,
    ) -> None:
        self.judges = tuple(judges)
        self._chain = chain
        self.judgements: list[JudgeRating] = []
        self._given = outcomes
        self._columns = columns
        self._text_of = texts or (lambda _: None)
        self._shared: dict[Callable[[ScoringData], Any], Any] = {}

    def score(self, measure: Measure) -> Floats:
        """One value per query; NaN where the query has none."""
        if Need.JUDGE in measure.needs and not self.judges:
            raise BenchmarkError(str(measure), "needs a model that judges, and there is none")
        values = np.asarray(measure.score(self), dtype=np.float64)
        if values.shape != (self.size,) or np.isinf(values).any():
            raise BenchmarkError(str(measure), f"must give each of {self.size} queries a finite value, or NaN for none")
        return values

    def combine(self, measure: Measure, values: Floats, *, among: Flags) -> float:
        """The value of some of the queries together; NaN where none of them has a value."""
        return measure.combine(self, values, among=among)

    @property
    def size(self) -> int:
        """How many queries there are."""
        return len(self._columns[0].edges) - 1 if self._columns else len(self.outcomes)

    @property
    def results(self) -> NDArray[np.int64]:
        """How many results each query has."""
        counts: NDArray[np.int64] = np.diff(self.columns[0].edges)
        return counts

    @cached_property
    def outcomes(self) -> Sequence[QueryOutcome]:
        """One per query, in order."""
        return self._given() if callable(self._given) else self._given

    @cached_property
    def authorities(self) -> Sequence[Sequence[CitedAuthority]]:
        """What each answer cites, looked up."""
        if self._chain is None:
            raise BenchmarkError("the authorities cited", "cannot be looked up without a store")
        return [
            self._chain.trace(outcome.response.query_id, outcome.response.answer or "", question=outcome.question)
            for outcome in self.outcomes
        ]

    @cached_property
    def columns(self) -> tuple[PassageColumns, PassageColumns]:
        """The results and the gold of all queries as flat arrays."""
        return self._columns or outcome_columns(self.outcomes)

    def text(self, doc_id: str) -> str | None:
        """A document's text, or None where it is not available."""
        return self._text_of(doc_id)

    def result_texts(self, outcome: QueryOutcome) -> Sequence[str]:
        """The results of a query as words."""
        return outcome.texts or self._slices(outcome.hits)

    def gold_texts(self, outcome: QueryOutcome) -> Sequence[str]:
        """The gold passages of a query as words."""
        return outcome.gold_texts or self._slices(outcome.gold)

    def shared(self, build: Callable[[ScoringData], Shared]) -> Shared:
        """What `build` makes of this data; it is called once for all measures."""
        if build not in self._shared:
            self._shared[build] = build(self)
        return cast(Shared, self._shared[build])

    def note(self, judgement: JudgeRating) -> None:
        """Keep what a judge said."""
        self.judgements.append(judgement)

    def _slices(self, passages: Sequence[Passage]) -> list[str]:
        return [passage.span.slice(needed_text(self, passage.doc_id)) for passage in passages]


def needed_text(data: ScoringData, doc_id: str) -> str:
    """A document's text; raises BenchmarkError where it is not available."""
    text = data.text(doc_id)
    if text is None:
        raise BenchmarkError(doc_id, "its text is not available, and measures of words and tokens need it")
    return text


def outcome_columns(outcomes: Sequence[QueryOutcome]) -> tuple[PassageColumns, PassageColumns]:
    """The results and the gold of outcomes."""
    numbers: dict[str, int] = {}
    hits = passage_columns([outcome.hits for outcome in outcomes], numbers)
    gold = passage_columns([outcome.gold for outcome in outcomes], numbers)
    return hits, gold
