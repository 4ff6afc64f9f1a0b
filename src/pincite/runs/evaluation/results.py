"""Results of evaluations, ours or evaltools': their metrics row by row, their means, and what changed between two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pincite.domain.benchmark import Gold, Query
from pincite.domain.run import RunQuestion
from pincite.errors import NotFound, RunError
from pincite.metrics.weights import weighted_mean
from pincite.runs.compare import Comparison, Contender, compare
from pincite.runs.evaluation.thresholds import Grade, grade
from pincite.runs.folder import read_rows
from pincite.runs.score_table import ScoreTable
from pincite.runs.statistics import Sampling

RESULTS = "eval_results.jsonl"
_WORDS = frozenset({"question", "truth", "answer", "context", "source_type", "category"})


@dataclass(frozen=True, slots=True)
class Results:
    """The rows of an evaluation, and its metrics as a table of scores."""

    folder: Path
    rows: list[dict[str, Any]]
    table: ScoreTable

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.resolve().name

    def means(self) -> dict[str, tuple[float | None, int]]:
        """Of each metric the mean over the rows that have a value, and how many these are."""
        found: dict[str, tuple[float | None, int]] = {}
        for measure in self.table.measures:
            values = self.table.column(measure)
            present = values[~np.isnan(values)]
            found[measure] = (float(present.mean()) if len(present) else None, len(present))
        return found

    def flagged(self) -> list[int]:
        """The rows whose confidence is low."""
        return [at for at, row in enumerate(self.rows) if row.get("low_confidence") is True]

    def grades(self) -> dict[str, Grade | None]:
        """Each metric as good, acceptable or poor; None where it has no thresholds."""
        return {name: grade(name, mean) for name, (mean, _) in self.means().items()}


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A question whose metric differs between two evaluations, with both answers."""

    question: str
    before: float | None
    after: float | None
    answer_before: str
    answer_after: str


def find_results(folders: Sequence[Path]) -> list[Path]:
    """The folders of evaluations among those given and right below them."""
    found: dict[Path, None] = {}
    for folder in folders:
        if (folder / RESULTS).is_file():
            found[folder] = None
            continue
        below = sorted(path.parent for path in folder.glob(f"*/{RESULTS}")) if folder.is_dir() else []
        if not below:
            raise NotFound(f"There is no {RESULTS} in {folder}, nor in its subfolders.")
        found |= dict.fromkeys(below)
    return list(found)


def load_results(folder: Path) -> Results:
    """An evaluation from its eval_results.jsonl; −1 and null are missing values."""
    rows = list(read_rows(folder / RESULTS))
    if not all(isinstance(row, dict) for row in rows):
        raise RunError(folder, f"a row of {RESULTS} is not an object")
    names = list(dict.fromkeys(name for row in rows for name, value in row.items() if _is_score(name, value)))
    try:
        questions = [
            RunQuestion("all questions", _gold(row, name)) for name, row in zip(_names(rows), rows, strict=True)
        ]
    except (KeyError, TypeError) as error:
        raise RunError(folder, f"a row of {RESULTS} has no question") from error
    values = np.array([[_score(row.get(name)) for name in names] for row in rows], dtype=float)
    values = values.reshape(len(rows), len(names))
    means = tuple(weighted_mean(values[:, at], None) for at in range(len(names)))
    return Results(folder, rows, ScoreTable(questions, tuple(names), values, {"all questions": means}))


def compare_results(one: Results, other: Results, *, sampling: Sampling | None = None) -> Comparison:
    """The second evaluation against the first, over the questions both have, with every metric both have."""
    shared = [name for name in one.table.measures if name in other.table.measures and _varies(name, one, other)]
    if not shared:
        raise RunError(other.folder, f"it has no metric with values in common with {one.folder}")
    names = (one.name, other.name) if one.name != other.name else (str(one.folder), str(other.folder))
    contenders = [Contender(names[0], one.table), Contender(names[1], other.table)]
    return compare(contenders, measures=shared, sampling=sampling)[0]


def changed_rows(one: Results, other: Results, column: str) -> list[ChangedRow]:
    """The questions whose column differs."""
    if column not in one.table.measures or column not in other.table.measures:
        known = ", ".join(name for name in one.table.measures if name in other.table.measures)
        raise NotFound(f"There is no column '{column}' in both. Known: {known}.")
    before = {row["question"]: row for row in one.rows}
    return [
        ChangedRow(
            row["question"],
            _plain(before[row["question"]].get(column)),
            _plain(row.get(column)),
            str(before[row["question"]].get("answer", "")),
            str(row.get("answer", "")),
        )
        for row in other.rows
        if row["question"] in before and _plain(before[row["question"]].get(column)) != _plain(row.get(column))
    ]


def _varies(name: str, one: Results, other: Results) -> bool:
    """Whether a metric has a value for a question of both."""
    had = {
        question.gold.query.text
        for question, value in zip(one.table.questions, one.table.column(name), strict=True)
        if not np.isnan(value)
    }
    return any(
        question.gold.query.text in had and not np.isnan(value)
        for question, value in zip(other.table.questions, other.table.column(name), strict=True)
    )


def _names(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """An id for each row: the question itself, since evaltools numbers nothing; asked again, it is counted."""
    asked: dict[str, int] = {}
    names = []
    for at, row in enumerate(rows):
        question = str(row["question"]) or str(at)
        asked[question] = asked.get(question, 0) + 1
        names.append(question if asked[question] == 1 else f"{question} ({asked[question]})")
    return names


def _gold(row: Mapping[str, Any], name: str) -> Gold:
    return Gold(Query(name, str(row["question"]) or name), (), str(row.get("truth", "")))


def _is_score(name: str, value: Any) -> bool:
    return name not in _WORDS and isinstance(value, int | float) and not isinstance(value, bool)


def _plain(value: Any) -> float | None:
    return None if np.isnan(score := _score(value)) else score


def _score(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or value == -1:
        return float("nan")
    return float(value)
