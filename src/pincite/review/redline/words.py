"""What differs in the words of two clauses: piece by piece, and number by number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from pincite.legal.durations import TIME_UNITS
from pincite.legal.figures import counts_loosely, find_figures
from pincite.legal.folding import fold_text
from pincite.legal.values.dates import find_dates
from pincite.legal.values.figure_words import find_written
from pincite.review.redline.change import FigureChange, RedlinePiece
from pincite.review.redline.matching import matching_runs

_WORD = re.compile(r"[^\s]++\s*+")
# A number's kind and value, and the words that write it.
_Figure = tuple[tuple[str, str], str]


def compare_words(old: str, new: str) -> tuple[RedlinePiece, ...]:
    """The words of both versions in order, as stretches that are the same, removed or added."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    keys = [[fold_text(word).strip() for word in words] for words in (before, after)]
    pieces: list[RedlinePiece] = []
    a = c = 0
    for i, j, size in (*matching_runs(*keys), (len(before), len(after), 0)):
        stretches = ("removed", before[a:i]), ("added", after[c:j]), ("same", after[j : j + size])
        pieces += [RedlinePiece(kind, "".join(words)) for kind, words in stretches if words]
        a, c = i + size, j + size
    return tuple(_joined(pieces))


def _joined(pieces: Sequence[RedlinePiece]) -> Iterator[RedlinePiece]:
    """The pieces, those of a kind that follow each other as one."""
    for kind, run in groupby(pieces, key=lambda piece: piece.kind):
        yield RedlinePiece(kind, "".join(piece.text for piece in run))


def compare_figures(old: str, new: str) -> tuple[FigureChange, ...]:
    """The numbers and dates that stand in one version alone, each with what stands in its place in the other."""
    before, after = _figures(old), _figures(new)
    gone, come = Counter(key for key, _ in before), Counter(key for key, _ in after)
    removed = _left(before, gone - come)
    added = _left(after, come - gone)
    changes = []
    for key, words in removed:
        # A number is replaced by one of the same kind.
        match = next((one for one in added if one[0][0] == key[0]), None)
        if match is not None:
            added.remove(match)
        changes.append(FigureChange(words, match[1] if match else ""))
    return (*changes, *(FigureChange("", words) for _, words in added))


def _left(found: list[_Figure], counts: Counter[tuple[str, str]]) -> list[_Figure]:
    kept = []
    for key, words in found:
        if counts[key] > 0:
            counts[key] -= 1
            kept.append((key, words))
    return kept


def _figures(text: str) -> list[_Figure]:
    """Every number with its kind and value, and the words that write it; the numbers of clauses count nothing."""
    dates = list({date.span: date for date in find_dates(text)}.values())
    counting = {figure.value for figure in find_figures(text) if figure.counted and not counts_loosely(figure, text)}
    found = [(("date", date.iso), " ".join(date.span.slice(text).split())) for date in dates]
    for written in find_written(text):
        if any(date.span.overlaps(written.span) for date in dates):
            continue
        figure = written.figure
        if not figure.unit and figure.value not in counting:
            continue
        kind = "duration" if figure.unit.split(" ")[-1] in TIME_UNITS else figure.unit
        found.append(((kind, f"{figure.value} {figure.unit}"), " ".join(written.span.slice(text).split())))
    return found
