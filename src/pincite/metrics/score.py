"""One door to all measures: judged queries in, a value a query out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.document import Passage
from pincite.errors import BenchmarkError
from pincite.metrics.columns import Columns, Judged, to_columns
from pincite.metrics.measure import RANKING_MEASURES, TEXT_MEASURES, TOKEN_MEASURES, Measure
from pincite.metrics.ranking import score_ranking
from pincite.metrics.spans import SpanScorer
from pincite.metrics.texts import TextQuery, score_texts
from pincite.metrics.token_iou import token_iou
from pincite.tokens import TokenRuler

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# A document's text by its id, or None where it is not at hand.
TextOf = Callable[[str], str | None]


class Scorer:
    """Scores judged queries by any measure; work that measures share is done once.

    Where results and gold are at hand as columns, span measures are counted from these, and `queries`, given as a
    function, is called only for the measures that need words or whole documents.
    """

    def __init__(
        self,
        queries: Sequence[Judged] | Callable[[], Sequence[Judged]],
        *,
        columns: tuple[Columns, Columns] | None = None,
        texts: TextOf | None = None,
    ) -> None:
        self._given = queries
        self._columns = columns
        self._text_of = texts or (lambda _: None)
        self._rulers: dict[str, TokenRuler] = {}

    def score(self, measure: Measure) -> Floats:
        """One value a query."""
        if measure.name in TEXT_MEASURES:
            return np.array([score_texts(query, measure) for query in self._text_queries], dtype=np.float64)
        if measure.name in RANKING_MEASURES:
            return np.array([score_ranking(query, measure) for query in self._queries], dtype=np.float64)
        if measure.name in TOKEN_MEASURES:
            return np.array([token_iou(query, measure.k, ruler=self._ruler) for query in self._queries])
        return self._spans.score(measure)

    @property
    def results(self) -> NDArray[np.int64]:
        """How many results each query has."""
        return self._spans.results

    def mean(self, measure: Measure, values: Floats, *, among: NDArray[np.bool_]) -> float:
        """The value of some queries together: the mean, or what is published instead."""
        if measure.name == "drm":
            return self._spans.pooled_drm(measure.k, among=among)
        return float(values[among].mean()) if among.any() else 0.0

    @cached_property
    def _spans(self) -> SpanScorer:
        return SpanScorer(*(self._columns or to_columns(self._queries)))

    @cached_property
    def _queries(self) -> Sequence[Judged]:
        return self._given() if callable(self._given) else self._given

    @cached_property
    def _text_queries(self) -> list[TextQuery]:
        return [
            TextQuery(
                golds=tuple(query.gold_texts or self._slices(query.gold)),
                passages=tuple(query.texts or self._slices(query.hits)),
            )
            for query in self._queries
        ]

    def _slices(self, passages: Sequence[Passage]) -> list[str]:
        return [self._slice(passage) for passage in passages]

    def _slice(self, passage: Passage) -> str:
        return passage.span.slice(self._text(passage.doc_id))

    def _ruler(self, doc_id: str) -> TokenRuler:
        if doc_id not in self._rulers:
            self._rulers[doc_id] = TokenRuler(self._text(doc_id))
        return self._rulers[doc_id]

    def _text(self, doc_id: str) -> str:
        text = self._text_of(doc_id)
        if text is None:
            raise BenchmarkError(doc_id, "its text is not at hand, and measures of words and tokens need it")
        return text
