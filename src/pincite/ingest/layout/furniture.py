"""Page furniture: running headers and footers, page numbers and line numbers, separated from the body of the pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pincite.domain.document import MarkKind
from pincite.ingest.layout.page import Line, PageWords, Word, group_lines

_EDGE_LINES = 6
_EDGE_SHARE = 0.17
_FOOT = 0.935
_HEAD = 0.065
# A repeated line with this many words, mostly in lower case, is a sentence and not furniture.
_SENTENCE_WORDS = 8
_NUMBER = re.compile(
    r"^(?P<said>page|pg\.?)?[-–—\[(|\s]*+(?P<value>\d{1,4}|[ivxlc]{1,7})[-–—\])|\s]*+(?P<of>(of|/)\s*+\d{1,4})?$",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LEAST_LINE_NUMBERS = 10


@dataclass(slots=True)
class SortedPage:
    """The lines of a page, body and furniture apart; `numbered` are body lines that are but a page number."""

    page: PageWords
    body: list[Line]
    top: list[tuple[Line, MarkKind]] = field(default_factory=list)
    bottom: list[tuple[Line, MarkKind]] = field(default_factory=list)
    numbered: set[int] = field(default_factory=set)


def sort_furniture(pages: Iterable[PageWords]) -> list[SortedPage]:
    """The pages of a document with their furniture set apart."""
    found = [_without_line_numbers(page) for page in pages]
    for at_top in (True, False):
        repeated = _repeated(found, at_top=at_top)
        for sheet in found:
            _peel(sheet, repeated, at_top=at_top)
    for sheet in found:
        _take_low_line(sheet)
        _take_high_line(sheet)
    _take_page_numbers(found)
    return found


def _without_line_numbers(page: PageWords) -> SortedPage:
    """The lines of a page, the numbers in its margin gathered into one line of their own."""
    gutter = find_line_numbers(page)
    if not gutter:
        return SortedPage(page, group_lines(page.words))
    places = {id(word) for word in gutter}
    body = group_lines([word for word in page.words if id(word) not in places])
    return SortedPage(page, body, top=[(Line(gutter), MarkKind.LINE_NUMBER)])


def find_line_numbers(page: PageWords) -> list[Word]:
    """The numbers that count the lines of a pleading down its left margin."""
    limit = 0.2 * page.upright[0]
    numbers = [word for word in page.words if word.x1 < limit and word.text.isdigit() and len(word.text) <= 2]
    if len(numbers) < _LEAST_LINE_NUMBERS:
        return []
    numbers.sort(key=lambda word: word.base)
    edge = median([word.x1 for word in numbers])
    numbers = [word for word in numbers if abs(word.x1 - edge) <= 4 or abs(word.x0 - edge) <= 12]
    chain = _longest_count(numbers)
    if len(chain) < _LEAST_LINE_NUMBERS:
        return []
    steps = [b.base - a.base for a, b in pairwise(chain)]
    usual = median(steps)
    even = sum(abs(step - usual) <= 0.15 * usual for step in steps)
    return chain if even >= 0.8 * len(steps) else []


def _longest_count(words: Sequence[Word]) -> list[Word]:
    """The longest run of words that count up by one."""
    best: list[Word] = []
    run: list[Word] = []
    for word in words:
        if run and int(word.text) == int(run[-1].text) + 1:
            run.append(word)
        else:
            run = [word]
        if len(run) > len(best):
            best = list(run)
    return best


def _repeated(sheets: Sequence[SortedPage], *, at_top: bool) -> set[tuple[int, int]]:
    """Page and line position (from the edge) of lines that stand at the same place on other pages."""
    places: dict[str, list[tuple[int, int, float]]] = defaultdict(list)
    sentences: set[str] = set()
    for i, sheet in enumerate(sheets):
        for depth, line in enumerate(_edge(sheet, at_top=at_top)):
            distance = line.base if at_top else sheet.page.upright[1] - line.base
            pattern = _pattern(line.text)
            places[pattern].append((i, depth, distance))
            if _is_sentence(line):
                sentences.add(pattern)
    kept: set[tuple[int, int]] = set()
    for pattern, found in places.items():
        if pattern in sentences and _is_of_one_part({i for i, _, _ in found}, count=len(sheets)):
            continue
        for i, depth, distance in found:
            others = {j for j, _, other in found if j != i and abs(other - distance) <= 5}
            if len(others) >= 2 or any(abs(j - i) <= 2 for j in others):
                kept.add((i, depth))
    return kept


def _edge(sheet: SortedPage, *, at_top: bool) -> list[Line]:
    """The lines near the top or the bottom of a page, outermost first."""
    height = sheet.page.upright[1]
    lines = sheet.body[:_EDGE_LINES] if at_top else sheet.body[: -_EDGE_LINES - 1 : -1]
    if at_top:
        return [line for line in lines if line.base <= _EDGE_SHARE * height]
    return [line for line in lines if line.base >= (1 - _EDGE_SHARE) * height]


def _is_of_one_part(pages: set[int], *, count: int) -> bool:
    """Tell whether what repeats does so on a run of few pages: signature pages open with the same sentence."""
    return 2 * len(pages) < count and max(pages) - min(pages) < len(pages)


def _is_sentence(line: Line) -> bool:
    small = sum(word.text[0].islower() for word in line.words)
    return len(line.words) >= _SENTENCE_WORDS and 2 * small > len(line.words)


def _pattern(text: str) -> str:
    """A line's text with its numbers made alike."""
    if page_number(text) is not None:
        return "#"
    return re.sub(r"\d+", "#", text.casefold())


def _peel(sheet: SortedPage, repeated: set[tuple[int, int]], *, at_top: bool) -> None:
    """Move the repeated lines at one edge of a page out of its body."""
    index = sheet.page.number - 1
    lines = _edge(sheet, at_top=at_top)
    depth = 0
    while depth < len(lines) and (index, depth) in repeated:
        depth += 1
    if not depth:
        return
    kind = MarkKind.HEADER if at_top else MarkKind.FOOTER
    peeled = [(line, MarkKind.PAGE_NUMBER if page_number(line.text) is not None else kind) for line in lines[:depth]]
    if at_top:
        sheet.top = peeled + sheet.top
        sheet.body = sheet.body[depth:]
    else:
        sheet.bottom = peeled[::-1]
        sheet.body = sheet.body[:-depth]


def _take_low_line(sheet: SortedPage) -> None:
    """Treat a single line at the very bottom of a page as a footer, as in a one-page document."""
    if sheet.bottom or len(sheet.body) < 2:
        return
    last, above = sheet.body[-1], sheet.body[-2]
    if last.base > _FOOT * sheet.page.upright[1] and last.base - above.base > 2.5 * last.size:
        kind = MarkKind.FOOTER if page_number(last.text) is None else MarkKind.PAGE_NUMBER
        sheet.bottom = [(sheet.body.pop(), kind)]


def _take_high_line(sheet: SortedPage) -> None:
    """Treat a single line at the very top of a page, smaller than the text, as a header."""
    if any(kind is not MarkKind.LINE_NUMBER for _, kind in sheet.top) or len(sheet.body) < 3:
        return
    first, below = sheet.body[:2]
    small = first.size < 0.95 * median([line.size for line in sheet.body])
    if small and first.base < _HEAD * sheet.page.upright[1] and below.base - first.base > 2.5 * first.size:
        kind = MarkKind.HEADER if page_number(first.text) is None else MarkKind.PAGE_NUMBER
        sheet.top.insert(0, (sheet.body.pop(0), kind))


def page_number(text: str) -> int | None:
    """The page number a line consists of, if it is one."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    value = match["value"].lower()
    if value.isdigit():
        return int(value)
    total = 0
    for i, letter in enumerate(value):
        worth = _ROMAN[letter]
        total += -worth if any(_ROMAN[later] > worth for later in value[i + 1 :]) else worth
    return total


def _take_page_numbers(sheets: Sequence[SortedPage]) -> None:
    """Mark lines that are page numbers though they do not stand at the same place everywhere.

    A contract filed as a web page and printed again carries the numbers of its first pages in the middle of its new
    ones: alone on a centred line, each one more than the last.
    """
    alone = [
        (i, at, value)
        for i, sheet in enumerate(sheets)
        for at, line in enumerate(sheet.body)
        if len(line.words) <= 4 and _stands_alone(sheet, at) and (value := page_number(line.text)) is not None
    ]
    for (i, at, value), (j, next_at, next_value) in pairwise(alone):
        if next_value == value + 1:
            sheets[i].numbered.add(at)
            sheets[j].numbered.add(next_at)
    _take_outermost(sheets)


def _stands_alone(sheet: SortedPage, at: int) -> bool:
    line = sheet.body[at]
    return abs(line.middle - sheet.page.upright[0] / 2) <= 0.06 * sheet.page.upright[0]


def _take_outermost(sheets: Sequence[SortedPage]) -> None:
    """Mark numbers on the first or last line of a page that keep step with the pages."""
    edges: list[tuple[int, int, int]] = []
    for i, sheet in enumerate(sheets):
        last = len(sheet.body) - 1
        for at in {0, last} if sheet.body else ():
            value = page_number(sheet.body[at].text)
            if value is not None and (at == last or sheet.body[at].base < _EDGE_SHARE * sheet.page.upright[1]):
                edges.append((i, at, value))
    offsets = Counter(value - i for i, _, value in edges)
    for i, at, value in edges:
        said = sheets[i].body[at].text[:1].lower() == "p"
        if said or (offsets[value - i] >= 2 and value > 0):
            sheets[i].numbered.add(at)
