"""Fractions in words: half the rent is 50% of it, half a year is six months, one and a half times is 150%."""

from __future__ import annotations

import re
from fractions import Fraction

from pincite.legal.folding import fold_text
from pincite.legal.numerals import WORD_VALUES

_COUNTS = {word: WORD_VALUES[word] for word in ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")}
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}
_PARTS |= {"ninth": 9, "tenth": 10, "twelfth": 12}
_COUNT = rf"(?:{'|'.join(_COUNTS)}|\d{{1,2}})"
# What a fraction may be of, to be reckoned in it: half a year, a quarter of an hour, half of one per cent.
_OF = (
    r"(?P<of>\s+(?:of\s+)?an?\s+(?P<unit>year|hour|week|month|hundred|thousand|million|billion)\b"
    r"|\s+(?:of\s+)?(?:(?:an?|one|1)\s?)?(?P<points>per\s?cent\b|%))?"
)
# Half years as a noun. "The second half of the year" and "half-yearly" are no fractions.
_HALF_YEAR = re.compile(r"(?<!first )(?<!second )(?<!last )\bhalf[\s-]year\b", re.IGNORECASE)
_MIXED = re.compile(
    rf"\b(?P<whole>{_COUNT}|time)\s+and\s+(?:a|one)[\s-](?P<part>half|third|quarter)\b(?P<times>\s+times\b)?",
    re.IGNORECASE,
)
_TIMES = re.compile(r"(?<![\d.,])(?P<number>\d{1,2}\.\d{1,2})\s+times\b", re.IGNORECASE)
_SIGNS = re.compile(
    r"(?<![\d/.,])(?:(?P<whole>\d{1,3})[\s-])?(?P<count>\d)/(?P<part>\d)(?![\d/])"
    r"(?:(?P<points>\s?(?:%|per\s?cent\b))|(?=(?:rds|ths)?\)|\s+(?:of|majority)\b))",
    re.IGNORECASE,
)
_WORDS = re.compile(
    rf"(?P<by>\bby\s+)?\b(?:(?P<count>an?|{_COUNT})(?P<join>[\s-]))?"
    rf"(?P<part>{'|'.join(_PARTS)})(?P<many>s)?\b{_OF}"
    r"(?P<share>(?=\s+(?:of\b(?!\s+\d)|majority\b)))?"
    # "Reduced by a third."
    r"(?P<end>(?=\s?[.,;:)]|\s?\Z|\s(?:in|if|when|where|for|and|or|on|at|each|every|after)\b))?",
    re.IGNORECASE,
)
# "The first half" is a part of a match; "half-day" and "half past" are words of their own.
_NO_SHARE_BEFORE = re.compile(r"\b(?:first|second|other|last|latter|former|each|either|both|this)\s$", re.IGNORECASE)
_NO_SHARE_AFTER = re.compile(
    r"-|\s+(?:an?\s+)?(?:day|year|hour|term|time|past|way|brother|sister|dozen)s?\b", re.IGNORECASE
)
_PARTY = re.compile(r"[\s-]part(?:y|ies)\b", re.IGNORECASE)
# "33⅓", once folded: the digit before the stroke is the fraction's own.
_FOLDED = re.compile(r"(?<=\d)(\d\u2044\d)(?!\d)")
_BEFORE, _AFTER = 8, 24
_IN_SMALLER = {"year": (12, "months"), "hour": (60, "minutes")}


def fractions_in_figures(text: str) -> str:
    """The text folded, with fractions as percentages, those of a year in months and of an hour in minutes."""
    text = _FOLDED.sub(r" \1", fold_text(text)).replace("\u2044", "/")
    text = _HALF_YEAR.sub("6 months", text)
    text = _MIXED.sub(_mixed, text)
    text = _TIMES.sub(lambda found: f"{_decimal(Fraction(found['number']) * 100)}%", text)
    return _WORDS.sub(_in_words, _SIGNS.sub(_in_signs, text))


def _mixed(found: re.Match[str]) -> str:
    whole = found["whole"].casefold()
    value = (1 if whole == "time" else _number(whole)) + Fraction(1, _PARTS[found["part"].casefold()])
    return f"{_decimal(value * 100)}%" if found["times"] or whole == "time" else _decimal(value)


def _in_signs(found: re.Match[str]) -> str:
    if found["part"] == "0" or int(found["count"]) >= int(found["part"]):
        return found[0]
    value = int(found["whole"] or 0) + Fraction(int(found["count"]), int(found["part"]))
    return f"{_decimal(value)}%" if found["points"] else f"{_decimal(value * 100)}%"


def _in_words(found: re.Match[str]) -> str:
    count = (found["count"] or "").casefold()
    value = Fraction(_number(count), _PARTS[found["part"].casefold()])
    if value >= 1 or not _is_share(found, count):
        return found[0]
    by = found["by"] or ""
    if unit := (found["unit"] or "").casefold():
        times, name = _IN_SMALLER.get(unit, (1, unit))
        return f"{by}{_decimal(value * times)} {name}"
    return f"{by}{_decimal(value if found['points'] else value * 100)}%"


def _is_share(found: re.Match[str], count: str) -> bool:
    """Tell whether words are a fraction, and no ordinal ("a third copy") or quarter of a year ("three quarters")."""
    part, several = found["part"].casefold(), bool(found["many"])
    if part == "half":
        before = found.string[max(0, found.start() - _BEFORE) : found.start()]
        after = found.string[found.end() : found.end() + _AFTER]
        return not several and not _NO_SHARE_BEFORE.search(before) and not _NO_SHARE_AFTER.match(after)
    if not count or part == "third" and _PARTY.match(found.string, found.end()):
        return False
    sure = found["share"] is not None or bool(found["of"]) or bool(found["by"] and found["end"] is not None)
    hyphened = found["join"] == "-"
    if _number(count) > 1:
        return several and (part != "quarter" or sure or hyphened) or hyphened and sure
    return not several and (sure or part != "quarter" and count not in {"a", "an"})


def _number(count: str) -> int:
    return int(count) if count.isdecimal() else _COUNTS.get(count, 1)


def _decimal(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
