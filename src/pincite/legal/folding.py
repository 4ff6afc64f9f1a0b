"""Folding: normalise texts for comparison, whatever characters they are written with."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from pincite.legal.disguise import STROKES
from pincite.spans import Span

_WORD = re.compile(r"\S+")
# Marks that Unicode does not decompose into the ASCII ones a typist uses for them.
_TYPED = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–−", "-"),
    **dict.fromkeys("—―", "--"),
}
# Cyrillic and Greek letters that look like Latin ones, which no reader can tell apart.
_LOOKALIKES = {
    **dict(zip("аеорсухіјѕԁԛԝһӏпгк", "aeopcyxijsdqwhlnrk", strict=True)),
    **dict(zip("АВЕЅІЈКМНОРСТУХҮԌԚԜ", "ABESIJKMHOPCTYXYGQW", strict=True)),
    **dict(zip("αιοκνρτυχϲϳγ", "aioknptuxcjy", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC", strict=True)),
    **dict(zip("ıɑɡʟꓳ", "iaglO", strict=True)),
}
_UNSEEN = frozenset({"Cf", "Co", "Cn", "Cs"})


@lru_cache(maxsize=4096)
def fold_character(character: str) -> str:
    """A character as typed on an ASCII keyboard, or itself where there is no such form; invisible ones vanish."""
    if character in _TYPED:
        return _TYPED[character]
    if unicodedata.category(character) in _UNSEEN:
        return ""
    parts = unicodedata.normalize("NFKD", character)
    # A stroke through a letter says that it does not count.
    kept = "".join(_TYPED.get(part, part) for part in parts if part in STROKES or not unicodedata.combining(part))
    return "".join(_LOOKALIKES.get(part, part) for part in kept if not part.isspace())


def fold_text(text: str) -> str:
    """A text folded character by character; white space of any kind stays as a blank or a line break.

    An em dash keeps blanks around it, so that it joins no words. Signs such as "€" and "§" stay.
    """
    if text.isascii():
        return text
    return "".join(letter if letter.isascii() else _fold_in_line(letter) for letter in text)


def fold_with_places(text: str) -> tuple[str, list[int]]:
    """A text folded, and for each of its characters the place of the one it comes from."""
    letters = [letter if letter.isascii() else _fold_in_line(letter) for letter in text]
    return "".join(letters), [at for at, letter in enumerate(letters) for _ in letter]


def _fold_in_line(character: str) -> str:
    if character.isspace():
        return "\n" if character in "\x85\u2028\u2029" else " "
    return " - " if character in "—―" else fold_character(character)


class CompactText:
    """A text without its white space, with the original position of each character; optionally folded to ASCII."""

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


def occurrences(text: str, quote: str) -> list[int]:
    """Where a quote begins, each occurrence sought after the end of the one before, as the original does."""
    found: list[int] = []
    at = text.find(quote)
    while at != -1:
        found.append(at)
        at = text.find(quote, at + len(quote))
    return found
