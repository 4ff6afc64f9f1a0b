"""Locate a context's text in its file: exactly, or up to white space, typography, or a few OCR errors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from pincite.bench.alignment import Alignment, Edit, Pattern
from pincite.bench.legalbenchrag.draft import Reason
from pincite.bench.legalbenchrag.quotes import QuoteLocator
from pincite.legal.folding import CompactText, occurrences
from pincite.spans import Span, merge_spans

# Edits per hundred characters that still count as OCR errors, white space and typography aside.
MOST_EDITS = 10
# Shorter texts are not searched for with edits: too much would resemble them.
SHORTEST = 24
# By how many more edits per hundred characters the next best place must differ from the best.
MARGIN = 5
# More letters than this, gone or added in one place, are words and no OCR error.
LONGEST_GAP = 3
# Pieces that turn a sentence into its opposite, however few letters they are.
NEGATIONS = {"no", "not", "non", "nor", "un", "in", "im", "ir", "il", "dis", "in-", "un-", "non-"}


class LocationMethod(StrEnum):
    """How a text was found."""

    RECORDED = "recorded"
    EXACT = "exact"
    SPACING = "white space"
    TYPOGRAPHY = "typography"
    OCR = "ocr"


@dataclass(frozen=True, slots=True)
class TextLocation:
    """Where a text stands: how it was found, and what share of its characters needed no edit."""

    span: Span
    method: LocationMethod
    similarity: float = 1.0


@dataclass(frozen=True, slots=True)
class LocationFailure:
    """Why a text has no span; `repeated` where it has several."""

    reason: str
    repeated: bool = False


class Locator:
    """A document in which texts are located; what is uncertain is not located."""

    def __init__(self, text: str, *, most_edits: float = MOST_EDITS) -> None:
        self.text = text
        self._searched = QuoteLocator(text)
        self._most_edits = most_edits

    @cached_property
    def _folded(self) -> CompactText:
        return CompactText(self.text, fold=True)

    def locate(self, quote: str, *, recorded: Span | None = None) -> TextLocation | LocationFailure:
        """Return the only place of a text; a recorded span is used if the text is there."""
        if not quote.strip():
            return LocationFailure("its text is empty")
        if recorded and self.text[recorded.start : recorded.end] == quote:
            return TextLocation(recorded, LocationMethod.RECORDED)
        exact = self._searched.locate(quote)
        if exact.flaw in (None, Reason.REPEATED, Reason.SPACING):
            method = LocationMethod.SPACING if exact.flaw is Reason.SPACING else LocationMethod.EXACT
            return _only(list(exact.spans), method)
        tight = CompactText(quote, fold=True).text
        places = occurrences(self._folded.text, tight) if tight else []
        if places:
            return _only([self._folded.span(at, at + len(tight)) for at in places], LocationMethod.TYPOGRAPHY)
        return self._with_edits(quote, tight)

    def _with_edits(self, quote: str, tight: str) -> TextLocation | LocationFailure:
        most = int(len(tight) * self._most_edits / 100)
        if len(tight) < SHORTEST or not most:
            return LocationFailure("its text does not occur in the file")
        places = self._places(Pattern(tight), most=most)
        if not places:
            return LocationFailure(f"its text does not occur in the file, not even with {most} edits")
        best = places[0]
        if len(places) > 1 and places[1].distance < best.distance + max(3, len(tight) * MARGIN // 100):
            return LocationFailure(f"{len(places)} places resemble its text about equally ({best.distance} edits)")
        if problem := _changed_meaning(quote, best.edits):
            return LocationFailure(f"the nearest place differs in {problem}")
        span = self._folded.span(best.start, best.end)
        return TextLocation(span, LocationMethod.OCR, round(1 - best.distance / len(tight), 4))

    def _places(self, pattern: Pattern, *, most: int) -> list[Alignment]:
        """Every place with at most so many edits, the best first; overlapping ones count as one."""
        text, found = self._folded.text, list[Alignment]()
        for window in _windows(text, pattern.text, most=most):
            ends = pattern.ends(window.slice(text), most=most)
            while ends:
                end, score = min(ends, key=lambda pair: (pair[1], self._mid_word(window.start + pair[0]), pair[0]))
                near = len(pattern.text) // 2
                ends = [pair for pair in ends if abs(pair[0] - end) > near]
                first = max(0, end - len(pattern.text) - most)
                place = pattern.align(window.slice(text)[first:end], end=end - first)
                at = window.start + first
                found.append(Alignment(place.start + at, place.end + at, place.edits, score))
        return sorted(found, key=lambda place: place.distance)

    def _mid_word(self, end: int) -> bool:
        """Whether a place that ends there would cut a word."""
        after = self._folded.span(end - 1, end).end
        return self.text[after : after + 1].isalnum()


def _only(spans: list[Span], method: LocationMethod) -> TextLocation | LocationFailure:
    if len(spans) == 1:
        return TextLocation(spans[0], method)
    return LocationFailure(f"its text occurs {len(spans)} times in the file", repeated=True)


def _windows(text: str, quote: str, *, most: int) -> list[Span]:
    """Where a place with at most so many edits could be: around every piece that is there unchanged.

    Cut into one piece more than there are edits, some piece must have been spared, so that no place is missed.
    """
    size = len(quote) // (most + 1)
    reach = len(quote) + most
    windows = [
        Span(max(0, at - cut - most), min(len(text), at - cut + reach))
        for cut in range(0, size * (most + 1), size)
        for at in occurrences(text, quote[cut : cut + size])
    ]
    return merge_spans(windows)


def _changed_meaning(quote: str, edits: tuple[Edit, ...]) -> str | None:
    """What edits say that OCR errors do not: another figure, another word, words come or gone."""
    for edit in edits:
        shown = f"{edit.wanted!r} against {edit.found!r}"
        if _has_digit(edit.found) and (_has_digit(edit.wanted) or not edit.wanted):
            return f"a figure: {shown}"
        if _has_digit(edit.wanted) and not edit.found:
            return f"a figure: {shown}"
        if len(edit.found) - len(edit.wanted) > LONGEST_GAP or (not edit.wanted and edit.found.lower() in NEGATIONS):
            return f"words that it adds: {edit.found!r}"
    # A letter read as a digit, or a digit as a letter, is an OCR error and not another word.
    misread = (edit for edit in edits if _has_digit(edit.wanted) == _has_digit(edit.found))
    edited = {edit.at + offset for edit in misread for offset in range(len(edit.wanted))}
    at = 0
    for word in quote.split():
        size = len(CompactText(word, fold=True).text)
        changed = len(edited & set(range(at, at + size)))
        if size > 1 and changed * 2 > size:
            return f"a word: {word!r}"
        at += size
    return None


def _has_digit(piece: str) -> bool:
    return any(character.isdigit() for character in piece)
