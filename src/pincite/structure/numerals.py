"""Numerals: what the figures, letters, Roman numerals and ordinal words of a label count to."""

from __future__ import annotations

import re

_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}

_COUNTS = (
    # one to twenty, first to twentieth, and the Czech ordinals in the gender of "část" and "hlava"
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth",
    "první druhá třetí čtvrtá pátá šestá sedmá osmá devátá desátá jedenáctá dvanáctá třináctá čtrnáctá patnáctá "
    "šestnáctá sedmnáctá osmnáctá devatenáctá dvacátá",
)

WORD_VALUES = {word: i for words in _COUNTS for i, word in enumerate(words.split(), 1)}


def roman_value(letters: str) -> int | None:
    """The value of a well-formed Roman numeral in either case, or None."""
    lowered = letters.lower()
    if not lowered or len(lowered) > 15 or not _ROMAN.fullmatch(lowered):
        return None
    digits = [_ROMAN_DIGITS[letter] for letter in lowered]
    followed = [*digits[1:], 0]
    return sum(-digit if digit < after else digit for digit, after in zip(digits, followed, strict=True))


def letter_value(letters: str) -> int | None:
    """The place of a letter in an enumeration: a is 1, z is 26, aa (a letter doubled) 27; None for other words."""
    lowered = letters.lower()
    if not lowered or len(lowered) > 4 or lowered != lowered[0] * len(lowered) or not "a" <= lowered[0] <= "z":
        return None
    return 26 * (len(lowered) - 1) + ord(lowered[0]) - ord("a") + 1


def word_value(word: str) -> int | None:
    """The value of a number word or ordinal ("ONE", "First", "PRVNÍ"), or None."""
    return WORD_VALUES.get(word.lower())
