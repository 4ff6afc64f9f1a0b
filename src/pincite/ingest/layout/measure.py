"""The measure of a flow: its text width and line spacing, and what departs from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from pincite.ingest.layout.page import Line, line_pitch

WIDE_STEP = 1.3
# Half the width of the text, as a share of the paper's, between usual margins.
_USUAL_HALF = 0.38


@dataclass(frozen=True, slots=True)
class TextMeasure:
    """The width text is set to, and the step from line to line."""

    left: float
    right: float
    pitch: float
    edges: frozenset[int] = frozenset()
    loose: frozenset[int] = frozenset()

    @classmethod
    def of(cls, lines: Sequence[Line], *, paper: float = 0.0) -> TextMeasure:
        """The measure of a flow; that of a title page, which no line fills, is known from the width of the paper."""
        left, right = min(line.x0 for line in lines), usual_right(lines)
        middle = _shared_middle(lines)
        if middle is not None:
            left, right = min(left, middle - _USUAL_HALF * paper), max(right, middle + _USUAL_HALF * paper)
        steps = [
            below.base - above.base
            for above, below in pairwise(lines)
            if right - above.x1 < 0.1 * (right - left)
            and 0 < below.base - above.base < 3 * above.size
            # After the end of a sentence the step may be that between paragraphs.
            and not above.words[-1].text.endswith((".", ":", ";"))
        ]
        pitch = median(steps) if steps else line_pitch(lines)
        return cls(left, right, pitch, _left_edges(lines, right - left), _loose_steps(lines, pitch))

    def narrowed(self, lines: Sequence[Line], *, pitch: float) -> TextMeasure:
        """The measure of lines that stand beside others in the same flow."""
        return replace(self, left=min(line.x0 for line in lines), right=usual_right(lines), pitch=pitch)

    def centres(self, line: Line) -> bool:
        """Tell whether a line is set in the middle, with room on both sides."""
        width = self.right - self.left
        room = min(line.x0 - self.left, self.right - line.x1)
        if room <= 0.05 * width or abs(line.middle - (self.left + self.right) / 2) > 0.025 * width:
            return False
        return round(line.x0) not in self.edges


def usual_right(lines: Sequence[Line]) -> float:
    """The right edge that lines share; one line may stick out."""
    ends = sorted((line.x1 for line in lines), reverse=True)
    near = 0.02 * (ends[0] - min(line.x0 for line in lines))
    return next((end for end, after in pairwise(ends[:4]) if end - after <= near), ends[0])


def _shared_middle(lines: Sequence[Line]) -> float | None:
    """Where the middle of nearly all lines lies, if they are of different lengths: the axis of a title page."""
    axis = median([line.middle for line in lines])
    near = sum(abs(line.middle - axis) <= 0.3 * line.size for line in lines)
    starts = Counter(round(line.x0 / 3) for line in lines)
    centred = near >= 0.8 * len(lines) and starts.most_common(1)[0][1] <= 0.4 * len(lines)
    return axis if centred else None


def _loose_steps(lines: Sequence[Line], pitch: float) -> frozenset[int]:
    """Steps wider than the usual one over which sentences go on: part of the text is set with double spacing."""
    below: dict[int, list[bool]] = defaultdict(list)
    for above, line in pairwise(lines):
        if line.base - above.base > WIDE_STEP * pitch:
            below[round(line.base - above.base)].append(line.words[0].text[0].islower())
    return frozenset(step for step, lower in below.items() if sum(lower) >= max(2, 0.4 * len(lower)))


def _left_edges(lines: Sequence[Line], width: float) -> frozenset[int]:
    """The left edges shared by lines of different lengths: what begins there is set in, not centred."""
    ends: dict[int, list[float]] = defaultdict(list)
    for line in lines:
        ends[round(line.x0)].append(line.x1)
    return frozenset(x for x, found in ends.items() if len(found) >= 3 and max(found) - min(found) > 0.05 * width)
