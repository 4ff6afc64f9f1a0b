"""Finding a quoted passage in the text it was quoted from."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from pincite.bench.draft import Reason
from pincite.spans import Span

# What CUAD and MAUD write where a quote passes over words.
OMISSION = "<omitted>"

_WORD = re.compile(r"\S+")
# Marks that Unicode does not decompose into the ASCII ones a typist uses for them.
_TYPED = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–−", "-"),
    **dict.fromkeys("—―", "--"),
}


@lru_cache(maxsize=4096)
def fold_character(character: str) -> str:
    """A character as typed on an ASCII keyboard, or itself where there is no such form; invisible ones vanish."""
    if character in _TYPED:
        return _TYPED[character]
    if unicodedata.category(character) in {"Cf", "Co", "Cn", "Cs"}:
        return ""
    parts = unicodedata.normalize("NFKD", character)
    kept = "".join(_TYPED.get(part, part) for part in parts if not unicodedata.combining(part))
    return "".join(kept.split())


class Squeezed:
    """A text without its white space, each character knowing where it stood; folded to ASCII where asked."""

    def __init__(self, text: str, *, fold: bool = False) -> None:
        kept: list[str] = []
        starts: list[int] = []
        for match in _WORD.finditer(text):
            word = match.group()
            if not fold or word.isascii():
                kept.append(word)
                starts.append(match.start())
                continue
            for at, character in enumerate(word, match.start()):
                for folded in character if character.isascii() else fold_character(character):
                    kept.append(folded)
                    starts.append(at)
        self.text = "".join(kept)
        # A run of kept characters begins at each of these source offsets, and at each of these squeezed ones.
        self._starts = starts
        self._runs = list(accumulate(map(len, kept), initial=0))
        self._length = len(text)

    def span(self, start: int, end: int) -> Span:
        """The source of a squeezed range, white space inside it included."""
        return Span(self._source(start), self._source(end - 1) + 1)

    def span_to_next(self, start: int, end: int) -> Span:
        """The same, running on over the white space to the next character, as MAUD's published spans do."""
        return Span(self._source(start), self._source(end) if end < len(self.text) else self._length)

    def _source(self, at: int) -> int:
        run = bisect_right(self._runs, at) - 1
        return self._starts[run] + at - self._runs[run]


@dataclass(frozen=True, slots=True)
class Located:
    """Where a quote stands, and what kept it from standing there exactly once, if anything did."""

    spans: tuple[Span, ...]
    flaw: Reason | None = None


class Searched:
    """A text in which quotes are sought."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def squeezed(self) -> Squeezed:
        """The text without white space, made for the first quote that needs it."""
        return Squeezed(self.text)

    def locate(self, quote: str) -> Located:
        """Every place of a quote: exact ones, else those that differ in white space only."""
        if not quote:
            return Located((), Reason.EMPTY)
        exact = occurrences(self.text, quote)
        if exact:
            spans = tuple(Span(at, at + len(quote)) for at in exact)
            return Located(spans, Reason.REPEATED if len(exact) > 1 else None)
        if OMISSION in quote:
            return self._locate_pieces([tight for piece in quote.split(OMISSION) if (tight := "".join(piece.split()))])
        tight = "".join(quote.split())
        loose = occurrences(self.squeezed.text, tight) if tight else []
        spans = tuple(self.squeezed.span(at, at + len(tight)) for at in loose)
        return Located(spans, Reason.SPACING if spans else Reason.ABSENT)

    def _locate_pieces(self, pieces: list[str]) -> Located:
        """The pieces of a quote with omissions, in reading order after the first, which must stand only once."""
        text, at, spans = self.squeezed.text, 0, []
        if pieces and len(occurrences(text, pieces[0])) > 1:
            return Located((), Reason.REPEATED)
        for piece in pieces:
            start = text.find(piece, at)
            if start == -1:
                return Located((), Reason.ABSENT)
            at = start + len(piece)
            spans.append(self.squeezed.span(start, at))
        return Located(tuple(spans), Reason.OMITTED)


def occurrences(text: str, quote: str) -> list[int]:
    """Where a quote begins, each occurrence sought after the end of the one before, as the original does."""
    found: list[int] = []
    at = text.find(quote)
    while at != -1:
        found.append(at)
        at = text.find(quote, at + len(quote))
    return found
