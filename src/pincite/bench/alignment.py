"""Approximate search: where a pattern stands in a text with few edits, and which edits they are.

Myers' bit-parallel algorithm: a column of the edit table is two integers, whatever the length of the pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of the pattern replaced by others in the text; either may be empty; `at` is in the pattern."""

    at: int
    wanted: str
    found: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """A place of the pattern in the text: its range, and every edit in reading order."""

    start: int
    end: int
    edits: tuple[Edit, ...]
    distance: int


class Pattern:
    """A text to search for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._peq: dict[str, int] = {}
        for at, character in enumerate(text):
            self._peq[character] = self._peq.get(character, 0) | 1 << at

    def _columns(self, text: str) -> Iterator[tuple[int, int, int]]:
        """For each end in the text: the fewest edits of a place that ends there, and the column's differences."""
        size = len(self.text)
        mask, top = (1 << size) - 1, 1 << (size - 1)
        plus, minus, score = mask, 0, size
        for character in text:
            same = self._peq.get(character, 0)
            vertical = same | minus
            horizontal = (((same & plus) + plus) ^ plus) | same
            up, down = minus | ~(horizontal | plus) & mask, plus & horizontal
            score += bool(up & top) - bool(down & top)
            # A match may begin anywhere: the row above the pattern is all zeros.
            up, down = up << 1 & mask, down << 1 & mask
            plus, minus = down | ~(vertical | up) & mask, up & vertical
            yield score, plus, minus

    def ends(self, text: str, *, most: int) -> list[tuple[int, int]]:
        """Where places with at most so many edits end, with how many edits each needs."""
        columns = enumerate(self._columns(text), 1)
        return [(end, score) for end, (score, _, _) in columns if score <= most]

    def align(self, text: str, *, end: int) -> Alignment:
        """The best place that ends there."""
        whole = (1 << len(self.text)) - 1
        columns = [(len(self.text), whole, 0), *self._columns(text[:end])]
        row, column = len(self.text), end
        edits: list[Edit] = []
        wanted = found = ""
        while row:
            if column and self.text[row - 1] == text[column - 1]:
                if wanted or found:
                    edits.append(Edit(row, wanted, found))
                    wanted = found = ""
                row, column = row - 1, column - 1
                continue
            down, across = _step(columns, row, column)
            wanted, found = self.text[row - down : row] + wanted, text[column - across : column] + found
            row, column = row - down, column - across
        if wanted or found:
            edits.append(Edit(row, wanted, found))
        return Alignment(column, end, tuple(edits[::-1]), columns[end][0])


def _step(columns: list[tuple[int, int, int]], row: int, column: int) -> tuple[int, int]:
    """From a cell whose characters differ: back over one of the pattern, one of the text, or (if it can be) both."""
    before = _cell(columns[column], row) - 1
    if column and _cell(columns[column - 1], row - 1) == before:
        return 1, 1
    return (1, 0) if _cell(columns[column], row - 1) == before else (0, 1)


def _cell(column: tuple[int, int, int], row: int) -> int:
    """The fewest edits of the pattern's first characters, from the differences down its column."""
    upper = (1 << row) - 1
    return (column[1] & upper).bit_count() - (column[2] & upper).bit_count()
