"""From the boxes of single characters to one rectangle per line, whichever way the text runs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise

from pincite.spans import Span

Rectangle = tuple[float, float, float, float]


class _Run(Enum):
    """Which way text runs on the displayed page."""

    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"
    UP = "up"


def line_boxes(glyphs: Sequence[float], span: Span) -> list[Rectangle]:
    """Join the glyph boxes of a span into one box per line."""
    lines: list[Rectangle] = []
    last: _Run | None = None
    for word, run in _directed(list(_words(glyphs, span))):
        for glyph in word:
            if lines and run is last and _goes_on(_laid(lines[-1], run), _laid(glyph, run)):
                x0, y0, x1, y1 = lines[-1]
                lines[-1] = (min(x0, glyph[0]), min(y0, glyph[1]), max(x1, glyph[2]), max(y1, glyph[3]))
            else:
                lines.append(glyph)
            last = run
    return lines


def _words(glyphs: Sequence[float], span: Span) -> Iterator[list[Rectangle]]:
    """The boxes of the characters between those that are not drawn."""
    word: list[Rectangle] = []
    for i in range(span.start, span.end):
        x0, y0, x1, y1 = glyphs[4 * i : 4 * i + 4]
        if not math.isnan(x0):
            word.append((x0, y0, x1, y1))
        elif word:
            yield word
            word = []
    if word:
        yield word


def _directed(words: Sequence[list[Rectangle]]) -> Iterator[tuple[list[Rectangle], _Run]]:
    """Each word with the way it runs; one of a single letter runs as its neighbour does."""
    runs = [_direction(word) for word in words]
    run = next((found for found in runs if found is not None), _Run.RIGHT)
    for word, found in zip(words, runs, strict=True):
        run = found or run
        yield word, run


def _direction(word: Sequence[Rectangle]) -> _Run | None:
    """The way most letters of a word follow each other."""
    votes = dict.fromkeys(_Run, 0)
    for (a0, b0, a1, b1), (c0, d0, c1, d1) in pairwise(word):
        right, down = c0 + c1 - a0 - a1, d0 + d1 - b0 - b1
        if abs(right) > abs(down):
            votes[_Run.RIGHT if right > 0 else _Run.LEFT] += 1
        elif down:
            votes[_Run.DOWN if down > 0 else _Run.UP] += 1
    most = max(votes, key=lambda run: votes[run])
    return most if votes[most] else None


def _laid(box: Rectangle, run: _Run) -> Rectangle:
    """A box turned so that its text runs to the right; what lies above and below may be swapped."""
    x0, y0, x1, y1 = box
    if run is _Run.RIGHT:
        return box
    if run is _Run.LEFT:
        return (-x1, y0, -x0, y1)
    return (y0, x0, y1, x1) if run is _Run.DOWN else (-y1, x0, -y0, x1)


def _goes_on(line: Rectangle, glyph: Rectangle) -> bool:
    """Tell whether a glyph belongs to a line: its middle lies within it and it does not jump back to the start."""
    return line[1] <= (glyph[1] + glyph[3]) / 2 <= line[3] and glyph[0] >= line[0] - 1
