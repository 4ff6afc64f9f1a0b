"""Numerals: letters, Roman numerals and number words of labels, read and written."""

from __future__ import annotations

import re

_WELL_FORMED = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
# Roman numerals in descending order; four and nine have signs of their own.
_ROMAN = {
    **{"m": 1000, "cm": 900, "d": 500, "cd": 400, "c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10, "ix": 9, "v": 5},
    **{"iv": 4, "i": 1},
}
ROMAN_LIMIT = 4000

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

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_IRREGULAR = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def roman_value(letters: str) -> int | None:
    """The value of a well-formed Roman numeral in either case, or None."""
    lowered = letters.lower()
    if not lowered or len(lowered) > 15 or not _WELL_FORMED.fullmatch(lowered):
        return None
    digits = [_ROMAN[letter] for letter in lowered]
    followed = [*digits[1:], 0]
    return sum(-digit if digit < after else digit for digit, after in zip(digits, followed, strict=True))


def suffix_order(suffix: str) -> str:
    """The letters after a number as they sort: 5ZA, put in between 5 and 5A, comes before 5A, and 5AA after it."""
    return re.sub(r"Z(?=[A-Z])", "@", suffix)  # the sign right before A


def letter_value(letters: str) -> int | None:
    """The place of a letter in an enumeration: a is 1, z is 26, aa (a letter doubled) 27; None for other words."""
    lowered = letters.lower()
    if not lowered or len(lowered) > 4 or lowered != lowered[0] * len(lowered) or not "a" <= lowered[0] <= "z":
        return None
    return 26 * (len(lowered) - 1) + ord(lowered[0]) - ord("a") + 1


def word_value(word: str) -> int | None:
    """The value of a number word or ordinal ("ONE", "First", "PRVNÍ"), or None."""
    return WORD_VALUES.get(word.lower())


def to_roman(number: int) -> str:
    """A number below the limit in lower-case Roman numerals; zero and negative numbers stay in digits."""
    if not 0 < number < ROMAN_LIMIT:
        return str(number)
    digits = ""
    for numeral, value in _ROMAN.items():
        times, number = divmod(number, value)
        digits += numeral * times
    return digits


def to_letters(number: int) -> str:
    """A number in letters as browsers count: after z come aa and ab."""
    if number < 1:
        return str(number)
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def to_repeated_letters(number: int) -> str:
    """A number in letters as word processors count: after z come aa and bb."""
    if not 0 < number <= 780:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def to_words(number: int) -> str:
    """A number below a hundred in English words; larger ones in digits."""
    if not 0 <= number < 100:
        return str(number)
    if number < 20:
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    return _TENS[tens] + (f"-{_UNITS[unit]}" if unit else "")


def to_ordinal_words(number: int) -> str:
    """A rank below a hundred in English words; larger ones in digits."""
    if not 0 < number < 100:
        return str(number)
    head, hyphen, last = to_words(number).rpartition("-")
    last = _IRREGULAR.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return head + hyphen + last
