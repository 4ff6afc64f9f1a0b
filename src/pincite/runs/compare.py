"""Comparing runs: what changed, for which sets and queries, and whether it is more than chance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from pincite.domain.benchmark import Gold, Query
from pincite.domain.run import RunQuestion
from pincite.errors import BenchmarkError, NotFound, RunError
from pincite.metrics.measure import known_measure
from pincite.metrics.weights import weighted_mean
from pincite.runs.folder import RunFolder, read_rows
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import load_scores, read_values, result_counts
from pincite.runs.statistics import Difference, Sampling, holm, macro_mean, paired_difference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

By = Literal["set", "tag"]
# The measures compared by default.
DEFAULT_MEASURES = ("precision@1", "precision@8", "recall@8", "recall@64", "f1@8", "drm@8")


@dataclass(frozen=True, slots=True)
class Contender:
    """A run's scores under its name."""

    name: str
    table: ScoreTable


@dataclass(frozen=True, slots=True)
class MeasureComparison:
    """One measure of a run against the reference: both means, the difference, the corrected p, the effect by group.

    Only queries with a value in both runs count; `missing` is how many have none in one of them.
    """

    measure: str
    reference: float
    value: float
    difference: Difference
    p_holm: float
    verdict: str
    by_group: dict[str, Difference]
    missing: int = 0


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A query whose score changed."""

    query_id: str
    text: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run against the reference run, over the queries both have.

    `missing` are the usual measures that one of them was not scored by.
    """

    reference: str
    name: str
    queries: int
    left_out: int
    rows: tuple[MeasureComparison, ...]
    gained: dict[str, tuple[ScoreChange, ...]]
    lost: dict[str, tuple[ScoreChange, ...]]
    not_compared: tuple[str, ...] = ()


def load_contender(path: Path) -> Contender:
    """A run folder, or a file of scores (JSON lines: `id`, `scores`, perhaps `set`, `tags`, `query`, `results`)."""
    if path.is_dir():
        run = RunFolder(path)
        return Contender(run.name, load_scores(run))
    if not path.is_file():
        raise NotFound(f"There is no run or score file {path}.")
    rows = list(read_rows(path))
    try:
        _refuse_nan(rows, path)
        measures, values = read_values(rows)
        questions = [_logged(row) for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(path, f"a line lacks 'id' or one of the scores of the first line ({error})") from error
    sets = [question.set for question in questions]
    table = ScoreTable(questions, measures, values, {}, results=result_counts(rows))
    by_set = {
        name: tuple(_set_value(table, measure, np.array([name == other for other in sets])) for measure in measures)
        for name in dict.fromkeys(sets)
    }
    return Contender(path.stem, replace(table, by_set=by_set))


def _refuse_nan(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """A score that is missing is written null; NaN and infinity come from a computation that went wrong."""
    if any(isinstance(v, float) and not math.isfinite(v) for row in rows for v in row["scores"].values()):
        raise RunError(path, "it holds a score that is not a number; write null for one that is missing")


def _set_value(table: ScoreTable, measure: str, rows: NDArray[np.bool_]) -> float:
    weights = table.weights(measure)
    return weighted_mean(table.column(measure)[rows], weights[rows] if weights is not None else None)


def compare(
    contenders: Sequence[Contender],
    *,
    reference: str | None = None,
    measures: Sequence[str] = (),
    by: By = "set",
    sampling: Sampling | None = None,
    most_changed: int = 5,
) -> list[Comparison]:
    """Each run against the reference, which is the first where none is named."""
    named = _distinct(contenders)
    if len(named) < 2:
        raise RunError(contenders[0].name if contenders else "", "a comparison needs two runs")
    if reference is not None and reference not in named:
        raise NotFound(f"There is no run called '{reference}'. Known: {', '.join(named)}.")
    base = reference or next(iter(named))
    return [
        _against(base, name, named, measures=measures, by=by, sampling=sampling or Sampling(), most=most_changed)
        for name in named
        if name != base
    ]


def _distinct(contenders: Sequence[Contender]) -> dict[str, ScoreTable]:
    named: dict[str, ScoreTable] = {}
    for contender in contenders:
        name, copy = contender.name, 2
        while name in named:
            name, copy = f"{contender.name} ({copy})", copy + 1
        named[name] = contender.table
    return named


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The rows of the queries that two tables share."""

    questions: list[RunQuestion]
    before: list[int]
    after: list[int]
    left_out: int


def _pair(one: ScoreTable, other: ScoreTable, *, names: tuple[str, str]) -> _Pairs:
    rows = {question.id: row for row, question in enumerate(one.questions)}
    pairs = _Pairs([], [], [], 0)
    for after, question in enumerate(other.questions):
        before = rows.get(question.id)
        if before is None:
            continue
        if one.questions[before].gold.query.text != question.gold.query.text:
            raise BenchmarkError(
                f"Query {question.id}", f"is another question in {names[1]} than in {names[0]}: these runs do not pair"
            )
        pairs.questions.append(question)
        pairs.before.append(before)
        pairs.after.append(after)
    if not pairs.questions:
        raise BenchmarkError(" and ".join(names), "have no query in common, so nothing can be compared")
    left_out = len(one.questions) + len(other.questions) - 2 * len(pairs.questions)
    return _Pairs(pairs.questions, pairs.before, pairs.after, left_out)


def _against(
    base: str,
    name: str,
    tables: Mapping[str, ScoreTable],
    *,
    measures: Sequence[str],
    by: By,
    sampling: Sampling,
    most: int,
) -> Comparison:
    one, other = tables[base], tables[name]
    pairs = _pair(one, other, names=(base, name))
    shared = [measure for measure in one.measures if measure in other.measures]
    own = [measure for measure in shared if known_measure(measure) is None]
    wanted = list(measures) or [*(name for name in DEFAULT_MEASURES if name in shared), *own] or shared[:6]
    columns = {m: _paired_column(one, other, m, pairs) for m in wanted}
    empty = [m for m in wanted if not columns[m].questions]
    if empty and measures:
        raise BenchmarkError(empty[0], f"no query has a value in both {base} and {name}")
    wanted = [m for m in wanted if m not in empty]
    differences = [columns[m].difference(sampling) for m in wanted]
    corrected = holm([difference.p for difference in differences])
    rows = tuple(
        MeasureComparison(
            measure=m,
            reference=columns[m].means()[0],
            value=columns[m].means()[1],
            difference=difference,
            p_holm=p,
            verdict=verdict(m, difference, p=p, alpha=sampling.alpha),
            by_group=_by_group(columns[m], by=by, sampling=sampling),
            missing=len(pairs.questions) - len(columns[m].questions),
        )
        for m, difference, p in zip(wanted, differences, corrected, strict=True)
    )
    return Comparison(
        reference=base,
        name=name,
        queries=len(pairs.questions),
        left_out=pairs.left_out,
        rows=rows,
        gained={m: _most_changed(columns[m], sign=1, most=most) for m in wanted},
        lost={m: _most_changed(columns[m], sign=-1, most=most) for m in wanted},
        not_compared=() if measures else tuple(name for name in DEFAULT_MEASURES if _lacks_one(one, other, name)),
    )


def _lacks_one(one: ScoreTable, other: ScoreTable, measure: str) -> bool:
    """Tell whether exactly one of two tables has a measure."""
    return (measure in one.measures) != (measure in other.measures)


def verdict(measure: str, difference: Difference, *, p: float, alpha: float) -> str:
    """Return "better", "worse" or "no difference shown"; for unknown measures, more is better."""
    if p >= alpha or difference.value == 0:
        return "no difference shown"
    known = known_measure(measure)
    return "better" if (difference.value > 0) == (known is None or known.more_is_better) else "worse"


@dataclass(frozen=True, slots=True)
class _PairedColumn:
    """A measure of the queries that have a value in both runs, with what each weighs where they weigh differently."""

    questions: list[RunQuestion]
    before: Floats
    after: Floats
    weights: tuple[Floats, Floats] | None

    def take(self, rows: Sequence[int]) -> _PairedColumn:
        at = np.array(rows, dtype=np.int64)
        weights = (self.weights[0][at], self.weights[1][at]) if self.weights else None
        return _PairedColumn([self.questions[row] for row in rows], self.before[at], self.after[at], weights)

    def means(self) -> tuple[float, float]:
        first, second = self.weights or (None, None)
        return macro_mean(self.before, self._sets, first), macro_mean(self.after, self._sets, second)

    def difference(self, sampling: Sampling, *, group: str | None = None) -> Difference:
        groups = self._sets if group is None else [group] * len(self.questions)
        return paired_difference(self.before, self.after, groups=groups, sampling=sampling, weights=self.weights)

    @property
    def _sets(self) -> list[str]:
        return [question.set for question in self.questions]


def _paired_column(one: ScoreTable, other: ScoreTable, measure: str, pairs: _Pairs) -> _PairedColumn:
    first, second = one.weights(measure), other.weights(measure)
    weights = (first[pairs.before], second[pairs.after]) if first is not None and second is not None else None
    before, after = one.column(measure)[pairs.before], other.column(measure)[pairs.after]
    column = _PairedColumn(pairs.questions, before, after, weights)
    missing = np.isnan(before) | np.isnan(after)
    return column.take(np.flatnonzero(~missing).tolist()) if missing.any() else column


def _by_group(column: _PairedColumn, *, by: By, sampling: Sampling) -> dict[str, Difference]:
    members: dict[str, list[int]] = {}
    for row, question in enumerate(column.questions):
        for group in [question.set] if by == "set" else question.gold.tags or ("(no tag)",):
            members.setdefault(group, []).append(row)
    return {group: column.take(rows).difference(sampling, group=group) for group, rows in members.items()}


def _most_changed(column: _PairedColumn, *, sign: int, most: int) -> tuple[ScoreChange, ...]:
    one, other, questions = column.before, column.after, column.questions
    change = sign * (other - one)
    order = sorted(np.flatnonzero(change > 0).tolist(), key=lambda row: (-change[row], questions[row].id))
    return tuple(
        ScoreChange(questions[row].id, questions[row].gold.query.text, float(one[row]), float(other[row]))
        for row in order[:most]
    )


def _logged(row: dict[str, object]) -> RunQuestion:
    text = row.get("query")
    tags = row.get("tags")
    named = tuple(map(str, tags)) if isinstance(tags, list) else ()
    gold = Gold(Query(str(row["id"]), str(text) if text else str(row["id"])), (), tags=named)
    return RunQuestion(str(row.get("set", "log")), gold)
