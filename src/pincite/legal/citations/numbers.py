"""Numbers as citations write them: "36.14(1)(a)", "4 B", lists such as "2, 3 and 5" and ranges such as "44 to 47"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

# "(1)(a)", with the blanks that scans put in; at most six levels. "(2000)" is the year of a code's edition.
SUBDIVISIONS = r"(?:(?:\.| )?\( ?(?!(?:19|20)\d\d\))[0-9A-Za-z]{1,5}(?:\s[A-Z]{1,2})?\s?\)){0,6}"
# A letter set apart from its number, "4 B". "A" may be the article, so it counts only before a word that no noun begins
# with, or at the end of a paragraph. Scans part "3.7AA" and "3.7A1" too.
_NO_NOUN = (
    "of|to|and|or|provides?|applies|apply|sets|states|requires|is|are|was|were|does|do|has|have|shall|may|must|should|would"
    "|in|on|for|by|under|with|without|as|where|which|that|from|if|unless|before|after|at|but|also|gives?|makes?|means"
    "|contains?|deals?|needs?|will|can|cannot|could|did|only|either|not|nor|so|than|then|until|when|while|within"
)
LETTER = (
    rf"(?:A1(?![\w.])|[A-Z]{{1,2}}(?![A-Za-z])|\sA\s1(?![\d.])|\s(?:A[A-D]|Z[A-D]|[B-HJ-Z]|A(?=[\s]*[(),;:.]|\s+(?:{_NO_NOUN})\b|\s*$|[^\S\n]{{0,3}}\n\s{{0,3}}\n|\s*-))"
    r"(?![A-Za-z'’]|\.[A-Za-z]|\s{1,2}(?:1[89]|20)\d\d(?!\d)))?"
)
# A rule before the first has a letter after the stop: "55.A1".
DOTTED = rf"\d{{1,3}}[A-Z]?(?:\s?\.\s?\d{{1,3}}|\.[A-Z]\s?\d{{1,2}})(?!\d|\.\d){LETTER}{SUBDIVISIONS}"
# A section's number: "33", "33A", "194(10)", "4 B", "77q(a)(1)", "10b-5".
PLAIN = rf"\d{{1,5}}(?:[a-z]{{1,3}}(?![a-z])|{LETTER}){SUBDIVISIONS}"
# "IV", "VIIA"
ROMAN = r"(?:[IVXL]{1,6}|[IVX]{1,5}[A-D])(?![A-Za-z])"

# A list may be interrupted: "rules 19.15 (except for paragraph (1) of that rule) and 19.16", "rules 24.4 (procedure),
# 24.5 (evidence)".
_ASIDE = (
    r"(?:\s\((?:except|other|as|so|in|but)\b(?:[^()\n]|\(\w{1,4}\)){1,80}\)(?=\s(?:and|or)\s)"
    r"|\s\([a-z][^()\n]{3,80}\)(?=,\s|\s(?:and|or)\s))?"
)
_SEPARATOR = re.compile(
    _ASIDE + r"\s{0,3}(?:,\s{0,3}(?:and/or|and|or|&)?|;\s{0,3}(?:and|or)|and/or|and|or|&|/(?=\())\s{0,3}"
)
_RANGE = re.compile(r"\s{0,3}(?:-|to|through|až)\s{0,3}")
_BRACKETS = re.compile(r"(?:\([0-9A-Za-z]{1,5}(?:\s[A-Z]{1,2})?\)){1,4}")
_GROUP = re.compile(r"\(\w+\)")


@dataclass(frozen=True, slots=True)
class NumberItem:
    """A number of a list, where it stands, and the end of its range where it is one."""

    start: int
    end: int
    number: str
    last: str | None = None

    @property
    def label(self) -> str:
        """The number as keys write it: "44-47" for a range."""
        if self.last is None:
            return self.number
        return f"{self.number}-{self.last}"

    def members(self) -> list[str]:
        """Every number that a range covers, where they can be counted up; else its two ends."""
        if self.last is None:
            return [self.number]
        first, last = _split(self.number), _split(self.last)
        if first is None or last is None or first[0] != last[0] or not 0 < last[1] - first[1] < 200:
            return [self.number, self.last]
        return [f"{first[0]}{value}" for value in range(first[1], last[1] + 1)]


def read_list(
    text: str,
    at: int,
    *,
    number: re.Pattern[str],
    many: bool = True,
    lettered: bool = False,
    joint: re.Pattern[str] = _SEPARATOR,
    range_: re.Pattern[str] = _RANGE,
) -> list[NumberItem]:
    """The numbers that stand at a place, joined by commas, "and", "or", "to" or a dash.

    Where `many` is false only the first and its further subdivisions are read; with `lettered` further ones are read if
    they hold a letter. `joint` and `range_` are what stands between numbers, in another language than English.
    """
    items: list[NumberItem] = []
    for item in _items(text, at, number, joint, range_):
        named = lettered and any(letter.isalpha() for letter in item.number)
        if items and not many and not named and not _is_next(text, items[-1], item):
            break
        items.append(item)
    return items


def _is_next(text: str, before: NumberItem, item: NumberItem) -> bool:
    """Tell whether a subdivision goes on from the one before, "(h) or (i)"; "108(i), (vi) an inclusion" does not."""
    if text[item.start] != "(":
        return False
    one, other = _GROUP.findall(before.number)[-1][1:-1], _GROUP.findall(item.number)[-1][1:-1]
    if one.isdigit() and other.isdigit():
        return int(one) < int(other)
    return len(one) == len(other) == 1 and 0 < ord(other) - ord(one) < 4


def _items(
    text: str, at: int, number: re.Pattern[str], joint: re.Pattern[str], range_: re.Pattern[str]
) -> Iterator[NumberItem]:
    previous: NumberItem | None = None
    while True:
        item = _item_at(text, at, number) or (previous and _subdivision_at(text, at, previous, number))
        if not item:
            return
        item = _with_range(text, item, number, range_)
        yield item
        separator = joint.match(text, item.end)
        if not separator or "\n\n" in separator[0]:
            return
        previous, at = item, separator.end()


def _item_at(text: str, at: int, number: re.Pattern[str]) -> NumberItem | None:
    found = number.match(text, at)
    return NumberItem(at, found.end(), tidy(found[0])) if found else None


def _with_range(text: str, item: NumberItem, number: re.Pattern[str], range_: re.Pattern[str]) -> NumberItem:
    dash = range_.match(text, item.end)
    if not dash or "\n\n" in dash[0]:
        return item
    last = _item_at(text, dash.end(), number)
    if last and rises(item.number, last.number):
        return replace(item, end=last.end, last=last.number)
    short = _subdivision_at(text, dash.end(), item, number)
    return replace(item, end=short.end, last="".join(_GROUP.findall(short.number)[-1:])) if short else item


def rises(first: str, last: str) -> bool:
    """Tell whether a range can be meant: "14-7" is none, and neither is "6-46" of dotted numbers."""
    one, other = (re.match(r"(\d+)(?:\.(\d+))?", value) for value in (first, last))
    if one is None or other is None:
        return True
    return (int(one[1]), int(one[2] or 0)) <= (int(other[1]), int(other[2] or 0))


def _subdivision_at(text: str, at: int, previous: NumberItem, number: re.Pattern[str]) -> NumberItem | None:
    """Another subdivision of the number before: "(4)" or "(4)(a)" after "12.4(3)"."""
    found = _BRACKETS.match(text, at)
    groups = _GROUP.findall(previous.number)
    if not found or not groups:
        return None
    group = tidy(found[0])
    same = [at for at, other in enumerate(groups) if other[1].isdigit() == group[1].isdigit()]
    if not same:
        return None
    base = previous.number[: previous.number.index("(")]
    return NumberItem(at, found.end(), base + "".join(groups[: same[-1]]) + group)


def tidy(number: str) -> str:
    """A number without blanks, and without a stop before a bracket: "31.5. (7)" is "31.5(7)"."""
    return re.sub(r"\.(?=\()", "", "".join(number.split()))


def _split(number: str) -> tuple[str, int] | None:
    """The part of a number before its last whole number, and that number."""
    found = re.fullmatch(r"((?:\d+\.)?)(\d+)", number)
    return (found[1], int(found[2])) if found else None
