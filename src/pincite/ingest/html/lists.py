"""The numbers and bullets that a browser puts before list items."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pincite.legal.numerals import to_letters, to_roman

_BULLET = "•"
_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
_STYLES = ("decimal-leading-zero", "decimal", "lower-alpha", "lower-latin", "upper-alpha", "upper-latin")
_ROMANS = ("lower-roman", "upper-roman")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(slots=True)
class ListCounter:
    """An open list: how its items are marked, and the number of the next one."""

    kind: str
    next: int = 1

    @classmethod
    def of(cls, name: str, attributes: Mapping[str, str], list_style: str | None) -> ListCounter:
        """The counter of a list element."""
        kind = _kind(attributes.get("type", ""), list_style)
        if name != "ol":
            return cls(kind or "bullet")
        start = attributes.get("start", "1").strip()
        return cls(kind or "decimal", _whole_number(start, default=1))

    def mark(self, attributes: Mapping[str, str], list_style: str | None) -> str:
        """The mark of the next item, with the space after it; empty for unmarked lists."""
        number = self.next = _whole_number(attributes.get("value", ""), default=self.next)
        self.next += 1
        kind = _kind(attributes.get("type", ""), list_style) or self.kind
        if kind == "none":
            return ""
        return f"{_BULLET} " if kind == "bullet" else f"{format_number(number, kind)}. "


def format_number(number: int, kind: str) -> str:
    """A number in the notation of a list style."""
    if kind == "decimal-leading-zero":
        return f"{number:02d}"
    if kind in _ROMANS:
        return _cased(to_roman(number), kind)
    if kind.endswith(("alpha", "latin")):
        return _cased(to_letters(number), kind)
    return str(number)


def _cased(text: str, kind: str) -> str:
    return text.upper() if kind.startswith("upper") else text


def _kind(type_attribute: str, list_style: str | None) -> str | None:
    for word in (list_style or "").split():
        if word in (*_STYLES, *_ROMANS, "none"):
            return word
        if word in ("disc", "circle", "square"):
            return "bullet"
    return _TYPES.get(type_attribute.strip()) or (
        "bullet" if type_attribute.lower() in ("disc", "circle", "square") else None
    )


def _whole_number(text: str, *, default: int) -> int:
    return int(text) if _NUMBER.fullmatch(text.strip()) else default
