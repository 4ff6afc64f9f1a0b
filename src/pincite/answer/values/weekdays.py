"""The days of the week that words cover: "Tuesday to Friday" covers Wednesday."""

from __future__ import annotations

import re

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAY = (
    r"(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:s|nesdays?)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|"
    r"sun(?:days?)?)"
)
# By itself a short form needs its capital: the sun, they sat, newly wed.
_ALONE = (
    r"(?:(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)days?)|(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun|"
    r"MON|TUES?|WEDS?|THU(?:RS?)?|FRI|SAT|SUN))"
)
_TO = r"\s{0,3}(?:to|until|till|through|-|–|—)\s{0,3}"
_RANGE = re.compile(rf"\b(?P<first>{_DAY}){_TO}(?P<last>{_DAY})\b", re.IGNORECASE)
_ONE = re.compile(rf"\b{_ALONE}\b")
_WORK, _REST = re.compile(r"\bweekdays?\b", re.IGNORECASE), re.compile(r"\bweekends?\b", re.IGNORECASE)


def days_in(words: str) -> frozenset[int]:
    """The days that words cover, Monday being 0."""
    found = {_number(day[0]) for day in _ONE.finditer(words)}
    for span in _RANGE.finditer(words):
        first, last = _number(span["first"]), _number(span["last"])
        found |= {(first + step) % 7 for step in range((last - first) % 7 + 1)}
    if _WORK.search(words):
        found |= set(range(5))
    if _REST.search(words):
        found |= {5, 6}
    return frozenset(found)


def _number(day: str) -> int:
    return next(i for i, name in enumerate(DAYS) if name.casefold().startswith(day[:3].casefold()))
