"""Ink: where the words of a recognised line begin and end, measured on the image of the line itself.

A recogniser says which letters a line holds and roughly where; it now and then swallows the space between two words,
and its boxes are guesses from average letter widths. The white between the letters settles both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, median_low
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

# White narrower than this share of the line's own word spaces lies within a word.
_SPACE_SHARE = 0.72
# White between two words must also stand out from the white between most letters of the line.
_LETTER_RATIO = 1.8
# Digits have equal width, so that a 1 has white around it almost as wide as a space.
_FIGURE_SHARE = 1.1
# The least white that parts two words, as shares of the height of the ink: in general, where the line has no two
# spaces to compare with; and next to capitals, which stand close and fill that height.
_LONE_SHARE = 0.45
_CAPITAL_SHARE = 0.2
_NUMBER_SHARE = 0.25
# No space is put before or after these unless the recogniser saw one.
_CLOSING = frozenset(".,;:!?)]}%\u2019\u201d'\"")
_OPENING = frozenset("([{$\u20ac\u00a3\u2018\u201c\u201e'\"")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a recognised line: its centre along the line in pixels, and how sure the recogniser is of it."""

    text: str
    centre: float
    confidence: float
    after_space: bool


@dataclass(frozen=True, slots=True)
class LineWord:
    """A word with its box in pixels of the image of its line."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    confidence: float


def find_ink(grey: NDArray[np.uint8]) -> Mask:
    """The drawn pixels of a line, dark on light or light on dark, without rules and underlines."""
    import numpy as np

    low, high = np.percentile(grey, (1, 99))
    # The paper is what most of the line is.
    dark_text = np.median(grey) >= (low + high) / 2
    middle = low + (high - low) * (0.6 if dark_text else 0.4)
    ink = grey < middle if dark_text else grey > middle
    drawn: Mask = ink & ~_long_runs(ink, length=max(8, int(1.2 * grey.shape[0])))
    return drawn


def _long_runs(ink: Mask, *, length: int) -> Mask:
    """Pixels in horizontal runs that are too long to be a stroke of a letter."""
    import numpy as np

    rows, columns = ink.shape
    if columns < length:
        return np.zeros_like(ink)
    sums = np.zeros((rows, columns + 1), dtype=np.int32)
    np.cumsum(ink, axis=1, out=sums[:, 1:])
    starts = (sums[:, length:] - sums[:, :-length]) == length
    marks = np.zeros((rows, columns + 1), dtype=np.int32)
    marks[:, : starts.shape[1]] += starts
    marks[:, length:] -= starts[:, : columns + 1 - length]
    return np.cumsum(marks, axis=1)[:, :columns] > 0


def split_words(letters: Sequence[Letter], ink: Mask) -> list[LineWord]:
    """Group the letters of a line into words, each with the box of its ink."""
    if not letters:
        return []
    whites = find_whites(letters, ink)
    breaks = _find_breaks(letters, [end - start for start, end in whites], height=_ink_height(ink))
    words: list[LineWord] = []
    first, x0 = 0, 0.0
    for i in breaks:
        words.append(_word(letters[first : i + 1], ink, x0=x0, x1=whites[i][0]))
        first, x0 = i + 1, whites[i][1]
    return [*words, _word(letters[first:], ink, x0=x0, x1=ink.shape[1])]


def find_whites(letters: Sequence[Letter], ink: Mask) -> list[tuple[float, float]]:
    """The white between each letter and the next, as columns from and to."""
    import numpy as np

    columns: Mask = np.any(ink, axis=0)
    centres = _settle(letters, columns)
    return [_white_between(columns, left, right) for left, right in zip(centres, centres[1:], strict=False)]


def _settle(letters: Sequence[Letter], columns: Mask) -> list[float]:
    """The letters' centres, those that fall on white moved to the ink they belong to."""
    import numpy as np

    filled = np.flatnonzero(columns)
    if not len(filled):
        return [letter.centre for letter in letters]
    centres: list[float] = []
    for letter, following in zip(letters, (*letters[1:], None), strict=True):
        at = int(np.searchsorted(filled, letter.centre, side="right"))
        left, right = float(filled[max(at - 1, 0)]), float(filled[min(at, len(filled) - 1)])
        # Narrow letters and small marks are often reported late, in the white that follows them.
        ends = letter.text in _CLOSING or following is None or following.after_space
        nearer = left if ends or letter.centre - left <= right - letter.centre else right
        settled = letter.centre if letter.centre - left < 1 else nearer
        centres.append(max(settled, centres[-1]) if centres else settled)
    return centres


def _white_between(columns: Mask, left: float, right: float) -> tuple[float, float]:
    """The widest run of columns without ink between two letters' centres; where they touch, a point half way."""
    import numpy as np

    start = int(left)
    filled = np.flatnonzero(columns[start : int(right) + 1])
    gaps = np.diff(filled)
    if not len(gaps) or gaps.max() < 2:
        half = (left + right) / 2
        return (half, half)
    widest = int(gaps.argmax())
    return (float(start + filled[widest] + 1), float(start + filled[widest + 1]))


def _ink_height(ink: Mask) -> int:
    import numpy as np

    filled = np.flatnonzero(ink.any(axis=1))
    return int(filled[-1] - filled[0] + 1) if len(filled) else ink.shape[0]


def _find_breaks(letters: Sequence[Letter], widths: Sequence[float], *, height: int) -> list[int]:
    """The letters after which a word ends: where the recogniser saw a space, and where the white is as wide as one."""
    spaces = [width for letter, width in zip(letters[1:], widths, strict=True) if letter.after_space and width > 0]
    others = [width for letter, width in zip(letters[1:], widths, strict=True) if not letter.after_space]
    usual = median(spaces) if len(spaces) > 1 else _LONE_SHARE * height / _SPACE_SHARE
    apart = _LETTER_RATIO * (1 + median_low(others)) if others else 0.0
    breaks = []
    for i, width in enumerate(widths):
        left, right = letters[i].text, letters[i + 1].text
        if letters[i + 1].after_space or width >= max(apart, _least_white(left, right, usual=usual, height=height)):
            breaks.append(i)
    return breaks


def _least_white(left: str, right: str, *, usual: float, height: int) -> float:
    """The least white that makes a word end between two letters, given the line's usual space."""
    if right in _CLOSING or left in _OPENING:
        return float("inf")
    if (left.isdigit() or left == ".") and right.isdigit():
        return _FIGURE_SHARE * usual
    if left.isupper() and right.isupper():
        return min(_SPACE_SHARE * usual, max(3.0, _CAPITAL_SHARE * height))
    if ((left.isupper() or left == "\u00a7") and right.isdigit()) or (left.isdigit() and right.isupper()):
        return min(_SPACE_SHARE * usual, _NUMBER_SHARE * height)
    return _SPACE_SHARE * usual


def _word(letters: Sequence[Letter], ink: Mask, *, x0: float, x1: float) -> LineWord:
    """A word between two columns, its box drawn in to its ink."""
    import numpy as np

    part = ink[:, int(x0) : max(int(x0) + 1, int(x1))]
    across, down = np.flatnonzero(part.any(axis=0)), np.flatnonzero(part.any(axis=1))
    left, right = (int(x0) + across[0], int(x0) + across[-1] + 1) if len(across) else (x0, x1)
    top, bottom = (down[0], down[-1] + 1) if len(down) else (0, ink.shape[0])
    return LineWord(
        text="".join(letter.text for letter in letters),
        x0=float(left),
        y0=float(top),
        x1=float(right),
        y1=float(bottom),
        confidence=sum(letter.confidence for letter in letters) / len(letters),
    )
