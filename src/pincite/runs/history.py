"""The runs of a folder over time."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from pincite.errors import NotFound, RunError
from pincite.metrics.measure import parse_measure
from pincite.runs.charts import COLOURS
from pincite.runs.folder import RunFolder

DEFAULT_MEASURES = ("precision@1", "recall@8", "recall@64", "drm@8")
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 760, 300, 46, 34, 60


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A finished run: when, of which code, on which sets, with which scores.

    Runs of one `series` are of the same target on the same benchmark: only these are joined by a line.
    """

    path: str
    name: str
    series: str
    when: str
    commit: str
    sets: dict[str, int]
    scores: dict[str, float | None]


@dataclass(frozen=True, slots=True)
class History:
    """The runs of a folder, oldest first, and the folders that could not be read, with why."""

    events: tuple[RunEvent, ...]
    skipped: dict[str, str]


def read_history(folder: Path, measures: Sequence[str] = ()) -> History:
    """Find every run below a folder."""
    if not folder.is_dir():
        raise NotFound(f"There is no folder {folder}.")
    wanted = [str(parse_measure(measure)) for measure in measures] or list(DEFAULT_MEASURES)
    events, skipped = [], {}
    for file in sorted(folder.rglob("run.json")):
        try:
            events.append(_event(RunFolder(file.parent), wanted))
        except RunError as error:
            skipped[str(file.parent)] = str(error)
    return History(tuple(sorted(events, key=lambda event: (event.when, event.path))), skipped)


def history_chart(history: History) -> str:
    """The measures over time as SVG: runs stand in order, one step each."""
    events = history.events
    measures = list(events[0].scores) if events else []
    step = (_WIDTH - _LEFT - 20) / max(len(events) - 1, 1)
    tall = _HEIGHT - _TOP - _BOTTOM
    parts = []
    # Most measures lie between 0 and 1; where one exceeds that, all are drawn to its largest value.
    top = max([1.0, *(value for event in events for value in event.scores.values() if value is not None)])
    for part in range(5):
        y = _TOP + tall * (1 - part / 4)
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - 20}" y1="{y}" y2="{y}" stroke="#d8dee6"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{top * part / 4:.3g}</text>')
    for number, measure in enumerate(measures):
        colour = COLOURS[number % len(COLOURS)]
        places: list[tuple[float, float, RunEvent]] = []
        for at, event in enumerate(events):
            value = event.scores[measure]
            if value is not None:
                places.append((_LEFT + step * at, _TOP + tall * (1 - value / top), event))
        parts += _lines(places, colour)
        for x, y, event in places:
            tip = escape(f"{event.name} {event.when}: {measure} {event.scores[measure]:.4f}")
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"><title>{tip}</title></circle>')
        parts.append(f'<text x="{_LEFT + 150 * number}" y="18" fill="{colour}">{escape(measure)}</text>')
    for at, event in enumerate(events):
        x = _LEFT + step * at
        turned = f'transform="rotate(-30 {x:.1f} {_HEIGHT - 40})"'
        parts.append(
            f'<text x="{x:.1f}" y="{_HEIGHT - 40}" text-anchor="end" {turned}>{escape(event.name[:18])}</text>'
        )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}"'
    style = 'font-family="sans-serif" font-size="12"'
    return f'{head} {style}><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'


def _lines(places: Sequence[tuple[float, float, RunEvent]], colour: str) -> list[str]:
    """A line through the runs of each series that has more than one."""
    series: dict[str, list[str]] = {}
    for x, y, event in places:
        series.setdefault(event.series, []).append(f"{x:.1f},{y:.1f}")
    return [
        f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for points in series.values()
        if len(points) > 1
    ]


def _series(run: RunFolder) -> str:
    """What target was run on what, in short."""
    spec = run.spec
    identity = json.dumps([spec.target, spec.sets, spec.corpus.get("hash"), spec.k, spec.answers], sort_keys=True)
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _event(run: RunFolder, measures: Sequence[str]) -> RunEvent:
    code: dict[str, Any] = run.spec.code
    means = run.summary["all"]
    return RunEvent(
        path=str(run.path),
        name=run.name,
        series=_series(run),
        when=str(run.times.get("started") or run.times.get("imported") or ""),
        commit=(code.get("commit") or "")[:8] + ("+" if code.get("dirty") else ""),
        sets={name: int(spec["queries"]) for name, spec in run.spec.sets.items()},
        scores={measure: means.get(measure) for measure in measures},
    )
