"""A gate for continuous integration: a run may be worse than its baseline only so far, and must be so good at least."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.errors import SettingsError
from pincite.metrics.measure import Measure, parse_measure
from pincite.runs.compare import Contender, compare
from pincite.runs.scoring import ScoreTable
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
class Check:
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
) -> list[Check]:
    """Every condition in turn; a drop that chance explains is let pass unless `strict`."""
    checks = [_check_bound(run.table, bound) for bound in bounds]
    if drops and baseline is not None:
        names = [str(drop.measure) for drop in drops]
        named = [replace(baseline, name="baseline"), replace(run, name="run")]
        rows = compare(named, measures=names, sampling=sampling)[0].rows
        for drop, row in zip(drops, rows, strict=True):
            loss = -row.difference.value if drop.measure.more_is_better else row.difference.value
            significant = row.verdict == "worse"
            failed = loss > drop.most and (significant or strict)
            found = f"{row.reference:.4f} → {row.value:.4f}, {loss + 0.0:+.4f} worse (p {row.p_holm:.3f})"
            if loss > drop.most and not significant:
                found += ", which chance explains"
            checks.append(Check(f"{drop.measure} at most {drop.most} worse", found, not failed))
    return checks


def _check_bound(table: ScoreTable, bound: Bound) -> Check:
    table.column(str(bound.measure))
    value = table.summary()["all"][str(bound.measure)]
    passed = value <= bound.value if bound.sign == "<=" else value >= bound.value
    return Check(f"{bound.measure} {bound.sign} {bound.value}", f"{value:.4f}", passed)


def _number(text: str, *, option: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise SettingsError(option, f"has '{text}', which is no number") from error
