"""Daily figures of the answers, as a page without scripts and as metrics for Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from pincite.errors import PinciteError
from pincite.render.html_page import html_page
from pincite.service.drift import DayFigures, Drift, measure_drift

# How many days are given to Prometheus and drawn.
_DAYS = 30
_FIGURES = {
    "abstention": "share of questions that were not answered",
    "confidence": "mean confidence of answers",
    "dropped": "share of claims that failed verification",
    "p95_seconds": "95th percentile of the seconds an answer took",
}
_WIDE, _HIGH = 640, 120
_STYLE = """
:root { color-scheme: light dark; --line: #8885; --mark: #06c; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --mark: #7db4ff; --bad: #ff8a80; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: right; }
td:first-child, th:first-child { text-align: left; } tr + tr td { border-top: 1px solid var(--line); }
svg { width: 100%; max-width: 44rem; height: auto; }
svg text { font-size: 12px; fill: currentColor; } line { stroke: var(--line); }
polyline { fill: none; stroke: var(--mark); stroke-width: 2; } circle { fill: var(--mark); }
.bad { color: var(--bad); font-weight: 600; }
"""


def drift_page(days: Sequence[DayFigures], found: Sequence[Drift]) -> str:
    """Render the page: the figures that drifted, a chart for each figure, and a table of the days."""
    alarms = "".join(
        f'<p class="bad">{escape(one.figure)} was {one.value:.3f} on {escape(one.day)}; '
        f"before, {one.usual:.3f} ± {one.allowed:.3f}.</p>"
        for one in found
    )
    shown = days[-_DAYS:]
    charts = "".join(f"<h2>{name}</h2><p>{what}</p>{_chart(shown, name)}" for name, what in _FIGURES.items())
    names = list(dict.fromkeys(name for day in shown for name in day.measures))
    head = "".join(f"<th>{escape(name)}</th>" for name in ("day", "answers", *_FIGURES, *names))
    rows = "".join(_row(day, names) for day in reversed(shown))
    body = (
        f"<h1>Answers by day</h1>{alarms or '<p>The last day is like those before it.</p>'}"
        f"{charts}<h2>Days</h2><table><tr>{head}</tr>{rows}</table>"
    )
    return html_page("Answers by day", body, style=_STYLE)


class DriftCollector(Collector):
    """A Prometheus collector of the daily figures and their drift, read from the samples on each scrape."""

    def __init__(self, samples: Path) -> None:
        self._samples = samples
        self._seen: tuple[int, int] | None = None
        self._read: tuple[list[DayFigures], list[Drift]] = ([], [])

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """The figures as they are now."""
        days, found = self._figures()
        answers = GaugeMetricFamily("pincite_day_answers", "Answers that were kept of a day.", labels=["day"])
        for day in days[-_DAYS:]:
            answers.add_metric([day.day], day.answers)
        yield answers
        for name, what in _FIGURES.items():
            family = GaugeMetricFamily(f"pincite_day_{name}", f"Of a day: {what}.", labels=["day"])
            for day in days[-_DAYS:]:
                family.add_metric([day.day], getattr(day, name))
            yield family
        drift = GaugeMetricFamily("pincite_drift", "1 where a figure left its usual range.", labels=["figure"])
        for name in _FIGURES:
            drift.add_metric([name], any(one.figure == name for one in found))
        yield drift

    def _figures(self) -> tuple[list[DayFigures], list[Drift]]:
        try:
            status = self._samples.stat()
            seen = (status.st_mtime_ns, status.st_size)
            if seen != self._seen:
                self._read, self._seen = measure_drift(self._samples), seen
        except (OSError, PinciteError):
            return [], []
        return self._read


def _row(day: DayFigures, names: Sequence[str]) -> str:
    own = [f"{day.abstention:.1%}", f"{day.confidence:.2f}", f"{day.dropped:.1%}", f"{day.p95_seconds:.2f}"]
    rest = [f"{day.measures[name]:.2f}" if name in day.measures else "" for name in names]
    return "<tr>" + "".join(f"<td>{escape(one)}</td>" for one in (day.day, str(day.answers), *own, *rest)) + "</tr>"


def _chart(days: Sequence[DayFigures], name: str) -> str:
    values = [float(getattr(day, name)) for day in days]
    top = max([*values, 1e-9])
    step = _WIDE / max(1, len(values) - 1)
    places = [(step * at, _HIGH - (_HIGH - 10) * value / top) for at, value in enumerate(values)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{escape(day.day)}: {value:.3f}</title></circle>'
        for (x, y), day, value in zip(places, days, values, strict=True)
    )
    box = f"-6 0 {_WIDE + 60} {_HIGH + 24}"
    drawn = f'<polyline points="{points}"/>{dots}{_scale(days, top)}'
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(name)} by day">{drawn}</svg>'


def _scale(days: Sequence[DayFigures], top: float) -> str:
    """Draw the zero line, and label the largest value and the first and last day."""
    if not days:
        return ""
    return (
        f'<line x2="{_WIDE}" y1="{_HIGH}" y2="{_HIGH}"/>'
        f'<text x="{_WIDE + 10}" y="14">{top:.3f}</text><text x="{_WIDE + 10}" y="{_HIGH + 4}">0</text>'
        f'<text y="{_HIGH + 20}">{escape(days[0].day)}</text>'
        f'<text x="{_WIDE}" y="{_HIGH + 20}" text-anchor="end">{escape(days[-1].day)}</text>'
    )
