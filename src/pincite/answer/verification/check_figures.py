"""Check the figures of a claim against the text of its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.domain.answer import Fault, FaultKind
from pincite.legal.bounds import bound_of
from pincite.legal.durations import TIME_UNITS
from pincite.legal.enumerations import read_items
from pincite.legal.figures import (
    Figure,
    are_rivals,
    contexts_of,
    counts_loosely,
    find_figures,
    find_periods,
    fits,
    normal_numbers,
)
from pincite.legal.fractions import fractions_in_figures
from pincite.legal.sentences import split_sentences
from pincite.legal.wording import stem
from pincite.spans import Span

# The claim's figure is misplaced if the words around another figure match this many more words of the claim.
_MARGIN = 2
# A sentence with more figures is a table, or made to keep the checks busy.
_MOST_FIGURES = 60
# Two figures with so many words around them in common stand in statements of the same thing.
_SAME_STATEMENT = 2
_REFERENCE = re.compile(
    r"\b(?:section|sec\.|clause|article|rule|paragraph|schedule|regulation|part|§)s?\s*"
    r"(\d+[A-Z]?(?:-\d+)?(?:\.\d+)*(?:\(\w{1,4}\))*)",
    re.IGNORECASE,
)
# "Clauses 1.5 to 1.7" names 1.6 too.
_RANGE = re.compile(r"(?<![\d.])((?:\d{1,3}\.){0,4})(\d{1,3})\s{0,3}(?:to|-|–)\s{0,3}\1(\d{1,3})\b", re.IGNORECASE)
_LONGEST_RANGE = 50
_LONGEST_LIST = 12
_FURTHER = re.compile(r"\b(?:further|another|additional)\s+(\w+)", re.IGNORECASE)
_REPEATED = re.compile(r"\b(?:re-(\w+)|re(\w{4,})|(\w+)(?=\s+(?:again|once\s+more|anew)\b))", re.IGNORECASE)
_ROW = re.compile(r"^[^\S\n]{0,9}\|", re.MULTILINE)
_HALF = re.compile(r"\bhalf\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+[A-Z]?(?:-\d+)?(?:\.\d+)*(?:\(\w{1,4}\))*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _SourceFigure:
    """A figure of a source, with the words around it and its bound."""

    figure: Figure
    context: set[str]
    bound: str


def check_figures(said: str, texts: Sequence[str], *, where: str) -> Iterator[Fault]:
    """Return faults for figures that the texts lack, or use for something else or with another bound."""
    figured = fractions_in_figures(said)
    claim, figures = normal_numbers(figured), find_figures(figured)
    if len(figures) > _MOST_FIGURES:
        yield Fault(
            FaultKind.NUMBER, f"it has {len(figures)} figures; at most {_MOST_FIGURES} of a sentence are checked"
        )
        return
    written = [one for text in texts for one in _written(text)]
    periods = [one for text in texts for one in find_periods(text)]
    for figure, about in zip(figures, contexts_of(figures, claim), strict=True):
        fitting = [one for one in written if fits(figure, one.figure) and _counts_alike(figure, one)]
        if not fitting and counts_loosely(figure, said) and not any(_disputes(figure, about, one) for one in written):
            continue
        if not fitting and (
            _is_named(figure, claim, texts) or _is_counted(figure, texts) or _is_further(figure, texts)
        ):
            continue
        if not fitting and (_is_loose_half(figure, said, written) or any(fits(figure, period) for period in periods)):
            continue
        if not fitting and any(_counts_time(figure, one.figure) for one in written):
            continue
        if not fitting:
            yield Fault(FaultKind.NUMBER, f"“{figure.words}” does not occur in {where}")
            continue
        best = max(fitting, key=lambda one: len(about & one.context))
        rivals = [one for one in written if are_rivals(figure, one.figure)]
        if any(len(about & one.context) >= len(about & best.context) + _MARGIN for one in rivals):
            yield Fault(FaultKind.NUMBER, f"“{figure.words}” refers to something else in {where}")
        bounds = {one.bound for one in fitting if len(about & one.context) == len(about & best.context)}
        bound = bound_of(figure, claim)
        if bound and bounds == ({"least", "most"} - {bound}):
            yield Fault(FaultKind.NUMBER, f"“{figure.words}” is the {bound} there, the {min(bounds)} in {where}")


def _counts_time(figure: Figure, written: Figure) -> bool:
    """Tell whether "five days" is what a text writes as "five unused days" or "the fifth day"."""
    unit = figure.unit.split(" ")[-1]
    if unit not in TIME_UNITS or written.unit not in ("", "ordinal") or figure.value != written.value:
        return False
    return stem(unit) in written.counted or unit in written.words.casefold().split()


def _is_named(figure: Figure, claim: str, texts: Sequence[str]) -> bool:
    """Tell whether a bare number belongs to a name that occurs in the texts as it is, such as "Form KX 3"."""
    words = claim[: figure.end].split()
    # The first word of a claim is capitalised whatever it is.
    if figure.unit or len(words) < 3 or not words[-2][:1].isupper():
        return False
    return any((words[-2], figure.value) in pairwise(text.split()) for text in texts)


def _is_counted(figure: Figure, texts: Sequence[str]) -> bool:
    """Tell whether a bare number is how many items a list has: "three forms" where there are (a), (b) and (c)."""
    if figure.unit or not figure.counted or not figure.value.isdigit() or not 2 <= int(figure.value) <= _LONGEST_LIST:
        return False
    return any(int(figure.value) in _list_lengths(text) for text in texts)


def _list_lengths(text: str) -> set[int]:
    items = read_items(text, Span(0, len(text)))
    lengths: dict[int, int] = {}
    for i, item in enumerate(items):
        parent = next((j for j in range(i - 1, -1, -1) if len(items[j].rungs) < len(item.rungs)), -1)
        lengths[parent] = lengths.get(parent, 0) + 1
    return set(lengths.values())


def _is_further(figure: Figure, texts: Sequence[str]) -> bool:
    """Tell whether "a second test" is what a text calls a further or another one, or a matter of testing again."""
    if figure.unit != "ordinal" or figure.value != "2" or not figure.counted:
        return False
    followers = (stem(found[1]) for text in texts for found in _FURTHER.finditer(text))
    repeated = (stem(next(filter(None, found.groups()))) for text in texts for found in _REPEATED.finditer(text))
    return figure.counted[0] in {*followers, *repeated}


def _is_loose_half(figure: Figure, said: str, written: Sequence[_SourceFigure]) -> bool:
    """Tell whether "half" is said of what no text has a percentage of: it may well be shared equally."""
    if figure.value != "50" or figure.unit != "%" or not _HALF.search(said) or "50" in _NUMBER.findall(said):
        return False
    return not any(one.figure.unit == "%" for one in written)


def _disputes(figure: Figure, about: set[str], written: _SourceFigure) -> bool:
    """Tell whether a source gives another number for the same thing, or says as much of as many other things."""
    counts_others = not written.figure.unit and len(about & written.context) >= _SAME_STATEMENT
    return counts_others if figure.value == written.figure.value else are_rivals(figure, written.figure)


def check_references(said: str, known: str, *, where: str) -> Iterator[Fault]:
    """Return faults for clauses and sections that a claim names and its sources (text or headings) do not."""
    numbers = {number.casefold() for number in _NUMBER.findall(known)}
    numbers |= {re.sub(r"[(-].*", "", number) for number in numbers}
    for found in _RANGE.finditer(known):
        first, last = int(found[2]), int(found[3])
        numbers |= {f"{found[1]}{n}" for n in range(first, min(last, first + _LONGEST_RANGE) + 1)}
    for found in _REFERENCE.finditer(said):
        if found[1].casefold() not in numbers:
            yield Fault(FaultKind.AUTHORITY, f"“{found[0]}” is not named in {where}")


def _written(text: str) -> list[_SourceFigure]:
    found = []
    for words in _statements(text):
        sentence = normal_numbers(fractions_in_figures(words))
        figures = find_figures(sentence)
        found += [
            _SourceFigure(figure, context, bound_of(figure, sentence))
            for figure, context in zip(figures, contexts_of(figures, sentence), strict=True)
        ]
    return found


def _statements(text: str) -> Iterator[str]:
    """The sentences of a text, and the rows of a table one by one: what stands in the next row is of something else."""
    for span in split_sentences(text, Span(0, len(text))):
        words = span.slice(text)
        yield from words.split("\n") if _ROW.search(words) else [words]


def _counts_alike(figure: Figure, written: _SourceFigure) -> bool:
    """Tell whether the thing that a bare number of the claim counts is also near the source's number."""
    if figure.unit or not figure.counted or written.figure.unit == "date":
        return True
    return bool(set(figure.counted) & (written.context | {stem(one) for one in written.figure.counted}))
