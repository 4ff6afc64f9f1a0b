"""Boxes of lines: text that runs right, down, left and up."""

from array import array
from math import nan

import pytest

from pincite.domain.boxes import line_boxes
from pincite.spans import Span

BLANK = [nan] * 4
# Two lines, "ab c" and "d ef", each letter ten wide and high, as text that runs to the right has them.
UPRIGHT = [
    (0, 0, 10, 10), (10, 0, 20, 10), None, (30, 0, 40, 10), None,
    (0, 15, 10, 25), None, (20, 15, 30, 25), (30, 15, 40, 25),
]  # fmt: skip


def turned(box, quarters):
    """A box turned clockwise about the middle of a page of 100 by 100."""
    x0, y0, x1, y1 = box
    for _ in range(quarters):
        x0, y0, x1, y1 = 100 - y1, x0, 100 - y0, x1
    return (x0, y0, x1, y1)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_each_line_has_one_box_whichever_way_it_runs(quarters):
    glyphs = array("f", [side for box in UPRIGHT for side in (turned(box, quarters) if box else BLANK)])
    assert line_boxes(glyphs, Span(0, 9)) == [turned((0, 0, 40, 10), quarters), turned((0, 15, 40, 25), quarters)]
    assert line_boxes(glyphs, Span(3, 6)) == [turned((30, 0, 40, 10), quarters), turned((0, 15, 10, 25), quarters)]


def test_a_sideways_note_after_a_line_has_a_box_of_its_own():
    across, down = [(0, 0, 10, 10), (10, 0, 20, 10)], [(80, 0, 90, 10), (80, 10, 90, 20)]
    glyphs = array("f", [side for box in (*across, None, *down) for side in (box or BLANK)])
    assert line_boxes(glyphs, Span(0, 5)) == [(0, 0, 20, 10), (80, 0, 90, 20)]


def test_what_is_not_drawn_has_no_box():
    assert line_boxes(array("f", BLANK * 2), Span(0, 2)) == []
