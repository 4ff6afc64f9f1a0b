"""Quotations: where an answer quotes, and whether the source contains the quoted words.

A quotation must occur in its source. What may differ is white space (a line break for a blank), the shape of quotation
marks, apostrophes and dashes (a straight or single mark for “), and characters no reader can see or tell apart. `…` or
`...` leaves words out: the parts must follow in order within one sentence or list, and what is left out must not turn
or limit what is said. A stop or comma at the very end may be the answer's own. Nothing else.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from pincite.cancellation import checkpoint
from pincite.legal.disguise import find_turns, show_turns
from pincite.legal.folding import CompactText, fold_text, fold_with_places, occurrences
from pincite.legal.sentences import sentence_ends
from pincite.spans import Span

_OPEN, _CLOSE = "“„«", "”»"
_ELLIPSIS = re.compile(r"\[?…\]?|\[?\.\s?\.\s?\.\]?")
# Signs of one length that mean the same, beyond those that folding brings together.
_TYPED = str.maketrans("—―«»", '––""')
# Double marks within a quotation are printed as single ones.
_ALIKE = str.maketrans(dict.fromkeys('“”„‟«»‹›‘’‚‛"', "'"))
_SINGLE = str.maketrans({**dict.fromkeys("“„‟", "‘"), "”": "’", "«": "‹", "»": "›"})
# Six inches stay six inches.
_STRAIGHT = re.compile(r'(?<!\d)"')
# What looks like the mark of a citation.
_NUMBERED = re.compile(r"\[(\d{1,3})\]")
_SPACED = re.compile(r"\[\s*(\d{1,3})\s*\]")
# Words that reverse or limit a sentence: an ellipsis must not hide them.
_TURNS = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|none|unless|except|excluding|without|only|provided|subject|if|until|save|"
    r"other\s+than)\b|n't\b",
    re.IGNORECASE,
)
# A quotation of more parts, with an ellipsis between each two, is not looked for.
MOST_PARTS = 10
_MOST_PLACES = 1_000
_LONGEST = 20_000


def find_quotations(text: str) -> list[Span]:
    """The ranges between quotation marks, without the marks; marks inside a quotation are part of it.

    Curly marks nest, straight ones alternate; “ opens, but closes what „ has opened. A mark that is never closed opens
    nothing.
    """
    found: list[Span] = []
    opened: list[str] = []
    start, straight = 0, False
    for at, mark in enumerate(text):
        if mark == '"' and (straight or not opened):
            if straight:
                found.append(Span(start, at))
            straight, start = not straight, at + 1
        elif straight:
            continue
        elif opened and (mark in _CLOSE or opened[-1] + mark == "„“"):
            opened.pop()
            if not opened:
                found.append(Span(start, at))
        elif mark in _OPEN:
            start = start if opened else at + 1
            opened.append(mark)
    return [span for span in found if span]


def put_in_marks(words: str) -> str:
    """Words of a document between quotation marks: nothing in them closes the quotation, or looks like a citation.

    Their own marks become single ones, and a number in brackets is spaced: “the ‘Rent’ [ 2 ]”. What would turn their
    direction is shown as a sign.
    """
    return f"“{within_marks(words)}”"


def within_marks(words: str) -> str:
    """Words of a document as they stand between quotation marks."""
    return _NUMBERED.sub(r"[ \1 ]", _STRAIGHT.sub("'", show_turns(words).translate(_SINGLE)))


def mask_quotations(text: str) -> str:
    """Replace all quotations with blanks of the same length."""
    pieces, at = [], 0
    for span in find_quotations(text):
        pieces += [text[at : span.start], " " * len(span)]
        at = span.end
    return "".join([*pieces, text[at:]])


def locate_quotation(quote: str, text: str) -> Span | None:
    """Where the words of a quotation stand in a text, from the first to the last; None where they do not."""
    quote = quote.strip()
    if not quote or len(quote) > _LONGEST or has_too_many_parts(quote):
        return None
    source, bare = _Source(text), quote.rstrip(".,;:")
    return source.locate(quote) or (source.locate(bare) if bare != quote else None)


def has_too_many_parts(quote: str) -> bool:
    """Tell whether a quotation leaves words out so often that it is not looked for."""
    return len(_parts(quote)) > MOST_PARTS


def _parts(quote: str) -> list[str]:
    return [part for part in _ELLIPSIS.split(quote.translate(_TYPED)) if part.strip()]


def _words(text: str) -> list[str]:
    return _SPACED.sub(r"[\1]", fold_text(text.translate(_ALIKE))).split()


class _Source:
    """A text in which quotations are sought."""

    def __init__(self, text: str) -> None:
        self._text = text.translate(_TYPED)
        self._squeezed = CompactText(self._text.translate(_ALIKE), fold=True)

    def locate(self, quote: str) -> Span | None:
        """Find the first place where the parts follow each other.

        The nearest place before a part leaves out the fewest words. So one chain for each place is enough, and the
        time grows with the number of parts and of places, not with that of their combinations.
        """
        parts = _parts(quote)
        if not parts:
            return None
        places = self._places(parts[0])
        if len(parts) == 1:
            return next(places, None)
        chains = list(islice(places, _MOST_PLACES))
        for part in parts[1:]:
            chains = list(islice(self._follow(chains, part), _MOST_PLACES))
        return chains[0] if chains else None

    def _follow(self, chains: list[Span], part: str) -> Iterator[Span]:
        """The chains, from their first part to their last, that go on with a part in the same sentence or list."""
        ends = [chain.end for chain in chains]
        limits = [self._limit(end) for end in ends]
        for place in self._places(part, after=ends[0]) if ends else ():
            nearest = bisect_right(ends, place.start) - 1
            if place.start < limits[nearest]:
                yield Span(chains[nearest].start, place.end)

    def _places(self, part: str, *, after: int = 0) -> Iterator[Span]:
        """Where a part stands word for word, in order."""
        wanted = CompactText(part.translate(_ALIKE), fold=True).text
        for at in occurrences(self._squeezed.text, wanted) if wanted else ():
            checkpoint()
            span = self._squeezed.span(at, at + len(wanted))
            if span.start >= after and self._is_whole(span, part):
                yield span

    def _is_whole(self, span: Span, part: str) -> bool:
        """Whether a place begins and ends at words, "may" not being in "mayor", and parts its words alike."""
        before, after = self._text[max(0, span.start - 1) : span.start], self._text[span.end : span.end + 1]
        if (before.isalnum() and part.strip()[0].isalnum()) or (after.isalnum() and part.strip()[-1].isalnum()):
            return False
        found = span.slice(self._text)
        return _words(found) == _words(part) and find_turns(found) == find_turns(part)

    def _limit(self, at: int) -> float:
        """Where what is left out from here on would hold a word that turns the sentence, or the sentence's end."""
        first = bisect_left(self._barriers, at, key=lambda barrier: barrier.start)
        return min((barrier.end for barrier in self._barriers[first : first + 2]), default=math.inf)

    @cached_property
    def _barriers(self) -> list[Span]:
        """What no ellipsis may leave out, in order: words that turn a sentence, and ends of sentences."""
        folded, places = fold_with_places(self._text)
        turns = [Span(places[found.start()], places[found.end() - 1] + 1) for found in _TURNS.finditer(folded)]
        return sorted([*turns, *sentence_ends(self._text)])
