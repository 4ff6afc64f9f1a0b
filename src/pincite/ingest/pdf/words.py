"""From the letters of a PDF page to its words, in points from the top left of the page as displayed."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from operator import sub
from typing import NamedTuple

from pincite.ingest.layout.page import PageWords, Word, share_box
from pincite.ingest.pdf.file import PdfPage

# pdfium writes U+0002 where a hyphen ends a line; the next line follows without a break.
_SPACE = re.compile(r"(?<=\S)[ \u00a0](?=\S)")
_WORD = re.compile(r"[^\s\x02]+\x02?|\x02")
# Characters drawn as nothing or as something else than their code says.
_ODD = re.compile(
    "[\x00-\x01\x03-\x08\x0e-\x1f\x7f-\x9f\u00ad\u037e\u1fef\u200b-\u200f\u202a-\u202e\u2060-\u2064"
    "\ud800-\udfff\uf0a7\uf0b7\ufb00-\ufb06\ufeff\ufffe\uffff]"
)
_SPELT = {
    "\u037e": ";",
    "\u1fef": "`",
    "\uf0a7": "\u25aa",
    "\uf0b7": "\u2022",
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
# A clause number that runs into the word after it.
_GLUED = re.compile(r"(?:\d+(?:\.\d+)+\.?|\d+\.|\(?[a-z\d]{1,4}\))(?=[A-Za-z“\"])")
# A gap inside a word wider than this share of the type size is a space that pdfium did not see.
_GAP = 0.35
_LONE_GAP = 0.15
_NARROW_GAP = 0.04


def read_words(page: PdfPage, number: int, *, unseen: bool = False, text: str | None = None) -> PageWords:
    """The words of a page, those drawn invisibly only if asked for; words at another angle than most are kept apart.

    `text` is what its letters say where the page itself has them wrong.
    """
    letters = page.letters()
    text = letters.text if text is None else text
    source: Sequence[int] = range(len(text))
    glyphs = _displayed(letters.boxes, frame=page.frame, turns=page.quarter_turns)
    odd = {match.start() for match in _ODD.finditer(text)} | _false_spaces(text, glyphs)
    if odd:
        text, glyphs, source = _spelt_out(text, glyphs, odd=sorted(odd))
    scribe = _Scribe(page, text, glyphs=glyphs, source=source, unseen=unseen)
    for match in _WORD.finditer(text):
        scribe.write(*match.span())
    return scribe.finish(number)


class _Setting(NamedTuple):
    """How the words of one run of text are set; `drop` is how far their boxes reach below the line they stand on."""

    size: float
    bold: bool
    quarter: int
    drop: float


class _Scribe:
    """Writes down each word of a page with its place and style."""

    def __init__(self, page: PdfPage, text: str, *, glyphs: array[float], source: Sequence[int], unseen: bool) -> None:
        self._page = page
        self._text = text
        self._glyphs = glyphs
        self._gaps = list(map(sub, glyphs[4::4], glyphs[2:-4:4]))
        self._source = source
        self._unseen = unseen
        self._size = page.size
        self._settings: dict[int, _Setting | None] = {}
        self._words: dict[int, list[Word]] = defaultdict(list)

    def write(self, start: int, end: int) -> None:
        """Add the word between two places of the text, cut where its letters stand too far from each other."""
        setting = self._setting(start)
        if setting is None:
            return
        if end - start > 1 and not setting.quarter:
            gaps, size = self._gaps[start : end - 1], setting.size
            if max(gaps) > _NARROW_GAP * size or min(gaps) < -2 * size:
                for first, last in pairwise([start, *self._cuts(start, gaps, size), end]):
                    if (part := self._setting(first)) is not None:
                        self._add(first, last, part)
                return
        self._add(start, end, setting)

    def _setting(self, start: int) -> _Setting | None:
        """How the letter at a place is set, or None if it is not to be seen."""
        at = self._source[start]
        run = self._page.run(at)
        try:
            return self._settings[run]
        except KeyError:
            setting = self._settings[run] = self._read_setting(at, start)
            return setting

    def _read_setting(self, at: int, start: int) -> _Setting | None:
        style = self._page.style(at)
        if style.disguised or (style.invisible and not self._unseen):
            return None
        turns = self._page.quarter_turns
        quarter = _quarter(style.direction, turns)
        x, y = _display(*self._page.origin(at), frame=self._page.frame, turns=turns)
        _, base = self._stand(x, y, quarter)
        _, y0, _, y1 = self._box(start, start + 1, quarter)
        return _Setting(style.size, style.bold, quarter, y1 - base if y0 - 1 <= base <= y1 + 1 else 0.0)

    def _add(self, start: int, end: int, setting: _Setting) -> None:
        size, bold, quarter, drop = setting
        x0, y0, x1, y1 = self._box(start, end, quarter)
        width, height = self._size[::-1] if quarter % 2 else self._size
        # Skip what is off the page; a NaN box fails every comparison.
        if x1 > 0 and x0 < width and y1 > 0 and y0 < height:
            text = self._text[start:end].replace("\x02", "-")
            self._words[quarter].append(Word(text, x0, y0, x1, y1, y1 - drop, size, bold, start))

    def _cuts(self, start: int, gaps: list[float], size: float) -> list[int]:
        """Where a word falls apart."""
        cuts = [start + i for i, gap in enumerate(gaps, start=1) if gap > _GAP * size or gap < -2 * size]
        if cuts:
            return cuts
        widest = max(gaps)
        if len(gaps) > 2 and widest > _LONE_GAP * size and sorted(gaps)[-2] < 0.4 * widest:
            return [start + 1 + gaps.index(widest)]
        glued = _GLUED.match(self._text, start, start + len(gaps) + 1)
        if glued and gaps[glued.end() - start - 1] > max(_NARROW_GAP * size, 0.7 * widest):
            return [glued.end()]
        return []

    def finish(self, number: int) -> PageWords:
        """The page with what was written down."""
        main = max(self._words, key=lambda quarter: sum(len(word.text) for word in self._words[quarter]), default=0)
        words = self._words.pop(main, [])
        width, height = self._size
        return PageWords(
            number=number,
            width=width,
            height=height,
            words=words,
            glyphs=self._glyphs,
            upright=(height, width) if main % 2 else (width, height),
            strays=[word for quarter in sorted(self._words) for word in self._words[quarter]],
        )

    def _box(self, start: int, end: int, quarter: int) -> tuple[float, float, float, float]:
        glyphs = self._glyphs
        if quarter == 0:
            return glyphs[4 * start], glyphs[4 * start + 1], glyphs[4 * end - 2], glyphs[4 * start + 3]
        part = glyphs[4 * start : 4 * end]
        x0, y0 = self._stand(min(part[0::4]), min(part[1::4]), quarter)
        x1, y1 = self._stand(max(part[2::4]), max(part[3::4]), quarter)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def _stand(self, x: float, y: float, quarter: int) -> tuple[float, float]:
        """A point of the displayed page in the frame in which text of this direction stands upright."""
        width, height = self._size
        if quarter == 1:
            return y, width - x
        if quarter == 2:
            return width - x, height - y
        if quarter == 3:
            return height - y, x
        return x, y


def _quarter(direction: tuple[float, float], turns: int) -> int:
    """Which way text runs on the displayed page: 0 right, 1 down, 2 left, 3 up, 4 aslant."""
    a, b = direction
    a, b = ((a, -b), (b, a), (-a, b), (-b, -a))[turns]
    # A scan's text layer follows the slight skew of its page.
    if abs(b) <= 0.15 * abs(a):
        return 0 if a >= 0 else 2
    if abs(a) <= 0.15 * abs(b):
        return 1 if b > 0 else 3
    return 4


def _display(x: float, y: float, *, frame: tuple[float, float, float, float], turns: int) -> tuple[float, float]:
    """A point of PDF space on the page as displayed."""
    left, top, right, bottom = frame
    if turns == 0:
        return x - left, top - y
    if turns == 1:
        return y - bottom, x - left
    if turns == 2:
        return right - x, y - bottom
    return top - y, right - x


def _displayed(boxes: array[float], *, frame: tuple[float, float, float, float], turns: int) -> array[float]:
    """Left, top, right, bottom of each letter on the page as displayed."""
    left, top, right, bottom = frame
    x0, y1, x1, y0 = boxes[0::4], boxes[1::4], boxes[2::4], boxes[3::4]
    if turns == 0:
        sides = [x - left for x in x0], [top - y for y in y1], [x - left for x in x1], [top - y for y in y0]
    elif turns == 1:
        sides = [y - bottom for y in y0], [x - left for x in x0], [y - bottom for y in y1], [x - left for x in x1]
    elif turns == 2:
        sides = [right - x for x in x1], [y - bottom for y in y0], [right - x for x in x0], [y - bottom for y in y1]
    else:
        sides = [top - y for y in y1], [right - x for x in x1], [top - y for y in y0], [right - x for x in x0]
    glyphs = array("f", bytes(4 * len(boxes)))
    for i, side in enumerate(sides):
        glyphs[i::4] = array("f", side)
    return glyphs


def _false_spaces(text: str, glyphs: array[float]) -> set[int]:
    """Where a space was drawn but takes no room: the next letter covers it, or it lies under a ligature before it."""
    found: set[int] = set()
    for match in _SPACE.finditer(text):
        i = 4 * match.start()
        size = glyphs[i - 1] - glyphs[i - 3]
        if not -0.3 * size < glyphs[i + 4] - glyphs[i - 2] < 0.05 * size:
            continue
        covered = glyphs[i + 4] <= glyphs[i] + 0.15 * (glyphs[i + 2] - glyphs[i])
        ligature = i >= 8 and glyphs[i - 8 : i - 4] == glyphs[i - 4 : i]
        if (covered or ligature) and abs(glyphs[i + 7] - glyphs[i - 1]) < 0.2 * size:
            found.add(match.start())
    return found


def _spelt_out(text: str, glyphs: array[float], *, odd: Sequence[int]) -> tuple[str, array[float], list[int]]:
    """The text with ligatures as letters and without what is not drawn; for each letter its number in the old text."""
    letters: list[str] = []
    boxes = array("f")
    source: list[int] = []
    at = 0
    for i in odd:
        letters.append(text[at:i])
        boxes.extend(glyphs[4 * at : 4 * i])
        source.extend(range(at, i))
        spelt = _spell(text, i, drawn=glyphs[4 * i + 2] - glyphs[4 * i] > 0.5)
        letters.append(spelt)
        boxes.extend(share_box(glyphs[4 * i : 4 * i + 4], len(spelt)))
        source.extend([i] * len(spelt))
        at = i + 1
    letters.append(text[at:])
    boxes.extend(glyphs[4 * at :])
    source.extend(range(at, len(text)))
    return "".join(letters), boxes, source


def _spell(text: str, at: int, *, drawn: bool) -> str:
    """The plain letters for an odd one."""
    letter = text[at]
    if letter == "\u00ad":
        # A soft hyphen that takes up room was printed as a hyphen.
        return "-" if drawn else ""
    if "\ud800" <= letter < "\udc00" and "\udc00" <= text[at + 1 : at + 2] < "\ue000":
        return chr(0x10000 + ((ord(letter) - 0xD800) << 10) + ord(text[at + 1]) - 0xDC00)
    return _SPELT.get(letter, "")
