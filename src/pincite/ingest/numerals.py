"""Numbers written as lists write them: letters and Roman numerals."""

from __future__ import annotations

_ROMAN = {
    "m": 1000,
    "cm": 900,
    "d": 500,
    "cd": 400,
    "c": 100,
    "xc": 90,
    "l": 50,
    "xl": 40,
    "x": 10,
    "ix": 9,
    "v": 5,
    "iv": 4,
    "i": 1,
}
ROMAN_LIMIT = 4000


def to_roman(number: int) -> str:
    """A number below the limit in lower-case Roman numerals; digits where Rome had no way to write it."""
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
