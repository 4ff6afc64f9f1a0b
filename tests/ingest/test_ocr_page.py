import math
from array import array

import pytest

from pincite.domain.ocr import OcrWord
from pincite.ingest.layout.page import PageWords, group_lines
from pincite.ingest.ocr.page import stand_upright
from pincite.ingest.pdf.ocr import place_words

LINES = [
    "The Tenant shall pay the rent every quarter on the usual days",
    "and shall not assign or sublet any part of the premises or",
    "use them as anything but an office during the whole term",
]
EM = 30.0


def page_of(lines, *, em=EM):
    """Words drawn in an imagined face: tall letters 0.7 em, small ones 0.46 em, tails 0.21 em."""
    words = []
    for i, line in enumerate(lines):
        x, base = 100.0, 200 + 45.0 * i
        for text in line.split():
            width = 0.5 * em * len(text)
            top = base - em * (0.46 if all(letter in "acemnorsuvwxzgpqy" for letter in text) else 0.7)
            bottom = base + (0.21 * em if any(letter in "gjpqy" for letter in text) else 0)
            words.append(OcrWord(text, x, top, x + width, bottom, 0.9))
            x += width + 0.3 * em
    return words


def turned(words, degrees, *, width, height):
    """The upright boxes about the words after the page is turned against the clock about its middle."""
    angle = math.radians(degrees)
    sides = (height, width) if round(degrees / 90) % 2 else (width, height)
    found = []
    for word in words:
        points = []
        for x, y in ((word.x0, word.y0), (word.x1, word.y0), (word.x1, word.y1), (word.x0, word.y1)):
            dx, dy = x - width / 2, y - height / 2
            x = sides[0] / 2 + dx * math.cos(angle) + dy * math.sin(angle)
            y = sides[1] / 2 - dx * math.sin(angle) + dy * math.cos(angle)
            points.append((x, y))
        xs, ys = zip(*points, strict=True)
        found.append(OcrWord(word.text, min(xs), min(ys), max(xs), max(ys), word.confidence))
    return found, sides


@pytest.mark.parametrize("degrees", [0, 1, -2, 4, 90, 180, 270, 91, 178])
def test_lines_stand_level_whichever_way_the_page_lay(degrees):
    words, (width, height) = turned(page_of(LINES), degrees, width=1300, height=1700)
    page = stand_upright(words, width=width, height=height)
    assert (page.width, page.height) == (1300, 1700)
    bases = {}
    for word in page.words:
        bases.setdefault(round(word.base / 45), []).append(word)
    assert [" ".join(word.text for word in line) for _, line in sorted(bases.items())] == LINES
    for line in bases.values():
        assert max(word.base for word in line) - min(word.base for word in line) < 3


def test_sizes_are_steady_and_true():
    page = stand_upright(page_of(LINES), width=1300, height=1700)
    assert len({word.size for word in page.words}) == 1
    assert page.words[0].size == pytest.approx(EM, rel=0.02)


def test_a_heading_keeps_its_own_size():
    heading = [OcrWord("LEASE", 400, 60, 600, 100, 0.9)]
    page = stand_upright(heading + page_of(LINES), width=1300, height=1700)
    assert page.words[0].size > 1.4 * page.words[-1].size


def test_an_empty_page_stays_empty():
    assert stand_upright([], width=100, height=100).words == []


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_letters_keep_their_place_on_the_page_as_displayed(degrees):
    words, (width, height) = turned(page_of(LINES[:1]), degrees, width=1300, height=1700)
    blank = PageWords(1, width / 2, height / 2, [], array("f"), (width / 2, height / 2))
    page = place_words(words, blank, scale=0.5)
    assert [line.text for line in group_lines(page.words)] == LINES[:1]
    for placed, word in zip(page.words, words, strict=True):
        boxes = [page.glyphs[4 * i : 4 * i + 4] for i in range(placed.first, placed.first + len(placed.text))]
        assert min(box[0] for box in boxes) == pytest.approx(word.x0 / 2, abs=0.1)
        assert max(box[3] for box in boxes) == pytest.approx(word.y1 / 2, abs=0.1)
    first, last = page.glyphs[0:4], page.glyphs[8:12]
    forward = {0: last[0] - first[0], 90: first[1] - last[1], 180: first[0] - last[0], 270: last[1] - first[1]}
    assert forward[degrees] > 0
