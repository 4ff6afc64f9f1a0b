"""Places inside a Czech section or article: "odst. 1, 4 písm. d)", "odst. 2 a 4", "písm. a) až c)", "odst. 1 až 3"."""

from __future__ import annotations

import re
from dataclasses import dataclass

# By depth: how keys write each unit, and what it is counted in. Headings and decisions may be all capitals.
_UNITS = ("odst.", "písm.", "bod", "věta")
_UNIT = re.compile(r"(odst\.)|(písm\.)|(bod[uůy]?(?=\s))|(vět[aěyu](?=\s))", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}(?![\d/]|\s?\.\s?\d)")
_LETTER = re.compile(r"[a-z]{1,2}\)", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:prv|druh|třet|čtvrt|pát|šest|posled)\w{1,5}", re.IGNORECASE)
_VALUES = (_NUMBER, _LETTER, _NUMBER, _ORDINAL)
_BLANK = re.compile(r"\s{1,3}")
_JOINT = re.compile(r"\s{0,2},\s{1,3}(?:(?:a|nebo)\s{1,3})?|\s{1,3}(?:a|i|nebo|či)\s{1,3}")
_RANGE = re.compile(r"\s{0,2}(?:až|-)\s{0,2}", re.IGNORECASE)
# What follows a number that is no paragraph: "odst. 1 a 30 dnů", "odst. 1 a 2 000 Kč", "odst. 1 a 2 Cdo 5/2019".
COUNTED = r"\s{1,3}(?:dn|den|týd|měs|rok|roc|let|hod|Kč|%|tis|mil|osob|kus|\d|[A-Z][A-Za-z]{1,5}\s\d)|\s?%"
_COUNTED = re.compile(COUNTED)


@dataclass(frozen=True, slots=True)
class CzechPlace:
    """A place as keys write it, "odst. 4 písm. d)", and where it stands in the text."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class _UnitLevel:
    """A unit with its number or letter: how deep it is, where it ends, and what it is, "4" or "1-3"."""

    depth: int
    end: int
    value: str


def read_places(text: str, at: int) -> list[CzechPlace]:
    """The places that stand after a section's number, each with the larger units that hold it."""
    found: list[CzechPlace] = []
    start, path = at, _inward(text, at, [])
    while path:
        label = " ".join(f"{_UNITS[level.depth]} {level.value}" for level in path)
        found.append(CzechPlace(start, path[-1].end, label))
        joint = _JOINT.match(text, path[-1].end)
        if joint is None:
            break
        start = joint.end()
        path = _following(text, start, path)
    return found


def _inward(text: str, at: int, path: list[_UnitLevel]) -> list[_UnitLevel]:
    """A path and the smaller units that stand after it: "odst. 1" and then "písm. a)"."""
    while blank := _BLANK.match(text, at):
        level = _unit_at(text, blank.end())
        if level is None or (path and level.depth <= path[-1].depth):
            break
        path, at = [*path, level], level.end
    return path


def _following(text: str, at: int, before: list[_UnitLevel]) -> list[_UnitLevel]:
    """The path of the next place of a list: its unit again, "a odst. 3", or its number alone, "a 4"."""
    alone = (_value_after(text, at, level) for level in reversed(before))
    first = _unit_at(text, at) or next(filter(None, alone), None)
    if first is None:
        return []
    return _inward(text, first.end, [*(level for level in before if level.depth < first.depth), first])


def _unit_at(text: str, at: int) -> _UnitLevel | None:
    unit = _UNIT.match(text, at)
    if unit is None or unit.lastindex is None:
        return None
    blank = _BLANK.match(text, unit.end())
    return _value_at(text, blank.end() if blank else unit.end(), unit.lastindex - 1)


def _value_after(text: str, at: int, before: _UnitLevel) -> _UnitLevel | None:
    """What goes on from another: a number or letter must be larger, and count nothing else."""
    level = _value_at(text, at, before.depth)
    if level is None or _VALUES[before.depth] is _ORDINAL:
        return level
    return level if _rises(before.value, level.value) and not _COUNTED.match(text, level.end) else None


def _value_at(text: str, at: int, depth: int) -> _UnitLevel | None:
    value = _VALUES[depth].match(text, at)
    if value is None:
        return None
    dash = _RANGE.match(text, value.end())
    last = _VALUES[depth].match(text, dash.end()) if dash else None
    if last and _rises(value[0], last[0]) and not _COUNTED.match(text, last.end()):
        return _UnitLevel(depth, last.end(), f"{value[0]}-{last[0]}".lower())
    return _UnitLevel(depth, value.end(), value[0].lower())


def _rises(first: str, last: str) -> bool:
    """Tell whether one value comes after another; of a range its end counts."""
    one, other = first.lower().rpartition("-")[2], last.lower().partition("-")[0]
    return (len(one), one) < (len(other), other)
