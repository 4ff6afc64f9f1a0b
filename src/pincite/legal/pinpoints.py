"""Pinpoints: the place of words, as a lawyer cites it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

_STEP = " › "
_FIGURES = re.compile(r"[A-Z]?\.?\d|\(")
_NUMBERED = re.compile(r"^(?:section|sec\.|clause|rule|paragraph|para\.?|§)\s*(?=[A-Z]?\.?\d)", re.IGNORECASE)
_APART = re.compile(r"^(?:schedule|exhibit|annex|appendix|part|practice direction|book|title)\b", re.IGNORECASE)
_RUNG = re.compile(r"[A-Za-z]{1,2}\)?|[ivxlc]{1,6}\)?|[IVXLC]{1,6}")
_LABEL = re.compile(
    r"\(|\d|§|[A-Za-z]{1,2}\)?$|[ivxlcIVXLC]{1,7}\)?$|(?:article|section|clause|rule|art\.|sec\.|čl)", re.IGNORECASE
)
_WHOLE = re.compile(
    r"(?:article|art\.|artigo|čl\.?|článek)\s*+[\dIVX]\w*+$|(?:§|section)\s*+\d\w*+$|\d+$", re.IGNORECASE
)
_ITEM = re.compile(r"item (?=[\w(])")
_DIGITS, _LARGE, _SMALL = re.compile(r"\d+"), re.compile(r"[A-Z]+"), re.compile(r"[a-z]+")


class PinpointItem(Protocol):
    """Anything with a place in a document: a citation, a source, a pinpoint."""

    @property
    def document(self) -> str:
        """The document's name."""
        ...

    @property
    def section(self) -> str:
        """The path of the section."""
        ...

    @property
    def page(self) -> int | None:
        """The page, where there are pages."""
        ...


def pinpoint(section: str) -> str:
    """A section path as a lawyer cites it: `Article IX › Section 9.3 › (b)` is § 9.3(b), and `15 › B` is § 15.B.

    A path over two sections, `4 › 4.2 – 5 › 5.1`, is § 4.2–5.1. An item of a list needs the heading above it:
    `Moorings › item 3` is Moorings § 3.
    """
    first, last = ([part for part in path.split(_STEP) if part] for path in section.partition(" – ")[::2])
    at = _item(first)
    if at and last and any(_shape(part) == _shape(last[0]) for part in first[at:]):
        return _below(first[:at], _cite_range(_bare(first[at:]), _bare(last)))
    return _cite_range(first, last) if last else _cite(first)


def _item(parts: Sequence[str]) -> int:
    """Return where in a path the item of a list stands that it leads to or into; 0 where there is none."""
    at = next((i for i in reversed(range(len(parts))) if _ITEM.match(parts[i])), 0)
    return at if all(_FIGURES.match(part) or _RUNG.fullmatch(part) for part in parts[at + 1 :]) else 0


def _bare(parts: Sequence[str]) -> list[str]:
    return [_ITEM.sub("", part) for part in parts]


def _below(above: Sequence[str], own: str) -> str:
    """The place of an item with the heading that it stands below, and the attachment that holds both."""
    heading = _cite_in_attachment(above[:-1], above[-1])
    if _APART.match(above[-1]) or not own.startswith("§ "):
        return f"{heading}, {own}"
    return f"{heading} {own.removeprefix('§ ') if own.startswith('§ (') else own}"


def _cite_range(first: Sequence[str], last: Sequence[str]) -> str:
    """The places where words begin and end; the last is told without what it has in common with the first."""
    shared = next((i for i in reversed(range(len(first))) if _shape(first[i]) == _shape(last[0])), 0)
    last = [*first[:shared], *last]
    begin, end = _cite(first), _cite(last)
    if begin.startswith("§") != end.startswith("§"):
        # Clause 10 of part III to part IV: the parts are told, and not a number with a part.
        rung = min(len(first), len(last))
        begin, end = _cite(first[:rung]), _cite(last[:rung])
    elif shared and _is_rung(last[shared], below=last[shared - 1]):
        end = "".join(map(_hung, last[shared:])).lstrip(". ")
    word = f"{begin.partition(' ')[0]} " if _LABEL.match(begin) else ""
    return f"{begin}–{end.removeprefix(begin.rpartition('§ ')[0] + '§ ').removeprefix(word)}"


def _shape(label: str) -> tuple[str, str]:
    """What a label has in common with its sisters: its word, and the kind of its number."""
    word, _, number = label.rpartition(" ")
    return word.casefold(), _SMALL.sub("a", _LARGE.sub("A", _DIGITS.sub("1", number)))


def _cite(parts: Sequence[str]) -> str:
    if not parts:
        return ""
    if at := _item(parts):
        return _below(parts[:at], _cite(_bare(parts[at:])))
    base = len(parts) - 1
    while base and _is_rung(parts[base], below=parts[base - 1]):
        base -= 1
    name = _NUMBERED.sub("", parts[base])
    own = name + "".join(_hung(part) for part in parts[base + 1 :])
    own = f"§ {own}" if _FIGURES.match(name) else own
    return _cite_in_attachment(parts[:base], own)


def _cite_in_attachment(above: Sequence[str], own: str) -> str:
    apart = next((part for part in above if _APART.match(part)), "")
    return f"{apart}, {own}" if apart else own


def _is_rung(part: str, *, below: str) -> bool:
    """Tell whether a label needs the one above it: “(b)”, “B”, “iv”; “1” below “Article 5”."""
    if part.startswith("(") or _RUNG.fullmatch(part):
        return bool(_LABEL.match(below))
    return (part.isdecimal() or part.startswith("§")) and _WHOLE.match(below) is not None


def _hung(part: str) -> str:
    if part.startswith(("(", "§")):
        return part if part.startswith("(") else f", {part}"
    return f"({part})" if part.isdecimal() else f" {part}" if part.endswith(")") else f".{part}"


def where(item: PinpointItem) -> str:
    """Document, pinpoint and page in one line."""
    page = f"p. {item.page}" if item.page else ""
    return ", ".join(part for part in (item.document, pinpoint(item.section), page) if part)
