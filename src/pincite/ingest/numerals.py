"""Numbers written as lists write them: letters, Roman numerals and words."""

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
