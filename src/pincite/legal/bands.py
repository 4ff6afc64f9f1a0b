"""Bands: a case that lies within a range of a rule: an employee with seven years' service, “from five to ten years”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from itertools import pairwise

from pincite.legal.figures import Figure, fits
from pincite.legal.sentences import split_sentences
from pincite.legal.values.figure_words import WrittenFigure, find_written
from pincite.legal.wording import stems
from pincite.spans import Span

_TO = re.compile(r"\s?(?:to|and|–|-)\s?", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s{1,3}\Z", re.IGNORECASE)
# A case is put before anything is said of it: "A child of", "With", "If an order is for".
_CASE = re.compile(
    r"(?:\A|[,;:]\s)\W{0,3}(?:(?:so|thus|therefore)\s)?(?:an?|any|each|every|someone|somebody|anyone|anybody|for|if|where|when|with)\s"
    r"(?:(?!\b(?:shall|must|may|will|can|cannot|pays?|costs?|gets?|receives?|have|limited|least|most|than|within)\b)"
    r"[^.;:\n]){0,90}\Z",
    re.IGNORECASE,
)
# What is imposed may be anything within the range: a fine of £200 is none of "from £100 to £300".
_IMPOSED = re.compile(
    r"[^,.;]{0,40}\b(?:is|are|was|were|be|been)\s(?:\w{1,15}ly\s)?(?:needed|required|due|payable|charged|imposed|given|"
    r"allowed|agreed|fixed|set|paid|kept|owed|enough)\b",
    re.IGNORECASE,
)
_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"[^|\t]+")
_NEXT_WORD = re.compile(r"\s{0,3}[^\W\d_]+")
_BEFORE = 120


@dataclass(frozen=True, slots=True)
class Band:
    """A range of a text, from the least to the most, in its words, and the sentence or row that it stands in."""

    least: Decimal
    most: Decimal
    figure: Figure
    words: str
    row: Span

    def holds(self, figure: Figure) -> bool:
        """Tell whether a figure of the same unit, or that counts the same things, lies within the range."""
        value = _number(figure)
        same = figure.unit == self.figure.unit and figure.unit not in {"date", "ordinal"}
        counts = bool(figure.unit) or bool(set(figure.counted) & set(self.figure.counted))
        return value is not None and same and counts and self.least <= value <= self.most


def name_bands(claim: str, text: str) -> str | None:
    """A claim with the case it puts called by the one range of a text that holds it, in the words of the text.

    None where it puts no such case, or where its other figures are those of another range.
    """
    bands = list(_bands(text))
    written = list(_written(claim)) if bands else []
    for one in written:
        holding = [band for band in bands if band.holds(one.figure)]
        before, after = claim[max(0, one.span.start - _BEFORE) : one.span.start], claim[one.span.end :]
        if len(holding) != 1 or not _CASE.search(before) or _IMPOSED.match(after):
            continue
        others = [other.figure for other in written if other is not one]
        if all(_is_of(figure, holding[0], bands, text) for figure in others):
            return f"{claim[: one.span.start]}{holding[0].words}{after}"
    return None


def _bands(text: str) -> Iterator[Band]:
    for row in _rows(text):
        words = row.slice(text)
        for one, other in pairwise(_written(words)):
            between = words[one.span.end : other.span.start]
            if not _TO.fullmatch(between) or one.figure.unit not in {"", other.figure.unit}:
                continue
            if between.strip().casefold() == "and" and not _BETWEEN.search(words, 0, one.span.start):
                continue
            least, most = _number(one.figure), _number(other.figure)
            if least is not None and most is not None and least < most:
                yield Band(least, most, other.figure, words[one.span.start : other.span.end], row)


def _rows(text: str) -> Iterator[Span]:
    """The sentences of a text, cut at its line breaks: the rows of a table are parted by these alone."""
    for sentence in split_sentences(text, Span(0, len(text))):
        yield from (Span(*line.span()).shift(sentence.start) for line in _LINE.finditer(sentence.slice(text)))


def _is_of(figure: Figure, band: Band, bands: list[Band], text: str) -> bool:
    """Tell whether a figure stands in the row of a range, or in no row of another one."""

    def stands_in(row: Span) -> bool:
        return any(fits(figure, one.figure) for one in _written(row.slice(text)))

    return stands_in(band.row) or not any(stands_in(other.row) for other in bands if other.row != band.row)


def _written(words: str) -> Iterator[WrittenFigure]:
    """The figures of a sentence or of the cells of a row, a bare number with the word that it counts."""
    for cell in _CELL.finditer(words):
        for one in find_written(cell[0]):
            counted = tuple(stems(word[0])) if (word := _NEXT_WORD.match(cell[0], one.span.end)) else ()
            figure = one.figure if one.figure.unit else replace(one.figure, counted=counted)
            yield WrittenFigure(figure, one.span.shift(cell.start()))


def _number(figure: Figure) -> Decimal | None:
    try:
        return Decimal(figure.value)
    except InvalidOperation:
        return None
