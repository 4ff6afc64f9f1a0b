"""A gate for continuous integration: minimum values, and maximum drops against a baseline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.errors import SettingsError
from pincite.metrics.measure import parse_measure
from pincite.ports.evaluation import Measure
from pincite.runs.compare import Contender, MeasureComparison, compare
from pincite.runs.score_table import ScoreTable
from pincite.runs.statistics import Sampling

_BOUND = re.compile(r"^\s*(?P<measure>[a-z0-9_@]+)\s*(?P<sign><=|>=)\s*(?P<value>[0-9.eE+-]+)\s*$")
_DROP = re.compile(r"^\s*(?P<measure>[a-z0-9_@]+)\s*=\s*(?P<value>[0-9.eE+-]+)\s*$")


@dataclass(frozen=True, slots=True)
class Bound:
    """A value a measure must reach, or must not exceed."""

    measure: Measure
    sign: str
    value: float


@dataclass(frozen=True, slots=True)
class Drop:
    """How much worse than the baseline a measure may be."""

    measure: Measure
    most: float


@dataclass(frozen=True, slots=True)
class GateCheck:
    """One condition, and what was found."""

    condition: str
    found: str
    passed: bool


def parse_bound(text: str) -> Bound:
    """Read `recall@8>=0.5` or `drm@8<=0.02`."""
    found = _BOUND.match(text)
    if not found:
        raise SettingsError("min", f"is '{text}': write it as recall@8>=0.5 or drm@8<=0.02")
    return Bound(parse_measure(found["measure"]), found["sign"], _number(found["value"], option="min"))


def parse_drop(text: str) -> Drop:
    """Read `recall@8=0.01`."""
    found = _DROP.match(text)
    if not found:
        raise SettingsError("max-drop", f"is '{text}': write it as recall@8=0.01")
    return Drop(parse_measure(found["measure"]), _number(found["value"], option="max-drop"))


def check_gate(
    run: Contender,
    baseline: Contender | None,
    *,
    bounds: Sequence[Bound] = (),
    drops: Sequence[Drop] = (),
    strict: bool = False,
    sampling: Sampling | None = None,
) -> list[GateCheck]:
    """Every condition in turn; a drop that chance explains passes unless `strict`."""
    checks = [_check_bound(run.table, bound) for bound in bounds]
    if drops and baseline is not None:
        names = [str(drop.measure) for drop in drops]
        named = [replace(baseline, name="baseline"), replace(run, name="run")]
        rows = compare(named, measures=names, sampling=sampling)[0].rows
        checks += [_check_drop(drop, row, strict=strict) for drop, row in zip(drops, rows, strict=True)]
    return checks


def _check_drop(drop: Drop, row: MeasureComparison, *, strict: bool) -> GateCheck:
    loss = -row.difference.value if drop.measure.more_is_better else row.difference.value
    significant = row.verdict == "worse"
    failed = loss > drop.most and (significant or strict)
    found = f"{row.reference:.4f} → {row.value:.4f}, {loss + 0.0:+.4f} worse (p {row.p_holm:.3f})"
    if loss > drop.most and not significant:
        found += ", which chance explains"
    if row.missing:
        found += f"; {row.missing:,} queries have no value in one of the runs"
    return GateCheck(f"{drop.measure} at most {drop.most} worse", found, not failed)


def _check_bound(table: ScoreTable, bound: Bound) -> GateCheck:
    condition = f"{bound.measure} {bound.sign} {bound.value}"
    table.column(str(bound.measure))
    value = table.summary()["all"][str(bound.measure)]
    if value is None:
        return GateCheck(condition, "no query has a value", passed=False)
    passed = value <= bound.value if bound.sign == "<=" else value >= bound.value
    counted = table.counted()[str(bound.measure)]
    note = "" if counted == len(table.questions) else f" ({counted:,} of {len(table.questions):,} queries)"
    return GateCheck(condition, f"{value:.4f}{note}", passed)


def _number(text: str, *, option: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise SettingsError(option, f"has '{text}', which is not a number") from error
