"""Figures: amounts, percentages, dates, durations, ordinals and counts, each with its unit and what it counts."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import takewhile

from pincite.legal.durations import TIME_UNITS
from pincite.legal.folding import fold_text
from pincite.legal.numerals import WORD_VALUES
from pincite.legal.wording import WordToken, stem, tokenize

_ONES = {word: WORD_VALUES[word] for word in (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)}  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "m": 10**6, "bn": 10**9, "k": 1000}
_WORD = "|".join([*_TENS, *sorted(_ONES, key=len, reverse=True)])
_WORDS = re.compile(
    rf"\b(?:{_WORD})(?:[\s-]+(?:and\s+)?(?:{_WORD}|hundred|thousand|million|billion))*\b", re.IGNORECASE
)
_ORDINALS = (
    "second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
)
_ORDINAL_WORD = re.compile(rf"\b(?:{_ORDINALS.replace(' ', '|')})\b(?!\s+part(?:y|ies)\b)", re.IGNORECASE)
# "One of the parties" is not a count.
_PRONOUN = re.compile(
    r"\b(?:one(?=\s+(?:of|or|another|who|that|which|party|for|to|hand)\b)|(?<=\bany )one|(?<=\bno )one|(?<=every )one|"
    r"(?<=even )one)\b",
    re.IGNORECASE,
)
# "thirty (30)" is one figure, written twice.
_TWICE = re.compile(r"(\d[\d,.]{0,30})\s{0,9}\(\s{0,9}[£$€]?\s{0,9}\1\s{0,9}%?\s{0,9}\)")
# "between 14 and 7 days" has two figures in days.
_RANGE = re.compile(
    r"\b(\d+)(\s+(?:and|to|or)\s+)(\d+)(\s+(?:business\s+|working\s+)?(?:days|weeks|months|years|hours)\b|\s?%)",
    re.IGNORECASE,
)
# "Within a month" and "a fortnight's notice" have a figure; "twice a month" has none.
_ONE_PERIOD = re.compile(
    r"(?P<before>\b(?:within|after|at\s+(?:least|most)|(?:more|less|longer|later)\s+than|(?:period|notice|term)\s+of)\s+)?"
    r"\ban?(?=\s+(?:fortnight|week|month|year)\b(?!-)"
    r"(?(before)|'?s?\s+(?:(?:prior|written|clear|advance)\s+){0,2}notice\b))",
    re.IGNORECASE,
)
# Numerals of Chinese and Japanese that stand for themselves, in no word.
_HAN_DIGITS = {sign: value for value, signs in enumerate(("〇零", "一", "二两兩", *"三四五六七八九")) for sign in signs}
_HAN_SCALES = {"十": 10, "百": 100, "千": 1000}
_HAN = re.compile(rf"(?<![^\W\d_a-zA-Z])[{''.join([*_HAN_DIGITS, *_HAN_SCALES])}]{{1,9}}(?![^\W\d_a-zA-Z])")
_TIMES = re.compile(r"\btwice\b", re.IGNORECASE)
# Numbers of clauses, laws and exhibits are not figures; they are checked as references.
_REFERENCE = re.compile(
    r"\b(?:sections?|sec\.|clauses?|articles?|art\.|rules?|paragraphs?|para\.|schedules?|exhibits?|annex(?:es)?|parts?|"
    r"regulations?|chapters?|appendix|no\.|nos\.|item|form|step|figure|table|page|version)\s+"
    r"(?:\(?\d+[A-Z]?(?:\.\d+)*\)?(?:\(\w{1,4}\))*(?:\s*(?:,|and|or|to|-)\s*(?=\d))?)+"
    r"|(?<!§)§+\s?\d[\w.()-]*|\b(?:act|regulations?|order|code|statute|rules)(?:,?\s+(?:of\s+)?\d{4})\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?m)^[^\S\n]*+\(?\d{1,3}(?:\.\d{1,3})*[.)]\s+(?=\S)|\(\d{1,2}\)\s(?=[a-zA-Z])")
_CURRENCIES = {
    **{"£": "GBP", "$": "USD", "€": "EUR", "¥": "JPY", "us$": "USD", "gbp": "GBP", "usd": "USD", "eur": "EUR"},
    **{"czk": "CZK", "kc": "CZK", "pounds": "GBP", "dollars": "USD", "euros": "EUR", "euro": "EUR"},
}
_NUMBER = re.compile(
    r"(?P<before>US\$|[£$€¥]|\b(?:GBP|USD|EUR|CZK)\b)?\s?"
    r"(?P<number>(?<![\w.,])\d{1,3}(?:[, \u00a0]\d{3})+(?:\.\d+)?(?![\d])|(?:(?<=\s)|(?<=^))\.\d+|\d+(?:\.\d+)*)"
    r"(?P<ordinal>st|nd|rd|th\b)?"
    r"(?:\s?(?P<scale>hundred|thousand|million|billion|bn|m|k)\b)?"
    r"(?:\s?(?P<after>%|per\s?cent\b|percent\b|pounds\b|dollars\b|euros?\b|Kc\b|GBP\b|USD\b|EUR\b|CZK\b)"
    r"|[\s-]*(?P<kind>(?:(?:business|working|calendar|trading|banking|clear|consecutive|successive|complete|full|contract|"
    r"whole|further|additional|other|more|extra|paid|unpaid|straight|solid)[\s-]+){0,2})"
    rf"(?P<span>{'|'.join(TIME_UNITS)})s?\b)?",
    re.IGNORECASE,
)
_WORKING = re.compile(r"(?:business|working|trading|banking)", re.IGNORECASE)
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
# A day of any year. The month has a capital: "may 5 members" holds no date.
_DAYS = [
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+of\s+)?(?=[A-Z])(?i:{_MONTH})\b"),
    re.compile(
        rf"\b(?=[A-Z])(?i:{_MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b"
        r"(?![,.]?\d|\s?%|\s+(?:business|working|calendar|day|night|week|month|year|hour)s?\b)"
    ),
]
# Durations that are said in more than one unit.
_LENGTHS = {"year": (12, "month"), "quarter": (3, "month"), "fortnight": (14, "day"), "week": (7, "day")}
_DAY_HOURS = 24
# A third and two thirds in per cent, however many decimals are written.
_THIRDS = ((re.compile(r"33\.3+"), "33.33"), (re.compile(r"66\.(?:6+7?|7)"), "66.67"))
# Periods that are said without a number.
_PERIOD_WORDS = {
    **{"annual": (1, "year"), "annually": (1, "year"), "yearly": (1, "year"), "biennial": (2, "year")},
    **{"triennial": (3, "year"), "quarterly": (1, "quarter"), "monthly": (1, "month"), "fortnightly": (14, "day")},
    **{"weekly": (1, "week"), "daily": (1, "day"), "nightly": (1, "night")},
}
_PERIOD = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_PERIOD_WORDS)})|(?:once|each|every|per|an?)\s+(?P<span>year|quarter|month|fortnight|week|day|night))\b",
    re.IGNORECASE,
)
_HALVES = re.compile(r"\d+(?:\.\d{1,2})?")
_DIGITS = re.compile(r"\b\d++\b")
# "COVID-19" is a name.
_NAMED = re.compile(r"\b[A-Z]\w*-$")
_PERIODS = frozenset({"day", "night", "week", "month", "year", "hour", "quarter"})
_NAME = 30
# A number without a unit that ends with these digits may be a sum of money.
_ROUND = "00000"
# How far from a figure the words may be that say what it is about.
REACH = 9


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it counts.

    `unit` is a currency, `%`, `date`, `ordinal`, a duration such as `day` or `business day`, or empty; then `counted`
    are the stems of what follows. `per` is the period or thing it is reckoned by. `start` and `end` are the figure's
    place in `normal_numbers(text)`.
    """

    value: str
    unit: str
    words: str
    counted: tuple[str, ...] = ()
    per: str = ""
    start: int = 0
    end: int = 0


def normal_numbers(text: str) -> str:
    """The text folded, with numbers in words turned into digits, and without the numbers of clauses and laws."""
    text = _HAN.sub(lambda numeral: str(_count_han(numeral[0])), fold_text(text))
    text = _ONE_PERIOD.sub(lambda found: f"{found['before'] or ''}1", text)
    text = _blank(_REFERENCE, _TIMES.sub("2 times", text))
    text = _ORDINAL_WORD.sub(lambda word: _ordinal(WORD_VALUES[word[0].casefold()]), text)
    text = _WORDS.sub(lambda words: str(_count(words[0])), _PRONOUN.sub("an", text))
    return _RANGE.sub(r"\1\4\2\3\4", _blank(_LABEL, _TWICE.sub(r"\1", text)))


def find_figures(text: str) -> list[Figure]:
    """Every figure of a text, dates first."""
    text = normal_numbers(text)
    found = []
    for pattern in _DATES:
        found += [
            Figure(_iso(date), "date", date[0], start=date.start(), end=date.end()) for date in pattern.finditer(text)
        ]
        text = _blank(pattern, text)
    for pattern in _DAYS:
        found += [
            Figure(_month_and_day(day), "date", day[0], start=day.start(), end=day.end())
            for day in pattern.finditer(text)
        ]
        text = _blank(pattern, text)
    tokens = tokenize(text)
    numbers = (one for one in _NUMBER.finditer(text) if not _NAMED.search(text, one.start() - _NAME, one.start()))
    return found + [_figure(number, tokens) for number in numbers]


def find_periods(text: str) -> list[Figure]:
    """The periods that a text names without a number: "triennial" is every three years, "once a year" every one."""
    found = []
    for one in _PERIOD.finditer(fold_text(text)):
        count, unit = _PERIOD_WORDS[one["word"].casefold()] if one["word"] else (1, one["span"].casefold())
        found.append(Figure(str(count), unit, one[0], start=one.start(), end=one.end()))
    return found


def is_stated_in(figure: Figure, written: list[Figure]) -> bool:
    """Tell whether a figure occurs among others: same value, same unit, same thing counted."""
    return any(fits(figure, other) for other in written)


def fits(claimed: Figure, written: Figure) -> bool:
    """Tell whether a claimed figure agrees with a written one.

    A number without a unit fits only one without; a round one that counts nothing ("two million") also fits a sum of
    money.
    """
    if written.unit == "date" and not claimed.unit and len(claimed.value) == 4:
        return written.value.startswith(claimed.value)  # a year
    if claimed.unit == written.unit == "date":
        return claimed.value == written.value or written.value.endswith(f"-{claimed.value}")
    if _is_sum(claimed) and _class(written) == "money" and claimed.value == written.value:
        return True
    if _measure(claimed) != _measure(written):
        return False
    if claimed.per and written.per and claimed.per != written.per:
        return False
    if claimed.unit or not claimed.counted or not written.counted:
        return True
    return bool(set(claimed.counted) & set(written.counted))


def are_rivals(claimed: Figure, written: Figure) -> bool:
    """Tell whether two figures of one class differ, so that one may be mistaken for the other."""
    if _class(claimed) != _class(written) or _measure(claimed) == _measure(written) or fits(claimed, written):
        return False
    return bool(claimed.unit) or bool(set(claimed.counted) & set(written.counted))


def counts_loosely(figure: Figure, said: str) -> bool:
    """Tell whether a number is used loosely: "one representative", "the two of them"."""
    return figure.value in {"1", "2"} and not figure.unit and figure.value not in _DIGITS.findall(said)


def _is_sum(figure: Figure) -> bool:
    return not figure.unit and not figure.counted and figure.value.endswith(_ROUND)


def _measure(figure: Figure) -> tuple[str, str]:
    """Return the value and unit, with durations in a common unit: two years are 24 months, 48 hours are two days."""
    if figure.unit == "hour" and figure.value.isdigit() and int(figure.value) % _DAY_HOURS == 0:
        return str(int(figure.value) // _DAY_HOURS), "day"
    if figure.unit == "%":
        return next((third for written, third in _THIRDS if written.fullmatch(figure.value)), figure.value), "%"
    times, unit = _LENGTHS.get(figure.unit, (1, figure.unit))
    if times > 1 and _HALVES.fullmatch(figure.value):
        return format((Decimal(figure.value) * times).normalize(), "f"), unit
    return figure.value, unit


def _class(figure: Figure) -> str:
    if figure.unit.split(" ")[-1] in TIME_UNITS:
        return "duration"
    return figure.unit if figure.unit in {"%", "date", "ordinal", ""} else "money"


def _blank(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: re.sub(r"\d", " ", found[0]), text)


def _iso(date: re.Match[str]) -> str:
    return f"{date['year']}-{_month_and_day(date)}"


def _month_and_day(date: re.Match[str]) -> str:
    month = date["month"]
    number = int(month) if month.isdigit() else _MONTHS[month[:3].casefold()]
    return f"{number:02}-{int(date['day']):02}"


def _ordinal(number: int) -> str:
    return f"{number}{ {2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _figure(found: re.Match[str], tokens: tuple[WordToken, ...]) -> Figure:
    unit = _unit(found)
    # Tokens are in order, so use binary search: a text may consist of nothing but figures.
    first = bisect_left(tokens, found.end(), key=lambda token: token.start)
    last = bisect_right(tokens, found.start("number"), key=lambda token: token.end)
    after, before = list(tokens[first : first + 6]), list(tokens[max(0, last - 4) : last])
    counted = (
        () if unit and unit != "ordinal" else tuple(token.stem for token in takewhile(lambda one: one.stem, after[:3]))
    )
    value = _value(found["number"], found["scale"])
    words = " ".join(found[0].split())
    return Figure(value, unit, words, counted, _per(before, after), found.start(), found.end())


def _unit(found: re.Match[str]) -> str:
    if found["ordinal"]:
        return "ordinal"
    if found["span"]:
        working = _WORKING.search(found["kind"])
        return f"business {found['span'].casefold()}" if working else found["span"].casefold()
    after = re.sub(r"\s", "", (found["after"] or "").casefold())
    return "%" if after in {"%", "percent"} else _CURRENCIES.get(after or (found["before"] or "").casefold(), "")


def _per(before: list[WordToken], after: list[WordToken]) -> str:
    """What a figure is reckoned by: "£5,000 for each day", "a yearly rent of £48,000"."""
    for at, token in enumerate(after[:-1]):
        follower = next(
            (one for one in after[at + 1 :] if one.word not in {"calendar", "contract", "full", "such"}), None
        )
        if follower is None:
            break
        if token.word in {"each", "per", "every"} or (
            token.word in {"a", "any"} and at < 3 and follower.stem in _PERIODS
        ):
            return follower.stem
    adjectives = [token.stem for token in before if token.word in {"yearly", "annual", "monthly", "weekly", "daily"}]
    return adjectives[-1] if adjectives else ""


def _value(number: str, scale: str | None) -> str:
    bare = re.sub(r"[,\s\u00a0]", "", number)
    try:
        value = Decimal(bare) * _SCALES.get((scale or "").casefold(), 1)
    except InvalidOperation:
        return bare  # a section number such as 5.2.1
    # "5.20" and "5.2" are different clauses but the same amount: only amounts lose trailing zeros.
    return format(value.to_integral_value(), "f") if value == value.to_integral_value() else format(value, "f")


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


def _count_han(numeral: str) -> int:
    if not set(numeral) & set(_HAN_SCALES):
        return int("".join(str(_HAN_DIGITS[sign]) for sign in numeral))
    total, digit = 0, 0
    for sign in numeral:
        if sign in _HAN_SCALES:
            total, digit = total + max(digit, 1) * _HAN_SCALES[sign], 0
        else:
            digit = _HAN_DIGITS[sign]
    return total + digit


def contexts_of(figures: Sequence[Figure], text: str) -> list[set[str]]:
    """The stems of the words around each figure of a sentence, itself aside; `text` is it after `normal_numbers`.

    The only figure of its class has the whole sentence for itself.
    """
    tokens = tokenize(text)
    counts = Counter(_class(figure) for figure in figures)
    return [_context(figure, tokens, alone=counts[_class(figure)] < 2) for figure in figures]


def _context(figure: Figure, tokens: tuple[WordToken, ...], *, alone: bool) -> set[str]:
    at = bisect_right(tokens, figure.start, key=lambda token: token.end)
    near = tokens[max(0, at - REACH) : at] + tuple(
        token for token in tokens[at : at + REACH] if token.start >= figure.end
    )
    around = tokens if alone else near
    return {token.stem for token in around if token.stem and not token.word[0].isdigit()} - {stem(figure.unit)}
