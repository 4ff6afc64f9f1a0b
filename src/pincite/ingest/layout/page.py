"""What page layout works on: words with their places, lines of words, pages of lines."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple


class Word(NamedTuple):
    """A word as drawn; `first` and `last` bound its characters in the page's letters.

    The places are in points from the top left of the page, turned so that the text stands upright; `base` is the line
    it stands on.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    bold: bool
    first: int


@dataclass(frozen=True, slots=True)
class PageWords:
    """A page before layout: its words in no order, and four coordinates for each letter as the page is displayed.

    `upright` is the size of the page in the frame of the words, which differs from the displayed one where the text is
    printed sideways. `strays` are words that stand at another angle than the rest. `rules` are the ruled lines.
    """

    number: int
    width: float
    height: float
    words: list[Word]
    glyphs: array[float]
    upright: tuple[float, float]
    strays: list[Word] = field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = field(default_factory=list)
    confidence: float | None = None


@dataclass(slots=True)
class Line:
    """Words that stand on one line, from left to right, with the typography most of them share."""

    words: list[Word]
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    base: float = 0.0
    size: float = 0.0
    bold: bool = False

    def __post_init__(self) -> None:
        words = self.words
        self.x0 = words[0].x0
        self.x1 = max([word.x1 for word in words])
        self.y0 = min([word.y0 for word in words])
        self.y1 = max([word.y1 for word in words])
        biggest = max(words, key=_length)
        self.base = biggest.base
        self.size = biggest.size
        self.bold = all([word.bold for word in words])

    @property
    def text(self) -> str:
        """The words with single spaces."""
        return " ".join([word.text for word in self.words])

    @property
    def middle(self) -> float:
        """Half way between left and right edge."""
        return (self.x0 + self.x1) / 2


def _length(word: Word) -> int:
    return len(word.text)


def _left(word: Word) -> float:
    return word.x0


def _base(word: Word) -> float:
    return word.base


def group_lines(words: Sequence[Word]) -> list[Line]:
    """Words gathered into lines from top to bottom."""
    bands: list[list[Word]] = []
    last = -math.inf
    for word in sorted(words, key=_base):
        # Letters of one line share their base but for rounding and a little skew.
        if word.base - last <= 0.12 * word.size or word.base - last <= 0.8:
            bands[-1].append(word)
        else:
            bands.append([word])
        last = word.base
    lines: list[Line] = []
    for band in bands:
        line = Line(sorted(band, key=_left))
        if lines and _same_line(lines[-1], line):
            line = Line(sorted(lines.pop().words + band, key=_left))
        lines.append(line)
    return lines


def _same_line(above: Line, below: Line) -> bool:
    """Tell whether two bands are one line whose letters are raised or lowered in part, as in 5ᵗʰ."""
    shared = min(above.y1, below.y1) - max(above.y0, below.y0)
    if shared < 0.5 * min(above.y1 - above.y0, below.y1 - below.y0):
        return False
    fewer, more = sorted((above.words, below.words), key=len)
    return not any(a.x0 < b.x1 - 1 and b.x0 < a.x1 - 1 for a in fewer for b in more)


def line_pitch(lines: Sequence[Line]) -> float:
    """The usual distance from one line to the next."""
    steps = [b.base - a.base for a, b in zip(lines, lines[1:], strict=False) if 0 < b.base - a.base < 3 * a.size]
    return median(steps) if steps else 1.2 * (lines[0].size if lines else 10.0)


def letters(line: Line) -> int:
    """How many characters a line has, spaces left out."""
    return sum([len(word.text) for word in line.words])


def share_box(box: Sequence[float], count: int) -> array[float]:
    """A box cut from left to right into equal parts, one for each letter."""
    x0, y0, x1, y1 = box
    step = (x1 - x0) / max(count, 1)
    shares = array("f")
    for i in range(count):
        shares.extend((x0 + i * step, y0, x0 + (i + 1) * step, y1))
    return shares
