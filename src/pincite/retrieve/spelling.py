"""Slips of the pen in a question: a word that neither English nor the documents have, read as the one it is near to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import ascii_lowercase

from pincite.ports.store import SearchBackend
from pincite.tokens import load_tokenizer

# Short words have too many neighbours, and words with a capital may be names: what names a thing is never changed.
_WORD = re.compile(r"(?<![\w'’.@/-])[a-z]{5,24}(?![\w'’@/-])")

# Letters of a word that is so long that one letter more makes no other word.
_LONG = 8


class Speller:
    """Reads misspelt words of a question as words of the documents."""

    def __init__(self, backend: SearchBackend) -> None:
        self._backend = backend

    def correct(self, question: str) -> str:
        """Give the question with each misspelt word replaced; a word that may be right stays."""
        return _WORD.sub(lambda word: self._correct(word[0]), question)

    def _correct(self, word: str) -> str:
        known = _english_words()
        if word in known or self._occurs(word):
            return word
        near = sorted((other for other in _neighbours(word) if other in known), key=lambda other: known[other])
        return next((other for other in near if self._occurs(other)), word)

    def _occurs(self, word: str) -> bool:
        return bool(self._backend.matching(word, k=1))


@cache
def _english_words() -> Mapping[str, int]:
    """The whole words that the models know, each with its number: common words have low ones."""
    return {word: number for word, number in load_tokenizer().get_vocab().items() if word.isalpha()}


def _neighbours(word: str) -> Iterator[str]:
    """Give what a word is often a slip for: a letter once that was doubled, or doubled, two that changed places.

    Of long words also those with one letter more. Other neighbours are no slips that are sure: "tweak" is not "weak",
    and "sublet" is not "subset".
    """
    for at in range(len(word)):
        start, letter, end = word[:at], word[at], word[at + 1 :]
        yield start + 2 * letter + end
        if end[:1] == letter:
            yield start + end
        elif end:
            yield start + end[0] + letter + end[1:]
        if len(word) >= _LONG:
            yield from (start + more + letter + end for more in ascii_lowercase)
