"""Enumerations: the lists (1), (a), (i) of a provision, parsed from its text where the outline has none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.legal.numerals import letter_value, roman_value
from pincite.spans import Span

_LABEL = r"\(\s?(?P<rung>\d{1,3}\s?[A-Z]{0,2}|[A-Za-z]{1,5})\s?\)"
# At the start of a line, or within one after a sign that ends an item.
_AT = re.compile(
    r"(?:(?P<line>(?:^|\n)[^\S\n]*)|(?<=[.;:\-–—)])\s?(?:(?:and|or)\s?)?)"
    rf"(?:{_LABEL}|(?P<plain>(?<=\n)[A-Za-z0-9]{{1,3}})[.)](?=\s|[A-Z]))"
)
_SUFFIX = re.compile(r"(\d+)([A-Z]*)")
_FURTHEST = 3


@dataclass(frozen=True, slots=True)
class EnumerationItem:
    """An item of a list: its rungs from the outermost, and its range."""

    rungs: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class _Level:
    style: str
    value: int
    rung: str


def read_items(text: str, within: Span) -> list[EnumerationItem]:
    """The items of the lists in a range of text, each up to the next that is no deeper."""
    found: list[tuple[tuple[str, ...], int]] = []
    levels: list[_Level] = []
    for match in _AT.finditer(text, within.start, within.end):
        rung = (match["rung"] or match["plain"]).replace(" ", "")
        if _place(rung, levels, bracketed=bool(match["rung"]), at_line=match["line"] is not None):
            start = match.start("plain") if match["plain"] else text.index("(", match.start())
            found.append((tuple(level.rung for level in levels), start))
    items = []
    for i, (rungs, start) in enumerate(found):
        later = (at for others, at in found[i + 1 :] if len(others) <= len(rungs))
        items.append(EnumerationItem(rungs, Span(start, next(later, within.end))))
    return items


def _place(rung: str, levels: list[_Level], *, bracketed: bool, at_line: bool) -> bool:
    """Add a label to the open lists: as the next item of the deepest that fits, or as the first of a new list."""
    readings = list(_readings(rung, bracketed=bracketed))
    for depth in range(len(levels), 0, -1):
        level = levels[depth - 1]
        for style, value in readings:
            if style == level.style and (value == level.value + 1 or (value == level.value and rung > level.rung)):
                return _set(levels, depth, style, value, rung)
    for style, value in readings:
        if value == 1 and len(levels) < 6:
            levels.append(_Level(style, value, rung))
            return True
    for depth in range(len(levels), 0, -1) if at_line else ():
        for style, value in readings:
            if style == levels[depth - 1].style and 0 < value - levels[depth - 1].value <= _FURTHEST:
                return _set(levels, depth, style, value, rung)
    return False


def _set(levels: list[_Level], depth: int, style: str, value: int, rung: str) -> bool:
    del levels[depth - 1 :]
    levels.append(_Level(style, value, rung))
    return True


def _readings(rung: str, *, bracketed: bool) -> Iterator[tuple[str, int]]:
    frame = "()" if bracketed else "."
    if figures := _SUFFIX.fullmatch(rung):
        yield f"1{frame}", int(figures[1])
        return
    case = "A" if rung.isupper() else "a"
    if len(rung) == 1 and (letter := letter_value(rung)):
        yield f"{case}{frame}", letter
    if len(rung) == 2 and rung[0] == rung[1] and (letter := letter_value(rung[0])):
        yield f"{case}{case}{frame}", letter
    if roman := roman_value(rung):
        yield f"{'I' if case == 'A' else 'i'}{frame}", roman
