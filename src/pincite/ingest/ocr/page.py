"""A page of recognised words stood upright: turned, straightened, and with the type size and base line of each word.

Engines give a box about the ink of each word on the image as it is. Layout needs lines that run level from left to
right, the line each word stands on, and sizes that waver no more than the type does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from pincite.domain.ocr import OcrWord

# How far letters reach, as shares of the type size: above the base line, and below it.
_TALL, _SMALL, _DEEP = 0.70, 0.46, 0.21
_SMALL_LETTERS = frozenset("acemnorsuvwxzgpqy\u0131")
_DEEP_LETTERS = frozenset("gjpqy\u00fd()[]{}|\u00a7;Q")
# Skew below this slope is negligible.
_LEAST_SLOPE = 0.0015
# Sizes that differ by less are the same; short runs are measured less precisely.
_ONE_SIZE, _ONE_SIZE_SHORT = 0.15, 0.25
_SHORT = 15


@dataclass(frozen=True, slots=True)
class UprightWord:
    """A word in the frame in which the text stands upright, in pixels; `found` is the word as it was recognised."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    found: OcrWord


@dataclass(frozen=True, slots=True)
class UprightPage:
    """The words of a page stood upright; `quarters` says which way the text ran: 0 right, 1 down, 2 left, 3 up."""

    words: list[UprightWord]
    quarters: int
    width: float
    height: float


def stand_upright(found: Sequence[OcrWord], *, width: float, height: float) -> UprightPage:
    """Turn and straighten the words of an image of this size, those of a line given in the order they are read."""
    words = [word for word in found if word.text.strip()]
    quarters = _direction(words)
    wide, high = (height, width) if quarters % 2 else (width, height)
    turned = [_turned(word, quarters, width=width, height=height) for word in words]
    slope = _slope(_runs(turned))
    level = [_levelled(word, slope, x=wide / 2, y=high / 2) for word in turned]
    upright: list[UprightWord] = []
    runs = _runs(level)
    sizes = _steady([_size(run) for run in runs], weights=[_letters(run) for run in runs])
    at = 0
    for run, size in zip(runs, sizes, strict=True):
        base = median([_base(word, size) for word in run])
        for word in run:
            text = word.text.strip()
            upright.append(UprightWord(text, word.x0, word.y0, word.x1, word.y1, base, size, words[at]))
            at += 1
    return UprightPage(upright, quarters, wide, high)


def _direction(words: Sequence[OcrWord]) -> int:
    """Which way the text runs: by the shape of its longer words, and by where each one's successor stands."""
    tall = sum(1 if word.y1 - word.y0 > word.x1 - word.x0 else -1 for word in words if len(word.text) > 3) > 0
    forward = 0
    for a, b in zip(words, words[1:], strict=False):
        if tall and min(a.x1, b.x1) - max(a.x0, b.x0) > 0.5 * (a.x1 - a.x0):
            forward += 1 if b.y0 > a.y0 else -1
        elif not tall and min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * (a.y1 - a.y0):
            forward += 1 if b.x0 > a.x0 else -1
    if tall:
        return 1 if forward >= 0 else 3
    return 0 if forward >= 0 else 2


def _turned(word: OcrWord, quarters: int, *, width: float, height: float) -> OcrWord:
    x0, y0, x1, y1 = (
        (word.x0, word.y0, word.x1, word.y1),
        (word.y0, width - word.x1, word.y1, width - word.x0),
        (width - word.x1, height - word.y1, width - word.x0, height - word.y0),
        (height - word.y1, word.x0, height - word.y0, word.x1),
    )[quarters]
    return replace(word, x0=x0, y0=y0, x1=x1, y1=y1)


def _runs(words: Sequence[OcrWord]) -> list[list[OcrWord]]:
    """Words that follow one another closely on a line."""
    runs: list[list[OcrWord]] = []
    for word in words:
        if runs and _follows(runs[-1][-1], word):
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _follows(a: OcrWord, b: OcrWord) -> bool:
    height = max(a.y1 - a.y0, b.y1 - b.y0)
    shared = min(a.y1, b.y1) - max(a.y0, b.y0)
    return -0.5 * height <= b.x0 - a.x1 <= 2 * height and shared >= 0.4 * min(a.y1 - a.y0, b.y1 - b.y0)


def _slope(runs: Sequence[Sequence[OcrWord]]) -> float:
    """How far the lines of a page fall for each pixel they run: the median line, longer ones counting more."""
    slopes: list[tuple[float, float]] = []
    for run in runs:
        length = run[-1].x1 - run[0].x0
        if len(run) > 3 and length > 10 * (run[0].y1 - run[0].y0):
            slopes.append((_fit(run), length))
    slope = _middle(slopes)
    return slope if abs(slope) >= _LEAST_SLOPE else 0.0


def _middle(weighed: Sequence[tuple[float, float]]) -> float:
    """The median of values with weights."""
    half = sum(weight for _, weight in weighed) / 2
    for value, weight in sorted(weighed):
        half -= weight
        if half <= 0:
            return value
    return 0.0


def _fit(run: Sequence[OcrWord]) -> float:
    """The slope of the straight line nearest to the middles of a run's words."""
    across = [(word.x0 + word.x1) / 2 for word in run]
    down = [(word.y0 + word.y1) / 2 for word in run]
    x, y = sum(across) / len(run), sum(down) / len(run)
    spread = sum((a - x) ** 2 for a in across)
    return sum((a - x) * (d - y) for a, d in zip(across, down, strict=True)) / spread if spread else 0.0


def _levelled(word: OcrWord, slope: float, *, x: float, y: float) -> OcrWord:
    """A word turned about the middle of the page until its line is level, its box drawn in by what the slope added."""
    if not slope:
        return word
    middle_x, middle_y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    across, down = word.x1 - word.x0, word.y1 - word.y0
    high = max(0.5 * down, down - abs(slope) * across)
    new_x, new_y = middle_x + slope * (middle_y - y), middle_y - slope * (middle_x - x)
    return replace(word, x0=new_x - across / 2, y0=new_y - high / 2, x1=new_x + across / 2, y1=new_y + high / 2)


def _reach(text: str) -> tuple[float, float]:
    """How far a word's ink reaches above and below its base line, as shares of the type size."""
    above = _SMALL if all(letter in _SMALL_LETTERS for letter in text if letter.isalnum()) else _TALL
    return above, _DEEP if any(letter in _DEEP_LETTERS for letter in text) else 0.0


def _size(run: Sequence[OcrWord]) -> float:
    """The type size of a run of words, by the height of their ink."""
    shaped = [word for word in run if any(letter.isalnum() for letter in word.text)] or run
    return median([(word.y1 - word.y0) / sum(_reach(word.text)) for word in shaped])


def _base(word: OcrWord, size: float) -> float:
    return word.y1 - _reach(word.text)[1] * size


def _letters(run: Sequence[OcrWord]) -> int:
    return sum(len(word.text) for word in run)


def _steady(sizes: Sequence[float], *, weights: Sequence[int]) -> list[float]:
    """Sizes drawn to the few that the page is set in, those of most letters first."""
    main = _middle(list(zip(sizes, map(float, weights), strict=True)))
    chosen = [main]
    steady = list(sizes)
    for i in sorted(range(len(sizes)), key=lambda i: -weights[i]):
        slack = _ONE_SIZE if weights[i] >= _SHORT else _ONE_SIZE_SHORT
        near = next((size for size in chosen if abs(sizes[i] - size) <= slack * size), None)
        if near is None:
            chosen.append(sizes[i])
        steady[i] = sizes[i] if near is None else near
    return steady
