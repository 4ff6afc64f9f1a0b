"""Figures of a text in one form each: amounts, percentages, dates and plain numbers, written in digits or in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

_ONES = {
    **{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
    **{"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17},
    **{"eighteen": 18, "nineteen": 19},
}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "m": 10**6, "bn": 10**9, "k": 1000}
_WORD = "|".join([*_TENS, *sorted(_ONES, key=len, reverse=True)])
_WORDS = re.compile(
    rf"\b(?:{_WORD})(?:[\s-]+(?:and\s+)?(?:{_WORD}|hundred|thousand|million|billion))*\b", re.IGNORECASE
)
# "One of the parties" counts nothing.
_PRONOUN = re.compile(
    r"\b(?:one(?=\s+(?:of|or|another|who|that|which|party)\b)|(?<=any )one|(?<=no )one)\b", re.IGNORECASE
)
_CURRENCIES = {
    "£": "GBP",
    "$": "USD",
    "€": "EUR",
    "¥": "JPY",
    "us$": "USD",
    "gbp": "GBP",
    "usd": "USD",
    "eur": "EUR",
    "czk": "CZK",
    "kč": "CZK",
    "pounds": "GBP",
    "dollars": "USD",
    "euros": "EUR",
    "euro": "EUR",
}
_NUMBER = re.compile(
    r"(?P<before>US\$|[£$€¥]|\b(?:GBP|USD|EUR|CZK)\b)?\s?"
    r"(?P<number>(?<![\w.,])\d{1,3}(?:[, \u00a0]\d{3})+(?:\.\d+)?(?![\d])|\d+(?:\.\d+)*)"
    r"(?:\s?(?P<scale>hundred|thousand|million|billion|bn|m|k)\b)?"
    r"(?:\s?(?P<after>%|per\s?cent\b|percent\b|pounds\b|dollars\b|euros?\b|Kč|GBP\b|USD\b|EUR\b|CZK\b))?",
    re.IGNORECASE,
)
_MONTHS = {"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6}
_MONTHS |= {"jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12}
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DATES = [
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+of\s+)?{_MONTH}\.?,?\s+(?P<year>\d{{4}})\b", re.I),
    re.compile(rf"\b{_MONTH}\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})\b", re.I),
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b"),
]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it counts: `unit` is a currency, `%`, `date`, or empty; `words` are as written."""

    value: str
    unit: str
    words: str


def find_figures(text: str) -> list[Figure]:
    """Every figure of a text, dates first."""
    found = []
    for pattern in _DATES:
        for date in pattern.finditer(text):
            found.append(Figure(_iso(date), "date", date[0]))
        text = pattern.sub(lambda date: " " * len(date[0]), text)
    found += [_figure(number) for number in _NUMBER.finditer(_digits(text))]
    return found


def is_borne_out(figure: Figure, by: list[Figure]) -> bool:
    """Tell whether a figure occurs among others: same value, and same unit; a bare number fits any unit."""
    return any(other.value == figure.value and figure.unit in {other.unit, ""} for other in by)


def _iso(date: re.Match[str]) -> str:
    month = date["month"]
    number = int(month) if month.isdigit() else _MONTHS[month[:3].casefold()]
    return f"{date['year']}-{number:02}-{int(date['day']):02}"


def _figure(found: re.Match[str]) -> Figure:
    after = re.sub(r"\s", "", (found["after"] or "").casefold())
    unit = "%" if after in {"%", "percent"} else _CURRENCIES.get(after or (found["before"] or "").casefold(), "")
    return Figure(_value(found["number"], found["scale"]), unit, found[0].strip())


def _value(number: str, scale: str | None) -> str:
    bare = re.sub(r"[,\s\u00a0]", "", number)
    try:
        value = Decimal(bare) * _SCALES.get((scale or "").casefold(), 1)
    except InvalidOperation:
        return bare  # a section number such as 5.2.1
    # "5.20" is another clause than "5.2", but the same amount: only whole amounts lose their zeros.
    return format(value.to_integral_value(), "f") if value == value.to_integral_value() else format(value, "f")


def _digits(text: str) -> str:
    """The text with numbers in words turned into digits."""
    return _WORDS.sub(lambda words: str(_count(words[0])), _PRONOUN.sub("an", text))


def _count(words: str) -> int:
    total, group = 0, 0
    for word in re.split(r"[\s-]+", words.casefold()):
        if word in _ONES or word in _TENS:
            group += _ONES.get(word) or _TENS[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _SCALES:
            total, group = total + max(group, 1) * _SCALES[word], 0
    return total + group
