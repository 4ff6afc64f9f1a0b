"""Automatic numbering of a Word file: the number or bullet that its reader sees before each paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from pincite.ingest.docx.package import Element
from pincite.ingest.docx.styles import ParagraphLook, Styles, W, paragraph_look, run_look, switch, value, whole_number
from pincite.legal.numerals import to_ordinal_words, to_repeated_letters, to_roman, to_words

_LEVELS = 9
_BULLET = "•"
_PLACEHOLDER = re.compile(r"%([1-9])")


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02d}",
    "lowerLetter": to_repeated_letters,
    "upperLetter": lambda number: to_repeated_letters(number).upper(),
    "lowerRoman": to_roman,
    "upperRoman": lambda number: to_roman(number).upper(),
    "ordinal": _ordinal,
    "cardinalText": lambda number: to_words(number).capitalize(),
    "ordinalText": lambda number: to_ordinal_words(number).capitalize(),
    "numberInDash": lambda number: f"- {number} -",
    "none": lambda number: "",
}


@dataclass(frozen=True, slots=True)
class ListLevel:
    """How one level of a list is numbered."""

    start: int = 1
    format: str = "decimal"
    text: str = ""
    suffix: str = "tab"
    legal: bool = False
    hidden: bool = False
    restart: int | None = None
    style: str | None = None
    look: ParagraphLook = ParagraphLook()


@dataclass(slots=True)
class _List:
    """A `w:num`: levels of its own or those of the abstract list it stands on, whose count it shares."""

    abstract: str
    levels: dict[int, ListLevel]
    restarts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """Counts the numbered paragraphs of a document as they come."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._abstract: dict[str, Element] = {}
        self._nums: dict[str, Element] = {}
        self._lists: dict[str, _List | None] = {}
        self._counts: dict[str, list[int | None]] = {}
        for element in root if root is not None else ():
            if element.tag == W + "abstractNum":
                self._abstract[element.get(W + "abstractNumId", "")] = element
            elif element.tag == W + "num":
                self._nums[element.get(W + "numId", "")] = element

    def linked_level(self, list_id: str, style: str | None) -> int | None:
        """The level of a list that names a style as its own."""
        found = self._list(list_id)
        levels = found.levels.items() if found is not None and style is not None else ()
        return next((at for at, level in levels if level.style == style), None)

    def level_of(self, list_id: str, level: int | None) -> tuple[int, ListLevel] | None:
        """The level a paragraph is numbered on, the first if it does not say; None where there is no such list."""
        found = self._list(list_id)
        if found is None:
            return None
        level = min(max(level or 0, 0), _LEVELS - 1)
        return level, found.levels.get(level, ListLevel(format="none"))

    def next(self, list_id: str, level: int) -> str:
        """Count one more paragraph on a level of a list and give its number, with what follows it."""
        found = self._list(list_id)
        if found is None:
            return ""
        counts = self._counts.setdefault(found.abstract, [None] * _LEVELS)
        if level in found.restarts:
            counts[level] = found.restarts.pop(level) - 1
        start = found.levels.get(level, ListLevel()).start
        counts[level] = start if counts[level] is None else (counts[level] or 0) + 1
        for deeper in range(level + 1, _LEVELS):
            restart = found.levels.get(deeper, ListLevel()).restart
            if restart is None or level < restart:
                counts[deeper] = None
        return _label(found.levels, level, counts)

    def _list(self, list_id: str) -> _List | None:
        if list_id not in self._lists:
            self._lists[list_id] = self._read_list(list_id)
        return self._lists[list_id]

    def _read_list(self, list_id: str) -> _List | None:
        num = self._nums.get(list_id)
        abstract_id = self._linked(value(num, "abstractNumId") or "")
        if num is None or abstract_id not in self._abstract:
            return None
        found = _List(abstract_id, dict(_read_levels(self._abstract[abstract_id])))
        for override in num.iterchildren(W + "lvlOverride"):
            found.levels.update(_read_levels(override))
            at = whole_number(override.get(W + "ilvl"))
            start = whole_number(value(override, "startOverride"))
            if at is not None and start is not None:
                found.restarts[at] = start
                found.levels[at] = replace(found.levels.get(at, ListLevel()), start=start)
        return found

    def _linked(self, abstract_id: str) -> str:
        """Follow a list that only points at a numbering style to the list that style stands for."""
        seen: set[str] = set()
        while abstract_id in self._abstract and abstract_id not in seen:
            seen.add(abstract_id)
            style = value(self._abstract[abstract_id], "numStyleLink")
            num = self._nums.get(self._styles.list_of(style) or "") if style else None
            if num is None:
                break
            abstract_id = value(num, "abstractNumId") or ""
        return abstract_id


def format_number(number: int, kind: str) -> str:
    """A number in one of Word's number formats; unknown ones in digits."""
    return _FORMATS.get(kind, str)(number)


def _label(levels: dict[int, ListLevel], level: int, counts: list[int | None]) -> str:
    own = levels.get(level, ListLevel(format="none"))
    if own.hidden:
        return ""
    if own.format == "bullet":
        return f"{_bullet(own.text)} " if own.text else ""

    def number(match: re.Match[str]) -> str:
        at = int(match[1]) - 1
        shown = levels.get(at, ListLevel())
        count = counts[at] if counts[at] is not None else shown.start
        kind = "decimal" if own.legal and shown.format != "none" else shown.format
        return format_number(count or 0, kind)

    label = _PLACEHOLDER.sub(number, own.text).strip()
    return label + ("" if own.suffix == "nothing" else " ") if label else ""


def _bullet(text: str) -> str:
    """A bullet as Unicode knows it: symbol fonts put theirs where no other font has characters."""
    return text if text.isprintable() and not "\ue000" <= text[0] <= "\uf8ff" else _BULLET


def _read_levels(parent: Element) -> list[tuple[int, ListLevel]]:
    found: list[tuple[int, ListLevel]] = []
    for element in parent.iterchildren(W + "lvl"):
        at = whole_number(element.get(W + "ilvl"))
        if at is None or not 0 <= at < _LEVELS:
            continue
        start = whole_number(value(element, "start"))
        level = ListLevel(
            start=0 if start is None else start,
            format=value(element, "numFmt") or "decimal",
            text=value(element, "lvlText") or "",
            suffix=value(element, "suff") or "tab",
            legal=bool(switch(element, "isLgl")),
            hidden=bool(run_look(element.find(W + "rPr")).hidden),
            restart=whole_number(value(element, "lvlRestart")),
            style=value(element, "pStyle"),
            look=paragraph_look(element.find(W + "pPr")),
        )
        found.append((at, level))
    return found
