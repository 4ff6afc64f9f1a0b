"""The caption of a court paper: the parties on the left of a column of brackets, the case on its right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.ingest.layout.page import Line, Word, group_lines, line_pitch

_BRACKETS = frozenset({")", "§"})
_LEAST_BRACKETS = 4
_NAMES = ("plaintiff", "defendant", "petitioner", "respondent", "appellant", "appellee", "claimant", "debtor")


@dataclass(frozen=True, slots=True)
class CaptionPart:
    """Lines read one after the other; for a side of a caption, `pitch` is the step between the rows of both sides."""

    lines: list[Line]
    pitch: float | None = None


def split_caption(lines: list[Line]) -> list[CaptionPart]:
    """A flow cut into what stands above a caption, its left side, its right side, and what stands below.

    The brackets are drawn in place of a ruled line, and are left out as one would be.
    """
    held = {id(word) for word in _column(lines)}
    rows = [i for i, line in enumerate(lines) if any(id(word) in held for word in line.words)] if held else []
    if not rows:
        return [CaptionPart(lines)]
    first, last = rows[0], rows[-1] + 1
    edge = min(word.x0 for word in lines[first].words if id(word) in held)
    words = [word for line in lines[first:last] for word in line.words if id(word) not in held]
    if any(word.x0 < edge < word.x1 for word in words) or not _names_parties(words):
        return [CaptionPart(lines)]
    pitch = line_pitch(lines[first:last])
    left = group_lines([word for word in words if word.x0 < edge])
    right = group_lines([word for word in words if word.x0 >= edge])
    parts = (CaptionPart(lines[:first]), CaptionPart(left, pitch), CaptionPart(right, pitch), CaptionPart(lines[last:]))
    return [part for part in parts if part.lines]


def _column(lines: Sequence[Line]) -> list[Word]:
    """The first brackets that stand one close below the other."""
    brackets = [word for line in lines for word in line.words if word.text in _BRACKETS]
    column = brackets[:1]
    for above, word in pairwise(brackets):
        if abs(word.x0 - above.x0) > 3 or word.base - above.base > 2.5 * word.size:
            break
        column.append(word)
    return column if len(column) >= _LEAST_BRACKETS else []


def _names_parties(words: Sequence[Word]) -> bool:
    """Tell whether sides of a case are named: brackets are drawn beside signatures too."""
    return any(word.text.lower().startswith(_NAMES) for word in words)
