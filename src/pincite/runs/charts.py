"""Charts for reports as SVG, made without a library: lines with intervals, and bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import log2

# Distinguishable for people with colour blindness too; lines also differ in their dashes.
COLOURS = ("#0b62a4", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#be123c", "#0f766e", "#475569")
_DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "10 4", "4 2", "3 3")
_WIDTH, _HEIGHT = 520, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 30, 34


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a cut-off with its interval."""

    x: float
    y: float
    low: float
    high: float


def line_chart(title: str, lines: Mapping[str, Sequence[Point]]) -> str:
    """A line for each run over the cut-offs, with a band for the interval; the cut-offs double from tick to tick."""
    xs = sorted({point.x for points in lines.values() for point in points}) or [1.0]
    top = _ceiling([point.high for points in lines.values() for point in points])
    span = log2(max(xs[-1] / xs[0], 2))

    def place(x: float, y: float) -> str:
        across = _LEFT + (_WIDTH - _LEFT - _RIGHT) * log2(x / xs[0]) / span
        return f"{across:.1f},{_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - y / top):.1f}"

    parts = [_grid(top), *(_x_tick(place(x, 0), f"{x:g}") for x in xs)]
    for number, (name, points) in enumerate(lines.items()):
        colour, dash = COLOURS[number % len(COLOURS)], _DASHES[number % len(_DASHES)]
        band = [place(p.x, min(p.high, top)) for p in points] + [place(p.x, max(p.low, 0)) for p in reversed(points)]
        parts.append(f'<polygon points="{" ".join(band)}" fill="{colour}" opacity="0.13"/>')
        path = " ".join(place(p.x, p.y) for p in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
        for p in points:
            x, y = place(p.x, p.y).split(",")
            tip = f"{name}: {p.y:.4f} ({p.low:.4f} to {p.high:.4f}) at {p.x:g}"
            parts.append(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"><title>{escape(tip)}</title></circle>')
    return _frame(title, parts)


def bar_chart(title: str, groups: Mapping[str, Mapping[str, Point]]) -> str:
    """For each group a bar for each run, with a whisker for the interval."""
    top = _ceiling([point.high for bars in groups.values() for point in bars.values()])
    parts = [_grid(top)]
    room = (_WIDTH - _LEFT - _RIGHT) / max(len(groups), 1)
    for place, (group, bars) in enumerate(groups.items()):
        wide = min(46.0, room * 0.8 / max(len(bars), 1))
        start = _LEFT + room * (place + 0.5) - wide * len(bars) / 2
        for number, (name, point) in enumerate(bars.items()):
            parts.append(_bar(point, name, x=start + wide * number, wide=wide, top=top, number=number))
        parts.append(_x_tick(f"{_LEFT + room * (place + 0.5):.1f},", _short(group, int(room / 6.5))))
    return _frame(title, parts)


def _bar(point: Point, name: str, *, x: float, wide: float, top: float, number: int) -> str:
    tall = _HEIGHT - _TOP - _BOTTOM
    base = _TOP + tall
    height = tall * min(point.y, top) / top
    middle = x + wide / 2
    low, high = (base - tall * max(0.0, min(edge, top)) / top for edge in (point.low, point.high))
    tip = escape(f"{name}: {point.y:.4f} ({point.low:.4f} to {point.high:.4f})")
    return (
        f'<rect x="{x + 1:.1f}" y="{base - height:.1f}" width="{wide - 2:.1f}" height="{height:.1f}" '
        f'fill="{COLOURS[number % len(COLOURS)]}"><title>{tip}</title></rect>'
        f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{low:.1f}" y2="{high:.1f}" class="whisker"/>'
    )


def legend(names: Sequence[str]) -> str:
    """The colour and line style of each run."""
    items = []
    for number, name in enumerate(names):
        look = f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-dasharray="{_DASHES[number % len(_DASHES)]}"'
        line = f'<svg width="26" height="10"><line x1="1" x2="25" y1="5" y2="5" stroke-width="3" {look}/></svg>'
        items.append(f'<span class="key">{line}{escape(name)}</span>')
    return f'<p class="legend">{"".join(items)}</p>'


def _frame(title: str, parts: Sequence[str]) -> str:
    heading = f'<text x="{_LEFT}" y="18" class="title">{escape(title)}</text>'
    label = f'role="img" aria-label="{escape(title)}"'
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" class="chart" {label}>{heading}{"".join(parts)}</svg>'


def _grid(top: float) -> str:
    lines = []
    for step in range(5):
        y = _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - step / 4)
        value = top * step / 4
        lines.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_label(value)}</text>')
    return "".join(lines)


def _label(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _x_tick(place: str, label: str) -> str:
    x = place.split(",")[0]
    return f'<text x="{x}" y="{_HEIGHT - 12}" text-anchor="middle">{escape(label)}</text>'


def _ceiling(values: Sequence[float]) -> float:
    """A round number just above the largest value."""
    most = max(values, default=1.0)
    for bound in (0.01, 0.02, 0.04, 0.08, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0):
        if most <= bound:
            return bound
    scale = 10.0 ** (len(str(int(most))) - 1)
    return scale * (int(most / scale) + 1)


def _short(text: str, most: int) -> str:
    return text if len(text) <= max(most, 4) else text[: max(most, 4) - 1] + "…"
