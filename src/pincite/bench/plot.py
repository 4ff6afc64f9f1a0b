"""A drawing of a benchmark's snippet lengths, as SVG that needs no library."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

WIDTH, BAR, GAP, LEFT, HEAD = 640, 16, 6, 120, 28


def length_plot(sets: Mapping[str, Mapping[str, int]]) -> str:
    """One bar chart for each set, below each other."""
    parts: list[str] = []
    y = 10
    for name, bins in sets.items():
        parts.append(f'<text x="10" y="{y + 14}" font-weight="bold">{escape(name)}: snippets by length</text>')
        y += HEAD
        most = max(bins.values(), default=1) or 1
        for label, count in bins.items():
            wide = round((WIDTH - LEFT - 70) * count / most, 1)
            middle = y + BAR - 4
            parts.append(f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end">{escape(label)}</text>')
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{wide}" height="{BAR}" fill="#3b6ea5"/>')
            parts.append(f'<text x="{LEFT + wide + 6}" y="{middle}">{count:,}</text>')
            y += BAR + GAP
        y += 12
    style = 'font-family="sans-serif" font-size="12"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" {style}>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"
