"""Items of lists: numbers that count anew below a heading, which say nothing without it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.domain.section import Section, SectionKind

_HOLDERS = frozenset({SectionKind.GROUP, SectionKind.RECITALS})
# "3", "(3)", "b)": what may number an item. "3.1" names its clause by itself.
_NUMBER = re.compile(r"(?P<opens>\(?)(?:(?P<digits>\d{1,3})|(?P<letter>[A-Za-z]))\)?")
# A list that holds more than this share of a document is its body, the clauses of which go by their numbers.
_BODY = 0.5


def mark_items(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections with the kind `item` for each that is cited with the heading above it."""
    lists = _lists(sections)
    items = {one.id for own in lists for one in own if _counts_anew(own, lists, sections)}
    return tuple(replace(one, kind=SectionKind.ITEM) if one.id in items else one for one in sections)


def _lists(sections: Sequence[Section]) -> list[list[Section]]:
    """The numbered sections directly below each unnumbered heading, in order."""
    found: defaultdict[int, list[Section]] = defaultdict(list)
    for section in sections:
        above = sections[section.parent] if section.parent is not None else None
        if above and above.heading and not above.number and above.kind in _HOLDERS and _value(section):
            found[above.id].append(section)
    return list(found.values())


def _counts_anew(own: list[Section], lists: list[list[Section]], sections: Sequence[Section]) -> bool:
    """Tell whether the numbers of a list are those of its heading, and not those of a document that counts on."""
    first, last = _value(own[0]), _value(own[-1])
    if first is None or last is None or first[1] != 1:
        return False
    after = (_value(other[0]) for other in lists if other[0].id > own[-1].id)
    following = next((value for value in after if value and value[0] == first[0]), None)
    if following is not None and following[1] > last[1]:
        return False
    again = any(other is not own and _value(other[0]) == first for other in lists)
    return again or not _is_body(own, sections)


def _is_body(own: list[Section], sections: Sequence[Section]) -> bool:
    """Tell whether a list is the clauses of its document: most of its text, or sections with heads or parts."""
    if own[-1].span.end - own[0].span.start > _BODY * len(sections[0].span):
        return True
    ids = {one.id for one in own}
    return any(one.heading for one in own) or any("." in part for part in _numbers_below(ids, sections))


def _numbers_below(ids: set[int], sections: Sequence[Section]) -> Iterator[str]:
    return (one.number for one in sections if one.parent in ids and one.number)


def _value(section: Section) -> tuple[str, int] | None:
    """The kind of a number and what it counts to; None for one that is not an item's."""
    match = _NUMBER.fullmatch(section.number or "")
    if match is None:
        return None
    if match["digits"]:
        return f"{match['opens']}1", int(match["digits"])
    letter = match["letter"]
    kind = "A" if letter.isupper() else "a"
    return f"{match['opens']}{kind}", ord(letter) - ord(kind) + 1
