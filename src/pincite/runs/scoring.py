"""Scoring: responses against gold, by every measure asked for, and the scores in a run's folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.domain.benchmark import FILE_LEVEL
from pincite.domain.judgement import JudgeRating
from pincite.domain.outcome import Need, QueryOutcome
from pincite.domain.reading import Failure
from pincite.domain.response import Response
from pincite.domain.run import RunQuestion
from pincite.errors import Hint, RunError
from pincite.files import write_text
from pincite.metrics.measure import STANDARD, answer_measures, known_measure, parse_measure, standard_measures
from pincite.metrics.scorer import Scorer, TextOf
from pincite.ports import ChatModel
from pincite.ports.evaluation import CitationChain, Measure
from pincite.runs.exam import ALL
from pincite.runs.folder import RunFolder, read_rows, write_rows
from pincite.runs.hit_columns import read_columns
from pincite.runs.score_table import ScoreTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def score_responses(
    questions: Sequence[RunQuestion],
    responses: Mapping[str, Response],
    *,
    measures: Sequence[Measure],
    texts: TextOf | None = None,
) -> ScoreTable:
    """Score responses; a query without one counts as one without results."""
    return fill_table(Scorer(make_outcomes(questions, responses), texts=texts), questions, measures)


def make_outcomes(questions: Sequence[RunQuestion], responses: Mapping[str, Response]) -> list[QueryOutcome]:
    """Each question's gold beside its response."""
    answered = any(response.answer is not None for response in responses.values())
    return [_outcome(question, responses.get(question.id), answered=answered) for question in questions]


def _outcome(question: RunQuestion, response: Response | None, *, answered: bool) -> QueryOutcome:
    if response is None or (response.error is not None and response.answer is None):
        # Where answers were asked for, one that did not come counts as an empty one.
        missing = "" if answered else None
        response = Response(question.id, answer=missing, error=response.error if response else "no response")
    return QueryOutcome(
        gold=question.gold.passages,
        hits=[hit.passage for hit in response.hits],
        texts=response.texts,
        gold_answer=question.gold.answer,
        grades=dict(question.gold.grades) or None,
        question=question.gold.query.text,
        response=response,
    )


def fill_table(scorer: Scorer, questions: Sequence[RunQuestion], measures: Sequence[Measure]) -> ScoreTable:
    """Every measure of every query, and of every set."""
    names = np.array([question.set for question in questions])
    masks = {name: names == name for name in dict.fromkeys(names.tolist())}
    coarse = np.array([FILE_LEVEL in question.gold.tags for question in questions], dtype=bool)
    values = np.zeros((len(questions), len(measures)))
    by_set: dict[str, list[float]] = {name: [] for name in masks}
    for column, measure in enumerate(measures):
        values[:, column] = scorer.score(measure)
        if getattr(measure, "of_characters", False):
            values[coarse, column] = np.nan
        for name, mask in masks.items():
            by_set[name].append(scorer.combine(measure, values[:, column], among=mask))
    return ScoreTable(
        questions,
        tuple(map(str, measures)),
        values,
        {name: tuple(row) for name, row in by_set.items()},
        tuple(scorer.results.tolist()) if any(measure.name in STANDARD for measure in measures) else None,
    )


def default_measures(run: RunFolder) -> list[Measure]:
    """The standard measures up to a run's k, and those of answers where it asked for answers."""
    return [*standard_measures(run.spec.k), *(answer_measures() if run.spec.answers else ())]


def score_run(
    run: RunFolder,
    *,
    measures: Sequence[Measure] | None = None,
    judges: Sequence[ChatModel] = (),
    chain: CitationChain | None = None,
) -> ScoreTable:
    """Score a run by the measures asked for, or by the default ones, and keep the scores in its folder.

    What judges said is kept in judgements.jsonl; a judge that gave no rating is a failure. What `chain` found of the
    authorities cited is kept in authorities.jsonl.
    """

    def outcomes() -> list[QueryOutcome]:
        return make_outcomes(run.questions, run.responses)

    scorer = Scorer(outcomes, columns=read_columns(run), texts=run.text, judges=judges, chain=chain)
    wanted = list(measures or default_measures(run))
    table = fill_table(scorer, run.questions, wanted)
    save_scores(run.path, table)
    if any(Need.AUTHORITIES in measure.needs for measure in wanted):
        write_rows(run.path / "authorities.jsonl", (asdict(one) for cited in scorer.authorities for one in cited))
    if judges:
        _save_judgements(run, scorer.judgements)
    return table


def _save_judgements(run: RunFolder, judgements: Sequence[JudgeRating]) -> None:
    write_rows(run.path / "judgements.jsonl", map(asdict, judgements))
    others = [failure for failure in read_rows(run.path / "failures.jsonl", missing_ok=True)]
    kept = [failure for failure in others if failure.get("stage") != "judge"]
    failed = [
        asdict(Failure(one.query_id, "judge", one.measure, f"{one.error} (repetition {one.repetition})"))
        for one in judgements
        if one.error
    ]
    write_rows(run.path / "failures.jsonl", [*kept, *failed])


def rescore(run: RunFolder, measures: Sequence[Measure]) -> ScoreTable:
    """Add measures to those a run has, without asking again; without any, those it has are counted again."""
    had = (
        [parse_measure(name) for name in next(iter(run.summary.values()), {})]
        if (run.path / "summary.json").exists()
        else default_measures(run)
    )
    return score_run(run, measures=list({str(measure): measure for measure in [*had, *measures]}.values()))


def save_scores(folder: Path, table: ScoreTable) -> None:
    """Write scores.jsonl, summary.json and statistics.json."""
    counts = table.results or [None] * len(table.questions)
    rows = (
        {"id": question.id, "set": question.set}
        | ({} if count is None else {"results": count})
        | {"scores": {name: _null(value) for name, value in zip(table.measures, row, strict=True)}}
        for question, count, row in zip(table.questions, counts, table.values.tolist(), strict=True)
    )
    write_rows(folder / "scores.jsonl", rows)
    write_text(folder / "summary.json", json.dumps(table.summary(), indent=2) + "\n")
    write_text(folder / "statistics.json", json.dumps(table_statistics(table), indent=2) + "\n")


def table_statistics(table: ScoreTable) -> dict[str, dict[str, dict[str, float]]]:
    """For each set and measure: how many queries have a value, how many have none, and the measure's statistics."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for scope in (ALL, *table.sets):
        rows = np.array([scope in (ALL, question.set) for question in table.questions], dtype=bool)
        found[scope] = {name: _statistics(name, table.column(name)[rows]) for name in table.measures}
    return found


def _statistics(name: str, values: Floats) -> dict[str, float]:
    present = values[~np.isnan(values)]
    counts: dict[str, float] = {"count": len(present), "missing": len(values) - len(present)}
    measure = known_measure(name)
    return counts | (measure.statistics(present) if measure is not None and len(present) else {})


def load_scores(run: RunFolder) -> ScoreTable:
    """The scores a run was given when it was scored."""
    rows = run.score_rows()
    if len(rows) != len(run.questions):
        problem = f"it has {len(rows)} scores for {len(run.questions)} queries"
        raise RunError(run.path, problem, hint=Hint.RESCORE)
    try:
        measures, values = read_values(rows)
        by_set = {
            name: tuple(_nan(means[measure]) for measure in measures)
            for name, means in run.summary.items()
            if name != ALL
        }
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(run.path, f"scores.jsonl is damaged ({error})", hint=Hint.RESCORE) from error
    return ScoreTable(run.questions, measures, values, by_set, results=result_counts(rows))


def read_values(rows: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, ...], Floats]:
    """The measures of the first row, and every row's values; null is a value that is missing."""
    measures = tuple(rows[0]["scores"]) if rows else ()
    values = np.array([[_nan(row["scores"][name]) for name in measures] for row in rows], dtype=float)
    return measures, values.reshape(len(rows), len(measures))


def result_counts(rows: Sequence[Mapping[str, Any]]) -> tuple[int, ...] | None:
    """How many results each row of scores.jsonl had; None where a row does not say."""
    counts = [count for row in rows if isinstance(count := row.get("results"), int)]
    return tuple(counts) if len(counts) == len(rows) else None


def _nan(value: Any) -> float:
    return float("nan") if value is None else float(value)


def _null(value: float) -> float | None:
    # NaN alone is unequal to itself; there are hundreds of thousands of values, and this is the fastest way to ask.
    return None if value != value else value
