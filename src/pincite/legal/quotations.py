"""Quotations: where an answer quotes, and whether the source contains the quoted words.

A quotation must occur in its source. What may differ is white space (a line break for a blank), the shape of quotation
marks, apostrophes and dashes (a straight mark for a curly one), and characters no reader can see or tell apart. `…` or
`...` leaves words out: the parts must follow in order within one sentence or list, and what is left out must not turn
or limit what is said. A stop or comma at the very end may be the answer's own. Nothing else.
"""

from __future__ import annotations

import re
from itertools import islice

from pincite.legal.folding import CompactText, fold_text, occurrences
from pincite.legal.sentences import is_one_sentence
from pincite.spans import Span

_OPEN, _CLOSE = "“„«", "”»"
_ELLIPSIS = re.compile(r"\[?…\]?|\[?\.\s?\.\s?\.\]?")
# Marks of one length that mean the same, beyond those that folding brings together.
_ALIKE = str.maketrans("—―«»", '––""')
# Words that reverse or limit a sentence: an ellipsis must not hide them.
_TURNS = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|none|unless|except|excluding|without|only|provided|subject|if|until|save|"
    r"other\s+than)\b|n't\b",
    re.IGNORECASE,
)
_MOST_PLACES = 50
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
    if not quote or len(quote) > _LONGEST:
        return None
    source = _Source(text)
    return source.locate(quote) or source.locate(quote.rstrip(".,;:"))


class _Source:
    """A text in which quotations are sought."""

    def __init__(self, text: str) -> None:
        self._text = text.translate(_ALIKE)
        self._squeezed = CompactText(self._text, fold=True)

    def locate(self, quote: str) -> Span | None:
        parts = [part for part in _ELLIPSIS.split(quote.translate(_ALIKE)) if part.strip()]
        if not parts:
            return None
        for start in self._places(parts[0]):
            end = self._follow(parts[1:], start)
            if end is not None:
                return Span(start.start, end)
        return None

    def _follow(self, parts: list[str], last: Span) -> int | None:
        """Where the last of the parts ends, each within the sentence or list of the one before it."""
        if not parts:
            return last.end
        for place in self._places(parts[0], after=last.end):
            if not self._may_be_left_out(Span(last.end, place.start)):
                continue
            end = self._follow(parts[1:], place)
            if end is not None:
                return end
        return None

    def _places(self, part: str, *, after: int = 0) -> list[Span]:
        """Where a part stands word for word; a limited number of places."""
        wanted = CompactText(part, fold=True).text
        if not wanted:
            return []
        spans = (self._squeezed.span(at, at + len(wanted)) for at in occurrences(self._squeezed.text, wanted))
        kept = (span for span in spans if span.start >= after and self._is_whole(span, part))
        return list(islice(kept, _MOST_PLACES))

    def _is_whole(self, span: Span, part: str) -> bool:
        """Whether a place begins and ends at words, "may" not being in "mayor", and parts its words alike."""
        before, after = self._text[max(0, span.start - 1) : span.start], self._text[span.end : span.end + 1]
        if (before.isalnum() and part.strip()[0].isalnum()) or (after.isalnum() and part.strip()[-1].isalnum()):
            return False
        return fold_text(span.slice(self._text)).split() == fold_text(part).split()

    def _may_be_left_out(self, gap: Span) -> bool:
        left_out = gap.slice(self._text)
        return not _TURNS.search(fold_text(left_out)) and is_one_sentence(self._text, gap)
