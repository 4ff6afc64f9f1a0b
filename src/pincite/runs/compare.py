"""Runs side by side: what changed, for which sets and queries, and whether it is more than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from pincite.domain.benchmark import Gold, Query
from pincite.domain.run import Question
from pincite.errors import BenchmarkError, NotFound, RunError
from pincite.metrics.measure import Measure, parse_measure
from pincite.runs.folder import RunFolder, read_rows
from pincite.runs.scoring import ScoreTable, load_scores
from pincite.runs.statistics import Difference, Sampling, holm, macro_mean, paired_difference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

By = Literal["set", "tag"]
# What is compared where nothing else is asked.
DEFAULT_MEASURES = ("precision@1", "precision@8", "recall@8", "recall@64", "f1@8", "drm@8")


@dataclass(frozen=True, slots=True)
class Contender:
    """A run's scores under its name."""

    name: str
    table: ScoreTable


@dataclass(frozen=True, slots=True)
class Row:
    """One measure of a run against the reference: both means, the difference, corrected chance and effect by group."""

    measure: str
    reference: float
    value: float
    difference: Difference
    p_holm: float
    verdict: str
    by_group: dict[str, Difference]


@dataclass(frozen=True, slots=True)
class Change:
    """A query whose score changed."""

    query_id: str
    text: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run against the reference run, over the queries both have."""

    reference: str
    name: str
    queries: int
    left_out: int
    rows: tuple[Row, ...]
    gained: dict[str, tuple[Change, ...]]
    lost: dict[str, tuple[Change, ...]]


def load_contender(path: Path) -> Contender:
    """A run folder, or a file of scores (JSON lines with `id`, `scores` and perhaps `set`), as logs of traffic give."""
    if path.is_dir():
        run = RunFolder(path)
        return Contender(run.name, load_scores(run))
    if not path.is_file():
        raise NotFound(f"There is no run or score file {path}.")
    rows = list(read_rows(path))
    try:
        measures = tuple(rows[0]["scores"]) if rows else ()
        values = np.array([[float(row["scores"][name]) for name in measures] for row in rows], dtype=float)
        questions = [_logged(row) for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(path, f"a line lacks 'id' or one of the scores of the first line ({error})") from error
    if not np.isfinite(values).all():
        raise RunError(path, "it holds a score that is not a number")
    values = values.reshape(len(rows), len(measures))
    sets = [question.set for question in questions]
    by_set = {name: values[[name == other for other in sets]].mean(axis=0) for name in dict.fromkeys(sets)}
    table = ScoreTable(questions, measures, values, {name: tuple(means.tolist()) for name, means in by_set.items()})
    return Contender(path.stem, table)


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

    questions: list[Question]
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
    wanted = list(measures) or [measure for measure in DEFAULT_MEASURES if measure in shared] or shared[:6]
    columns = {m: (one.column(m)[pairs.before], other.column(m)[pairs.after]) for m in wanted}
    sets = [question.set for question in pairs.questions]
    differences = [paired_difference(*columns[m], groups=sets, sampling=sampling) for m in wanted]
    corrected = holm([difference.p for difference in differences])
    rows = tuple(
        Row(
            measure=m,
            reference=macro_mean(columns[m][0], sets),
            value=macro_mean(columns[m][1], sets),
            difference=difference,
            p_holm=p,
            verdict=verdict(parse_measure(m), difference, p=p, alpha=sampling.alpha),
            by_group=_by_group(*columns[m], pairs.questions, by=by, sampling=sampling),
        )
        for m, difference, p in zip(wanted, differences, corrected, strict=True)
    )
    return Comparison(
        reference=base,
        name=name,
        queries=len(pairs.questions),
        left_out=pairs.left_out,
        rows=rows,
        gained={m: _most_changed(*columns[m], pairs.questions, sign=1, most=most) for m in wanted},
        lost={m: _most_changed(*columns[m], pairs.questions, sign=-1, most=most) for m in wanted},
    )


def verdict(measure: Measure, difference: Difference, *, p: float, alpha: float) -> str:
    """In a word: better, worse, or nothing that chance would not do."""
    if p >= alpha or difference.value == 0:
        return "no difference shown"
    return "better" if (difference.value > 0) == measure.more_is_better else "worse"


def _by_group(
    one: Floats, other: Floats, questions: Sequence[Question], *, by: By, sampling: Sampling
) -> dict[str, Difference]:
    members: dict[str, list[int]] = {}
    for row, question in enumerate(questions):
        for group in [question.set] if by == "set" else question.gold.tags or ("(no tag)",):
            members.setdefault(group, []).append(row)
    return {
        group: paired_difference(one[rows], other[rows], groups=[group] * len(rows), sampling=sampling)
        for group, rows in members.items()
    }


def _most_changed(
    one: Floats, other: Floats, questions: Sequence[Question], *, sign: int, most: int
) -> tuple[Change, ...]:
    change = sign * (other - one)
    order = sorted(np.flatnonzero(change > 0).tolist(), key=lambda row: (-change[row], questions[row].id))
    return tuple(
        Change(questions[row].id, questions[row].gold.query.text, float(one[row]), float(other[row]))
        for row in order[:most]
    )


def _logged(row: dict[str, object]) -> Question:
    text = row.get("query")
    gold = Gold(Query(str(row["id"]), str(text) if text else str(row["id"])), ())
    return Question(str(row.get("set", "log")), gold)
