"""Runs and ground truth on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from pincite.domain.document import Passage
from pincite.domain.run import RunQuestion
from pincite.errors import NotFound, PinciteError
from pincite.render.wire.base import WireModel, WireSpan, pair
from pincite.runs.compare import DEFAULT_MEASURES, Comparison
from pincite.runs.evaluation.thresholds import grade, thresholds
from pincite.runs.folder import RunFolder
from pincite.runs.report_data import interval_point
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import load_scores
from pincite.spans import Span

# Characters shown before and after a passage.
_AROUND = 240
_LONGEST = 20_000


class WireRun(WireModel):
    """A run: what was asked of which target; `scores` are the usual ones over all sets, empty until it is scored."""

    id: str
    name: str
    started: str
    target: dict[str, Any]
    sets: dict[str, int]
    k: int
    answers: bool
    scores: dict[str, float | None]
    problem: str

    @classmethod
    def of(cls, identity: str, run: RunFolder | None, problem: str = "") -> WireRun:
        """Convert a run to its wire record."""
        if run is None:
            empty: dict[str, Any] = {"target": {}, "sets": {}, "k": 0, "answers": False, "scores": {}}
            return cls(id=identity, name=identity, started="", problem=problem, **empty)
        return cls(
            id=identity,
            name=run.name,
            started=str(run.times.get("started") or run.times.get("imported") or ""),
            target={key: value for key, value in run.spec.target.items() if key != "settings"},
            sets={name: int(spec.get("queries", 0)) for name, spec in run.spec.sets.items()},
            k=run.spec.k,
            answers=run.spec.answers,
            scores=_usual(run),
            problem=problem,
        )


class WireScore(WireModel):
    """The value of a measure, its 95 % confidence interval where that was asked for, and how many queries have one.

    `grade` is `good`, `acceptable` or `poor` by the thresholds of its measure; None where it has none.
    """

    value: float | None
    low: float | None
    high: float | None
    queries: int
    grade: str | None


class WireRunSummary(WireModel):
    """A run with every score of the whole (`all`) and of each set; `intervals` names the measures that have them.

    `thresholds` are, of each measure that has them, above what a mean is good, and from what on it is acceptable.
    """

    run: WireRun
    settings: dict[str, Any]
    code: dict[str, Any]
    times: dict[str, Any]
    failures: int
    intervals: list[str]
    summary: dict[str, dict[str, WireScore]]
    thresholds: dict[str, tuple[float, float]]

    @classmethod
    def of(cls, identity: str, run: RunFolder, measures: Sequence[str] = ()) -> WireRunSummary:
        """Convert a summary to its wire record, with intervals of these measures, or of the usual ones."""
        table = load_scores(run)
        wanted = [name for name in measures or DEFAULT_MEASURES if name in table.measures] or list(table.measures[:6])
        settings = run.spec.target.get("settings")
        return cls(
            run=WireRun.of(identity, run),
            settings=settings if isinstance(settings, dict) else {},
            code=run.spec.code,
            times=run.times,
            failures=len(run.failures),
            intervals=wanted,
            summary={scope: _scores(table, scope, wanted) for scope in table.summary()},
            thresholds={name: bounds for name in table.measures if (bounds := thresholds(name))},
        )


class WireRunQuery(WireModel):
    """A query of a run with its scores."""

    id: str
    set: str
    query: str
    tags: list[str]
    scores: dict[str, float | None]


class WireRunPassage(WireModel):
    """A passage of a run: its words with a little before and after, None where the run was kept without texts."""

    document: str
    span: WireSpan
    text: str | None
    before: str
    after: str
    rank: int | None = None
    score: float | None = None
    is_gold: bool = False

    @classmethod
    def of(cls, passage: Passage, run: RunFolder, **rest: Any) -> WireRunPassage:
        """Convert a passage to its wire record."""
        text, span = run.text(passage.doc_id), passage.span
        return cls(
            document=passage.doc_id,
            span=pair(span),
            text=None if text is None else span.slice(text)[:_LONGEST] if span.end <= len(text) else None,
            before="" if text is None else text[max(0, span.start - _AROUND) : span.start],
            after="" if text is None else text[span.end : span.end + _AROUND],
            **rest,
        )


class WireRunResult(WireModel):
    """What a run gave for a query, beside the gold; a retrieved passage that shares a character with gold `is_gold`.

    `texts` are what was retrieved as words, where the target says no places.
    """

    query: WireRunQuery
    gold: list[WireRunPassage]
    gold_answer: str | None
    retrieved: list[WireRunPassage]
    texts: list[str]
    answer: str | None
    abstained: bool | None
    confidence: float | None
    citations: list[dict[str, Any]]
    seconds: dict[str, float]
    error: str | None

    @classmethod
    def of(cls, run: RunFolder, query_id: str) -> WireRunResult:
        """Convert a result to its wire record."""
        table = load_scores(run)
        at = next((n for n, question in enumerate(table.questions) if question.id == query_id), None)
        if at is None:
            raise NotFound(f"The run has no query '{query_id}'.")
        gold, response = table.questions[at].gold, run.responses.get(query_id)
        hits = response.hits if response else ()
        return cls(
            query=run_query(table, at),
            gold=[WireRunPassage.of(passage, run) for passage in gold.passages],
            gold_answer=gold.answer,
            retrieved=[
                WireRunPassage.of(
                    hit.passage, run, rank=hit.rank, score=hit.score, is_gold=_touches(hit.passage, gold.passages)
                )
                for hit in hits
            ],
            texts=[text[:_LONGEST] for text in response.texts] if response else [],
            answer=response.answer if response else None,
            abstained=response.abstained if response else None,
            confidence=response.confidence if response else None,
            citations=[_cited(source.document, source.passage, source.quote) for source in response.citations]
            if response
            else [],
            seconds=response.seconds if response else {},
            error=response.error if response else "no response",
        )


class WireDifference(WireModel):
    """A mean paired difference with its confidence interval, and the chance of one so large if there were none."""

    value: float
    low: float
    high: float
    p: float
    n: int


class WireMeasureComparison(WireModel):
    """One measure of a run against the reference; `verdict` is `better`, `worse` or `no difference shown`."""

    measure: str
    reference: float
    value: float
    difference: WireDifference
    p_holm: float
    verdict: str
    by_group: dict[str, WireDifference]
    missing: int


class WireScoreChange(WireModel):
    """A query whose score changed."""

    query_id: str
    text: str
    before: float
    after: float


class WireComparison(WireModel):
    """A run against a reference run over the queries both have: by measure, by group, and the queries that changed."""

    reference: str
    name: str
    queries: int
    left_out: int
    rows: list[WireMeasureComparison]
    gained: dict[str, list[WireScoreChange]]
    lost: dict[str, list[WireScoreChange]]
    not_compared: list[str]

    @classmethod
    def of(cls, comparison: Comparison) -> WireComparison:
        """Convert a comparison to its wire record."""
        return cls.model_validate(asdict(comparison))


def run_query(table: ScoreTable, at: int, measures: Sequence[str] = ()) -> WireRunQuery:
    """Convert a query of a run to its wire record, with these scores or with all."""
    question: RunQuestion = table.questions[at]
    columns = [(name, n) for n, name in enumerate(table.measures) if not measures or name in measures]
    return WireRunQuery(
        id=question.id,
        set=question.set,
        query=question.gold.query.text,
        tags=list(question.gold.tags),
        scores={name: _plain(table.values[at, n]) for name, n in columns},
    )


def _scores(table: ScoreTable, scope: str, wanted: Sequence[str]) -> dict[str, WireScore]:
    counted = table.counted(scope)
    scores = {}
    for measure, value in table.summary()[scope].items():
        point = interval_point(table, measure, scope=scope) if measure in wanted else None
        low, high = (point.low, point.high) if point else (None, None)
        graded = grade(measure, value)
        scores[measure] = WireScore(
            value=value, low=low, high=high, queries=counted[measure], grade=graded.value if graded else None
        )
    return scores


def _usual(run: RunFolder) -> dict[str, float | None]:
    try:
        found = run.summary.get("all", {})
    except PinciteError:
        return {}
    usual = {name: found[name] for name in DEFAULT_MEASURES if name in found}
    return usual or dict(list(found.items())[:6])


def _touches(passage: Passage, gold: Sequence[Passage]) -> bool:
    return any(one.doc_id == passage.doc_id and one.span.overlaps(passage.span) for one in gold)


def _cited(document: str, passage: Passage | None, quote: str) -> dict[str, Any]:
    span: Span | None = passage.span if passage else None
    return {"document": document, "span": [span.start, span.end] if span else None, "quote": quote}


def _plain(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
