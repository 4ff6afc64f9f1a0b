"""Word's automatic numbering: the lists a contract needs, and a check that they count as the source is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from docx.oxml import parse_xml

from render.markup import Piece

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
CLAUSES = (("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"), ("lowerRoman", "(%4)"))
LISTS = {
    "clauses": CLAUSES,
    "articles": (("decimal", "Article %1."), *CLAUSES[1:]),
    "recitals": (("upperLetter", "(%1)"),),
    "parties": (("decimal", "(%1)"),),
    "schedules": (("decimal", "Schedule %1"),),
}
# A fresh instance of the clause list for each schedule, so that its paragraphs begin again at 1.
SCHEDULES = 6
ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a list: which list, and how deep."""

    list_id: int
    level: int


def add_numbering(doc: Any) -> None:
    """Put our lists in place of the template's."""
    root = doc.part.numbering_part.element
    for child in list(root):
        root.remove(child)
    for i, levels in enumerate(LISTS.values(), 1):
        root.append(parse_xml(_abstract(i, levels)))
    for i in range(1, len(LISTS) + 1):
        root.append(parse_xml(f'<w:num {W} w:numId="{i}"><w:abstractNumId w:val="{i}"/></w:num>'))
    for i in range(SCHEDULES):
        overrides = "".join(
            f'<w:lvlOverride w:ilvl="{n}"><w:startOverride w:val="1"/></w:lvlOverride>' for n in range(4)
        )
        number = f'<w:num {W} w:numId="{len(LISTS) + 1 + i}"><w:abstractNumId w:val="1"/>{overrides}</w:num>'
        root.append(parse_xml(number))


def _abstract(number: int, levels: tuple[tuple[str, str], ...]) -> str:
    rows = "".join(
        f'<w:lvl w:ilvl="{i}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/>'
        f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{720 * (i or 1)}" w:hanging="720"/></w:pPr></w:lvl>'
        for i, (kind, text) in enumerate(levels)
    )
    kind = '<w:multiLevelType w:val="multilevel"/>'
    return f'<w:abstractNum {W} w:abstractNumId="{number}">{kind}{rows}</w:abstractNum>'


class Counter:
    """Follows the numbers Word will show and refuses a source that is numbered otherwise."""

    def __init__(self) -> None:
        self._counts: dict[int, list[int]] = {}
        self._schedule = 0

    def count(self, piece: Piece) -> Place | None:
        """Where a block stands in its list; None for one without a number."""
        if not piece.label:
            return None
        place = self._place(piece)
        shown = self._next(place)
        if shown != piece.label:
            raise ValueError(f"The source says '{piece.label}' where Word will say '{shown}': {piece.text[:60]}")
        return place

    def _place(self, piece: Piece) -> Place:
        names = list(LISTS)
        if piece.label.startswith("Schedule"):
            self._schedule += 1
            return Place(names.index("schedules") + 1, 0)
        if piece.kind == "text" and piece.level == 0 and piece.label[0] == "(":
            return Place(names.index("recitals" if piece.label[1].isalpha() else "parties") + 1, 0)
        if self._schedule:
            return Place(len(LISTS) + self._schedule, piece.level)
        articles = piece.label.startswith("Article") or names.index("articles") + 1 in self._counts
        return Place(names.index("articles" if articles else "clauses") + 1, piece.level)

    def _next(self, place: Place) -> str:
        counts = self._counts.setdefault(place.list_id, [0, 0, 0, 0])
        counts[place.level] += 1
        counts[place.level + 1 :] = [0] * (3 - place.level)
        levels = list(LISTS.values())[place.list_id - 1] if place.list_id <= len(LISTS) else CLAUSES
        kind, text = levels[place.level]
        for i, count in enumerate(counts, 1):
            text = text.replace(f"%{i}", _figure(count, kind if i == place.level + 1 else "decimal"))
        return text


def _figure(count: int, kind: str) -> str:
    if kind == "lowerRoman":
        return ROMAN[count]
    if kind.endswith("Letter"):
        return chr((96 if kind[0] == "l" else 64) + count)
    return str(count)
