"""Check the figures of a claim against the text of its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.domain.answer import Fault, FaultKind
from pincite.legal.bounds import bound_of
from pincite.legal.figures import Figure, are_rivals, context_of, counts_loosely, find_figures, fits, normal_numbers
from pincite.legal.sentences import split_sentences
from pincite.legal.wording import stem
from pincite.spans import Span

# The claim's figure is misplaced if the words around another figure match this many more words of the claim.
_MARGIN = 2
_REFERENCE = re.compile(
    r"\b(?:section|sec\.|clause|article|rule|paragraph|schedule|regulation|part|§)s?\s*"
    r"(\d+[A-Z]?(?:-\d+)?(?:\.\d+)*(?:\(\w{1,4}\))*)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+[A-Z]?(?:-\d+)?(?:\.\d+)*(?:\(\w{1,4}\))*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _SourceFigure:
    """A figure of a source, with the words around it and its bound."""

    figure: Figure
    context: set[str]
    bound: str


def check_figures(said: str, texts: Sequence[str], *, where: str) -> Iterator[Fault]:
    """Return faults for figures that the texts lack, or use for something else or with another bound."""
    claim = normal_numbers(said)
    written = [one for text in texts for one in _written(text)]
    for figure in find_figures(said):
        about = context_of(figure, claim)
        fitting = [one for one in written if fits(figure, one.figure) and _counts_alike(figure, one)]
        if not fitting and counts_loosely(figure, said) and not any(_disputes(figure, one.figure) for one in written):
            continue
        if not fitting and _is_named(figure, claim, texts):
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


def _is_named(figure: Figure, claim: str, texts: Sequence[str]) -> bool:
    """Tell whether a bare number belongs to a name that occurs in the texts as it is, such as "Form KX 3"."""
    words = claim[: figure.end].split()
    # The first word of a claim is capitalised whatever it is.
    if figure.unit or len(words) < 3 or not words[-2][:1].isupper():
        return False
    return any((words[-2], figure.value) in pairwise(text.split()) for text in texts)


def _disputes(figure: Figure, written: Figure) -> bool:
    """Tell whether a source gives another number for the same thing, or the same number for another thing."""
    return figure.value == written.value or are_rivals(figure, written)


def check_references(said: str, known: str, *, where: str) -> Iterator[Fault]:
    """Return faults for clauses and sections that a claim names and its sources (text or headings) do not."""
    numbers = {number.casefold() for number in _NUMBER.findall(known)}
    numbers |= {re.sub(r"[(-].*", "", number) for number in numbers}
    for found in _REFERENCE.finditer(said):
        if found[1].casefold() not in numbers:
            yield Fault(FaultKind.AUTHORITY, f"“{found[0]}” is not named in {where}")


def _written(text: str) -> list[_SourceFigure]:
    found = []
    for span in split_sentences(text, Span(0, len(text))):
        sentence = normal_numbers(span.slice(text))
        found += [
            _SourceFigure(figure, context_of(figure, sentence), bound_of(figure, sentence))
            for figure in find_figures(sentence)
        ]
    return found


def _counts_alike(figure: Figure, written: _SourceFigure) -> bool:
    """Tell whether the thing that a bare number of the claim counts is also near the source's number."""
    if figure.unit or not figure.counted or written.figure.unit == "date":
        return True
    return bool(set(figure.counted) & (written.context | {stem(one) for one in written.figure.counted}))
