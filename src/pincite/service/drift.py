"""Daily figures of a server's answers, from its samples, and whether the last day differs."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles, stdev
from typing import Any

from pincite.errors import NotFound
from pincite.files import os_reason

# Days with fewer answers are not compared.
_LEAST = 20
_NOISE = {"abstention": 0.05, "confidence": 0.03, "dropped": 0.03, "p95_seconds": 0.25}


@dataclass(frozen=True, slots=True)
class DayFigures:
    """The figures of a day: shares of answers, means, and the 95th percentile of the seconds.

    `measures` are the means of the measures that need no gold, over the answers that have a value.
    """

    day: str
    answers: int
    abstention: float
    confidence: float
    dropped: float
    p95_seconds: float
    measures: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drift:
    """A figure outside its usual range: its value on the last day and on the days before."""

    figure: str
    day: str
    value: float
    usual: float
    allowed: float


def measure_drift(path: Path, *, deviations: float = 3.0) -> tuple[list[DayFigures], list[Drift]]:
    """The figures of each day, and those of the last day that lie out of the range of the days before."""
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as error:
        raise NotFound(f"{path}: {os_reason(error)}. A server writes figures only where it keeps samples.") from error
    days = _by_day(lines)
    known = [day for day in days if day.answers >= _LEAST]
    if len(known) < 3:
        return days, []
    return days, [drift for name in _NOISE if (drift := _compare(name, known, deviations=deviations))]


def _compare(name: str, days: list[DayFigures], *, deviations: float) -> Drift | None:
    *before, last = [getattr(day, name) for day in days]
    usual = fmean(before)
    floor = _NOISE[name] * (max(usual, 0.1) if name == "p95_seconds" else 1)
    allowed = max(deviations * stdev(before), floor)
    return Drift(name, days[-1].day, last, usual, allowed) if abs(last - usual) > allowed else None


def _by_day(lines: Iterable[str]) -> list[DayFigures]:
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        try:
            row = json.loads(line)
            rows[str(row["time"])[:10]].append(row)
        except (ValueError, KeyError, TypeError):
            # A line that was cut short by a crash.
            continue
    return [_figures(day, own) for day, own in sorted(rows.items())]


def _figures(day: str, rows: list[dict[str, Any]]) -> DayFigures:
    seconds = sorted(float(row["seconds"]) for row in rows)
    claims = sum(int(row["claims"]) for row in rows)
    return DayFigures(
        day=day,
        answers=len(rows),
        abstention=fmean(not row["found"] for row in rows),
        confidence=fmean(float(row["confidence"]) for row in rows),
        dropped=sum(int(row["dropped"]) for row in rows) / claims if claims else 0.0,
        p95_seconds=quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0],
        measures=_means([row.get("measures") or {} for row in rows]),
    )


def _means(rows: list[dict[str, Any]]) -> dict[str, float]:
    names = dict.fromkeys(name for row in rows for name in row)
    held = {name: [float(row[name]) for row in rows if row.get(name) is not None] for name in names}
    return {name: fmean(values) for name, values in held.items() if values}
