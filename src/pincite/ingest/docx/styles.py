"""The styles of a Word file: what a paragraph or run looks like where it does not say so itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.ingest.docx.package import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING_NAME = re.compile(r"heading ([1-9])", re.IGNORECASE)
_BODY_LEVEL = 9
# In points.
_INVISIBLE_SIZE = 1.0


@dataclass(frozen=True, slots=True)
class RunLook:
    """The look of characters; None where nothing is said."""

    bold: bool | None = None
    hidden: bool | None = None
    size: float | None = None
    struck: bool | None = None

    def over(self, lower: RunLook) -> RunLook:
        """Return this look on top of another one."""
        return RunLook(
            lower.bold if self.bold is None else self.bold,
            lower.hidden if self.hidden is None else self.hidden,
            lower.size if self.size is None else self.size,
            lower.struck if self.struck is None else self.struck,
        )

    @property
    def unseen(self) -> bool:
        """Whether the characters cannot be read on the page, or are struck out."""
        return bool(self.hidden or self.struck) or (self.size is not None and self.size <= _INVISIBLE_SIZE)


@dataclass(frozen=True, slots=True)
class ParagraphLook:
    """The look and the place of a paragraph; None where nothing is said.

    `outline` is the heading level from 1, or 0 for a paragraph that says it is body text.
    """

    outline: int | None = None
    list_id: str | None = None
    list_level: int | None = None
    centred: bool | None = None
    left: float | None = None
    first_line: float | None = None

    def over(self, lower: ParagraphLook) -> ParagraphLook:
        """Return this look on top of another one."""
        return ParagraphLook(
            lower.outline if self.outline is None else self.outline,
            lower.list_id if self.list_id is None else self.list_id,
            lower.list_level if self.list_level is None else self.list_level,
            lower.centred if self.centred is None else self.centred,
            lower.left if self.left is None else self.left,
            lower.first_line if self.first_line is None else self.first_line,
        )


def value(element: Element | None, name: str, attribute: str = "val") -> str | None:
    """An attribute of a child element, or None where either is absent."""
    child = None if element is None else element.find(W + name)
    return None if child is None else child.get(W + attribute)


def switch(element: Element | None, name: str) -> bool | None:
    """A property that is on, off, or not mentioned."""
    child = None if element is None else element.find(W + name)
    return None if child is None else child.get(W + "val") not in ("0", "false", "off", "none")


def whole_number(text: str | None) -> int | None:
    """An integer attribute; None where it is absent or no number a document could hold."""
    return int(text) if text is not None and re.fullmatch(r"[-+]?[0-9]{1,9}", text) else None


def run_look(properties: Element | None) -> RunLook:
    """What a `w:rPr` element says."""
    half_points = whole_number(value(properties, "sz"))
    hidden = switch(properties, "vanish")
    struck = switch(properties, "strike")
    struck = switch(properties, "dstrike") if struck is None else struck or switch(properties, "dstrike")
    return RunLook(switch(properties, "b"), hidden, half_points / 2 if half_points else None, struck)


def paragraph_look(properties: Element | None) -> ParagraphLook:
    """What a `w:pPr` element says."""
    outline = whole_number(value(properties, "outlineLvl"))
    numbering = None if properties is None else properties.find(W + "numPr")
    indent = None if properties is None else properties.find(W + "ind")
    justified = value(properties, "jc")
    return ParagraphLook(
        outline=None if outline is None else outline + 1 if 0 <= outline < _BODY_LEVEL else 0,
        list_id=value(numbering, "numId"),
        list_level=whole_number(value(numbering, "ilvl")),
        centred=None if justified is None else justified == "center",
        left=_twips(indent, "left", "start"),
        first_line=_first_line(indent),
    )


class Styles:
    """The styles of a document, each resolved through the styles it is based on."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self.default: str | None = None
        for element in root.iterchildren(W + "style") if root is not None else ():
            style_id = element.get(W + "styleId", "")
            self._elements.setdefault(style_id, element)
            if element.get(W + "type") == "paragraph" and element.get(W + "default") in ("1", "true", "on"):
                self.default = self.default or style_id
        defaults = None if root is None else root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
        self._plain = run_look(defaults)
        self._runs: dict[str | None, RunLook] = {}
        self._paragraphs: dict[str | None, ParagraphLook] = {}

    def run(self, style_id: str | None) -> RunLook:
        """The look a style gives to characters; that of the document's defaults for None."""
        if style_id not in self._runs:
            look = RunLook()
            for element in self._chain(style_id):
                look = look.over(run_look(element.find(W + "rPr")))
            self._runs[style_id] = look
        return self._runs[style_id]

    def plain(self, style_id: str | None) -> RunLook:
        """The look of characters in a paragraph of this style that say nothing themselves."""
        return self.run(style_id).over(self._plain)

    def paragraph(self, style_id: str | None) -> ParagraphLook:
        """The look a style gives to paragraphs."""
        if style_id not in self._paragraphs:
            look = ParagraphLook()
            for element in self._chain(style_id):
                own = paragraph_look(element.find(W + "pPr"))
                heading = _HEADING_NAME.fullmatch(value(element, "name") or "")
                if heading and own.outline is None:
                    own = replace(own, outline=int(heading[1]))
                look = look.over(own)
            self._paragraphs[style_id] = look
        return self._paragraphs[style_id]

    def list_of(self, style_id: str) -> str | None:
        """The list that a numbering style stands for."""
        return self.paragraph(style_id).list_id

    def _chain(self, style_id: str | None) -> Iterator[Element]:
        """The style and those it is based on, nearest first; a circle is walked once."""
        seen: set[str] = set()
        while style_id is not None and style_id not in seen and style_id in self._elements:
            seen.add(style_id)
            yield self._elements[style_id]
            style_id = value(self._elements[style_id], "basedOn")


def _twips(element: Element | None, *names: str) -> float | None:
    """The first of the attributes that is there, in points."""
    found = (None if element is None else whole_number(element.get(W + name)) for name in names)
    twips = next((number for number in found if number is not None), None)
    return None if twips is None else twips / 20


def _first_line(indent: Element | None) -> float | None:
    hanging = _twips(indent, "hanging")
    return -hanging if hanging is not None else _twips(indent, "firstLine")
