"""Typos in questions: a word that is neither a common word nor in the documents is read as the word it misspells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import ascii_lowercase

from pincite.legal.languages import ENGLISH, STOP_WORDS, question_language
from pincite.ports.store import SearchBackend
from pincite.tokens import load_tokenizer

POSSESSIVE = re.compile(r"(?:'s|’s|s'|s’|'|’)$")
# Short words have too many neighbours, and capitalised words may be names: these are never changed.
_WORD = re.compile(r"(?<![\w'’.@/-])[a-z]{5,24}(?![\w'’@/-])")
# A short word is read as one of these where it lacks one of its letters, or has two of them swapped.
_SHORT = re.compile(r"(?<![\w'’.@/-])[a-z]{3,6}(?![\w'’@/-])")
_SMALL_WORDS = frozenset(
    """
    about each every from have list must that the their there these they this what when where which with
    """.split()  # noqa: SIM905 - a list to be read
)
# Short forms as they are typed without their apostrophe; none of these is another word of English.
_SHORTENED = {
    **{f"{word}s": f"{word}'s" for word in ("what", "where", "when", "who", "how", "that", "there", "here")},
    **{
        f"{verb}nt": f"{verb}n't"
        for verb in "do does did is are was were has have had would could should must".split()  # noqa: SIM905
    },
    **{"cant": "can't", "wont": "won't", "im": "I'm", "ive": "I've", "weve": "we've", "theyve": "they've"},
    **{"youve": "you've", "theyre": "they're", "youre": "you're", "theyll": "they'll", "youll": "you'll"},
}
_SHORTENED_WORD = re.compile(rf"(?<![\w'’.@/-])(?:{'|'.join(_SHORTENED)})(?![\w'’@/-])", re.IGNORECASE)
# A word of leases and deeds that the models' vocabulary lacks.
_RARE = frozenset({"abut"})
_SHORTEST = 3
# Adding a letter to a word of this length or more hardly ever gives another word.
_LONG = 8
# Only the first words of a question are checked: each unknown one costs a search.
_MOST = 60


class Speller:
    """Replaces misspelt words of a question by words of the documents."""

    def __init__(self, backend: SearchBackend) -> None:
        self._backend = backend

    def correct(self, question: str) -> str:
        """Return the question with misspelt words replaced; words that may be right stay as they are."""
        if question_language(question, STOP_WORDS) in (ENGLISH, None):
            question = _SHORTENED_WORD.sub(_with_apostrophe, question)
        question = _SHORT.sub(lambda word: self._correct_small(word[0]), question, count=_MOST)
        return _WORD.sub(lambda word: self._correct(word[0]), question, count=_MOST)

    def _correct_small(self, word: str) -> str:
        if word in english_words() or word in _RARE:
            return word
        near = [other for other in _small_neighbours(word) if other in _SMALL_WORDS]
        return near[0] if near and not self._occurs(word) else word

    def _correct(self, word: str) -> str:
        known = english_words()
        if word in known or self._occurs(word):
            return word
        near = sorted((other for other in _neighbours(word) if other in known), key=lambda other: known[other])
        return next((other for other in near if self._occurs(other)), word)

    def _occurs(self, word: str) -> bool:
        return bool(self._backend.matching(word, k=1))


@cache
def english_words() -> Mapping[str, int]:
    """Return the whole words of the models' vocabulary with their ids; common words have low ids."""
    return {word: number for word, number in load_tokenizer().get_vocab().items() if word.isalpha()}


def is_ordinary(word: str) -> bool:
    """Tell whether a word is one of the language, whatever else it may name."""
    return POSSESSIVE.sub("", word).casefold() in english_words()


def _with_apostrophe(word: re.Match[str]) -> str:
    """A short form with its apostrophe; a name in capitals stays."""
    full = _SHORTENED[word[0].casefold()]
    if word[0].islower():
        return full
    return full[0].upper() + full[1:] if word[0].istitle() else word[0]


def _small_neighbours(word: str) -> Iterator[str]:
    """Yield the words with two letters swapped, and of a longer word those with one letter more."""
    for at in range(len(word) + 1):
        if len(word) > _SHORTEST:
            yield from (word[:at] + more + word[at:] for more in ascii_lowercase)
        yield word[: at - 1] + word[at : at + 1] + word[at - 1 : at] + word[at + 1 :] if at else word


def _neighbours(word: str) -> Iterator[str]:
    """Yield the likely intended words: one letter doubled or no longer doubled, or two letters swapped.

    For long words, also those with one more letter. Other neighbours are too often words of their own: "tweak" is not
    "weak", and "sublet" is not "subset".
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
