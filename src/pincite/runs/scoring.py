"""Scores of a run: every measure of every query, and their means over each set and over the sets."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.domain.run import Question, Record
from pincite.errors import Hint, NotFound, RunError
from pincite.files import write_text
from pincite.metrics.columns import Judged
from pincite.metrics.measure import SPAN_MEASURES, Measure, known_measure, parse_measure, standard_measures
from pincite.metrics.score import Scorer
from pincite.runs.folder import RunFolder, read_rows, write_rows
from pincite.runs.found import read_columns
from pincite.runs.questions import ALL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A value for each query (row) and measure (column), and for each set and measure the set's value.

    `results` is how many results each query had, where that is known.
    """

    questions: Sequence[Question]
    measures: tuple[str, ...]
    values: Floats
    by_set: dict[str, tuple[float, ...]]
    results: tuple[int, ...] | None = None

    def weights(self, measure: str) -> Floats | None:
        """What each query weighs in a set's value; None: all the same.

        A mismatch is a share of all results together, so a query weighs as many as it has within the cut-off.
        """
        parsed = known_measure(measure)
        if parsed is None or parsed.name != "drm" or self.results is None:
            return None
        weights: Floats = np.minimum(np.array(self.results, dtype=float), parsed.k or np.inf)
        return weights

    def column(self, measure: str) -> Floats:
        """One measure of every query."""
        if measure not in self.measures:
            raise NotFound(f"There is no '{measure}' in the scores.", hint=Hint.RESCORE)
        found: Floats = self.values[:, self.measures.index(measure)]
        return found

    @property
    def sets(self) -> list[str]:
        """The names of the sets, in order."""
        return list(self.by_set)

    def summary(self) -> dict[str, dict[str, float]]:
        """The mean over sets, each set weighing the same as its authors weigh it, and each set by name."""
        rows = list(self.by_set.values())
        mean = np.mean(np.array(rows), axis=0).tolist() if rows else []
        return {name: dict(zip(self.measures, row, strict=True)) for name, row in [(ALL, mean), *self.by_set.items()]}


def score_records(
    questions: Sequence[Question], records: Mapping[str, Record], *, measures: Sequence[Measure], texts: Any = None
) -> ScoreTable:
    """Score what was found; a query without a record counts as one that found nothing."""
    judged = [_judged(question, records.get(question.id)) for question in questions]
    return fill_table(Scorer(judged, texts=texts), questions, measures)


def fill_table(scorer: Scorer, questions: Sequence[Question], measures: Sequence[Measure]) -> ScoreTable:
    """Every measure of every query, and of every set."""
    names = np.array([question.set for question in questions])
    masks = {name: names == name for name in dict.fromkeys(names.tolist())}
    values = np.zeros((len(questions), len(measures)))
    by_set: dict[str, list[float]] = {name: [] for name in masks}
    for column, measure in enumerate(measures):
        values[:, column] = scorer.score(measure)
        for name, mask in masks.items():
            by_set[name].append(scorer.mean(measure, values[:, column], among=mask))
    return ScoreTable(
        questions,
        tuple(map(str, measures)),
        values,
        {name: tuple(row) for name, row in by_set.items()},
        tuple(scorer.results.tolist()) if any(measure.name in SPAN_MEASURES for measure in measures) else None,
    )


def score_run(run: RunFolder, *, measures: Sequence[Measure] | None = None) -> ScoreTable:
    """Score a run by the measures asked for, or by all span measures up to its k, and keep the scores in its folder."""
    wanted = list(measures or standard_measures(run.spec.k))

    def judge() -> list[Judged]:
        return [_judged(question, run.records.get(question.id)) for question in run.questions]

    table = fill_table(Scorer(judge, columns=read_columns(run), texts=run.text), run.questions, wanted)
    save_scores(run.path, table)
    return table


def rescore(run: RunFolder, measures: Sequence[Measure]) -> ScoreTable:
    """Add measures to those a run has, without retrieving again; without any, those it has are counted anew."""
    had = (
        [parse_measure(name) for name in next(iter(run.summary.values()), {})]
        if (run.path / "summary.json").exists()
        else standard_measures(run.spec.k)
    )
    return score_run(run, measures=list(dict.fromkeys([*had, *measures])))


def save_scores(folder: Path, table: ScoreTable) -> None:
    """Write scores.jsonl and summary.json."""
    counts = table.results or [None] * len(table.questions)
    rows = (
        {"id": question.id, "set": question.set}
        | ({} if count is None else {"results": count})
        | {"scores": dict(zip(table.measures, row, strict=True))}
        for question, count, row in zip(table.questions, counts, table.values.tolist(), strict=True)
    )
    write_rows(folder / "scores.jsonl", rows)
    write_text(folder / "summary.json", json.dumps(table.summary(), indent=2) + "\n")


def load_scores(run: RunFolder) -> ScoreTable:
    """The scores a run was given when it was scored."""
    rows = list(read_rows(run.path / "scores.jsonl"))
    if len(rows) != len(run.questions):
        problem = f"it has {len(rows)} scores for {len(run.questions)} queries"
        raise RunError(run.path, problem, hint=Hint.RESCORE)
    measures = tuple(rows[0]["scores"]) if rows else ()
    try:
        values = np.array([[row["scores"][name] for name in measures] for row in rows], dtype=float)
        by_set = {
            name: tuple(means[measure] for measure in measures) for name, means in run.summary.items() if name != ALL
        }
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(run.path, f"scores.jsonl is damaged ({error})", hint=Hint.RESCORE) from error
    return ScoreTable(
        run.questions, measures, values.reshape(len(rows), len(measures)), by_set, results=result_counts(rows)
    )


def result_counts(rows: Sequence[Mapping[str, Any]]) -> tuple[int, ...] | None:
    """How many results each row of scores.jsonl tells of; None where one does not say."""
    counts = [count for row in rows if isinstance(count := row.get("results"), int)]
    return tuple(counts) if len(counts) == len(rows) else None


def _judged(question: Question, record: Record | None) -> Judged:
    hits = [hit.passage for hit in record.hits] if record else []
    return Judged(question.gold.passages, hits, texts=record.texts if record else ())
