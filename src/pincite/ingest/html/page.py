"""A page built up from its tags: open elements, the paragraph being filled, lists and tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pincite.domain.document import MarkKind, Role
from pincite.ingest.flow import STRUCK_WARNING, Paragraph, Table, TableCell, TextPiece, read_reach
from pincite.ingest.html.lists import ListCounter
from pincite.ingest.html.style import ElementStyle, StyleSheet
from pincite.ingest.html.text import ParagraphFiller
from pincite.ingest.html.tokens import RAW_ELEMENTS, parse_attributes


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


VOID = _names("area base br col embed hr img input link meta param source track wbr")
HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = _names(
    """address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
    footer form header hgroup html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul
    xmp h1 h2 h3 h4 h5 h6"""
)
UNSEEN = _names("head script style template noscript svg canvas audio video object datalist rp")
HEAD_ELEMENTS = _names("title meta link script style base noscript template object html head")
BOLD = _names("b strong th h1 h2 h3 h4 h5 h6")
LISTS = _names("ol ul menu dir")
CELLS = _names("td th caption")
# A footer inside one of these belongs to what the page is about.
CONTENT = _names("main article section blockquote td th")
FENCES = CELLS | {"table"}
INLINE = _names("a b big code em font i s small span strike strong sub sup tt u")
# What a new element closes first, when its own end tag was left out.
CLOSES: Mapping[str, tuple[str, ...]] = {
    "li": ("li",),
    "dd": ("dd", "dt"),
    "dt": ("dd", "dt"),
    "td": ("td", "th", "caption"),
    "th": ("td", "th", "caption"),
    "tr": ("td", "th", "caption", "tr"),
    "caption": ("td", "th", "caption", "tr"),
    **dict.fromkeys(("tbody", "thead", "tfoot"), ("td", "th", "caption", "tr", "tbody", "thead", "tfoot")),
}
_PART_OF_TABLE = _names("table tbody thead tfoot tr td th caption")
_PAGE_NUMBER = re.compile(r"[-–— ]*(?:page )?(?:[A-Z]{1,2}-)?(?:\d{1,4}|[ivxl]{1,6})[-–— ]*", re.IGNORECASE)
_GROUND = re.compile(r"background|bgcolor", re.IGNORECASE)
_LIST_INDENT = 30.0
_PLAIN_SIZE = 12.0
_HEADING_SCALE = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h4": 1.0, "h5": 0.83, "h6": 0.67, "big": 1.2, "small": 0.83}
_TABLE_DEPTH = 30
# How far a wrongly nested end tag looks for a block between it and its start tag.
_NESTING_SEARCH = 64


@dataclass(slots=True)
class Element:
    """An open element, with what it passes on to its content."""

    name: str
    hidden: bool = False
    struck: bool = False
    bold: bool = False
    centred: bool = False
    keeps_space: bool = False
    size: float | None = None
    indent: float = 0.0
    first_line: float = 0.0
    block: bool = False
    ended: bool = False
    table: Table | None = None
    counter: ListCounter | None = None


class PageBuilder:
    """Takes tags and text in order and builds the flow that a reader of the page sees.

    No tree is kept: a stack of open elements with, for each name, where on it that name is open, so that every tag
    costs the same however deep the page is nested.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.title: str | None = None
        self.warnings: list[str] = []
        self.sheet = StyleSheet()
        # White letters can be read only where the page sets a ground for them.
        self._is_white = _GROUND.search(raw) is None
        # What the style element that was opened last is for.
        self.media = ""
        self.flow: list[Paragraph | Table] = []
        self._xml = raw[:200].lstrip("\ufeff \n\r\t").startswith("<?xml")
        self._flows = [self.flow]
        self._stack = [Element("")]
        self._open: dict[str, list[int]] = {}
        self._fences = [0]
        self._filler = ParagraphFiller(raw)
        self._mark: TextPiece | None = None

    def text(self, start: int, end: int) -> None:
        """Take a run of text."""
        if self.raw[start:end].isspace():
            if self._filler.paragraph is None or self._stack[-1].hidden:
                return
        elif self._open.get("head"):
            self._close("head")
        top = self._stack[-1]
        if top.hidden:
            if top.struck and STRUCK_WARNING not in self.warnings:
                self.warnings.append(STRUCK_WARNING)
            return
        if self._filler.paragraph is None:
            self._cell_for_stray_content()
            top = self._stack[-1]
            self._begin_paragraph(top)
        self._filler.add(start, end, bold=top.bold, size=top.size, verbatim=top.keeps_space)

    def start(self, name: str, start: int, end: int) -> None:
        """Take a start tag at `[start, end)` of the source."""
        if name not in HEAD_ELEMENTS and self._open.get("head"):
            self._close("head")
        tag = self.raw[start:end]
        attributes = parse_attributes(tag)
        style = self.sheet.style(tag, name, attributes)
        if name == "style":
            self.media = attributes.get("media", "")
        if name in VOID:
            self._void(name, start, end)
            self._end_page(style)
            return
        self._close_left_open(name)
        element = self._inherit(name, attributes, style)
        if element.block:
            self._break()
            self._end_page(style)
        self._push(element, attributes, style)
        if name == "li":
            self._item(attributes, style, place=(start, end))
        if name not in RAW_ELEMENTS and self._xml and tag.endswith("/>"):
            self.end(name)

    def end(self, name: str) -> None:
        """Take an end tag; one that ends nothing is ignored."""
        if name in INLINE and self._ends_across_blocks(name):
            return
        self._close(name)

    def close(self) -> None:
        """Take the end of the page."""
        while len(self._stack) > 1:
            self._pop()
        self._break()

    def _void(self, name: str, start: int, end: int) -> None:
        if name == "br" and not self._stack[-1].hidden:
            if self._filler.line_break(start, end):
                self._break()
        elif name == "hr":
            self._close("p")
            self._break()

    def _begin_paragraph(self, top: Element) -> None:
        paragraph = Paragraph(centred=top.centred, indent=top.indent + top.first_line or None)
        heading = max((at for name in HEADINGS for at in self._open.get(name, ())[-1:]), default=0)
        if heading > self._fences[-1]:
            paragraph.role, paragraph.level = Role.HEADING, HEADINGS[self._stack[heading].name]
        elif self._mark is not None:
            paragraph.role, paragraph.level = Role.ITEM, sum(len(self._open.get(name, ())) for name in LISTS) or None
        if self._open.get("nav"):
            # The menu of a site is on every page of it, as a running header is.
            paragraph.mark = MarkKind.HEADER
        elif self._open.get("footer") and not any(self._open.get(name) for name in CONTENT):
            paragraph.mark = MarkKind.FOOTER
        self._filler.begin(paragraph, mark=self._mark)
        self._mark = None

    def _break(self) -> None:
        """End the paragraph being filled."""
        self._flows[-1].extend(self._filler.finish())

    def _end_page(self, style: ElementStyle) -> None:
        """Mark the number at the foot of a page that ends here."""
        last = self._flows[-1][-1] if self._flows[-1] else None
        if style.new_page and isinstance(last, Paragraph) and _PAGE_NUMBER.fullmatch(last.text):
            last.mark = MarkKind.PAGE_NUMBER

    def _close_left_open(self, name: str) -> None:
        if name in BLOCKS:
            self._close("p")
        if name in CLOSES:
            for other in CLOSES[name]:
                self._close(other, floor=self._floor(name))

    def _floor(self, name: str) -> int:
        """How far down the stack an element may be closed by a sibling or an end tag."""
        if name in _PART_OF_TABLE:
            tables = self._open.get("table")
            return tables[-1] if tables else 0
        lists = max((at for each in LISTS for at in self._open.get(each, ())[-1:]), default=0) if name == "li" else 0
        return max(self._fences[-1], lists)

    def _close(self, name: str, *, floor: int | None = None) -> None:
        places = self._open.get(name)
        if floor is None:
            floor = self._floor(name) - (name == "table")
        if places and places[-1] > floor:
            while len(self._stack) > places[-1] + 1:
                self._pop()
            self._pop()

    def _ends_across_blocks(self, name: str) -> bool:
        """End an inline element that still has blocks open inside it, leaving those open."""
        places = self._open.get(name)
        if not places or places[-1] <= self._fences[-1]:
            return True
        above = len(self._stack) - places[-1] - 1
        if above < _NESTING_SEARCH and not any(element.block for element in self._stack[places[-1] + 1 :]):
            return False
        self._stack[places.pop()].ended = True
        return True

    def _inherit(self, name: str, attributes: Mapping[str, str], style: ElementStyle) -> Element:
        above = self._stack[-1]
        block = (name in BLOCKS and style.display != "inline") or style.display in ("block", "list-item", "table")
        nested = _LIST_INDENT if name in LISTS or name in ("blockquote", "dd") else 0.0
        unseen = style.hidden or name in UNSEEN or (name == "dialog" and "open" not in attributes)
        return Element(
            name,
            hidden=above.hidden or unseen or style.struck or (style.white and self._is_white),
            struck=above.struck or style.struck,
            bold=(name in BOLD or above.bold) if style.bold is None else style.bold,
            centred=(name == "center" or above.centred) if style.centred is None else style.centred,
            keeps_space=(name in ("pre", "xmp") or above.keeps_space)
            if style.keeps_space is None
            else style.keeps_space,
            size=_size(name, style, above.size),
            indent=above.indent + style.margin + nested,
            first_line=style.first_line if block else above.first_line,
            block=block,
        )

    def _push(self, element: Element, attributes: Mapping[str, str], style: ElementStyle) -> None:
        name = element.name
        if name == "table":
            self._open_table(element)
        elif name in CELLS:
            self._open_cell(element, attributes)
        elif name == "tr" and (table := self._table()) is not None:
            table.rows.append([])
        elif name in LISTS:
            element.counter = ListCounter.of(name, attributes, style.list_style)
        if name in FENCES:
            self._fences.append(len(self._stack))
        self._open.setdefault(name, []).append(len(self._stack))
        self._stack.append(element)

    def _pop(self) -> None:
        element = self._stack.pop()
        if element.block:
            self._break()
        if not element.ended:
            self._open[element.name].pop()
        if element.name == "li":
            self._mark = None
        if self._fences[-1] == len(self._stack) and element.name in FENCES:
            self._fences.pop()
        if element.name in CELLS and element.table is not None:
            self._flows.pop()

    def _item(self, attributes: Mapping[str, str], style: ElementStyle, *, place: tuple[int, int]) -> None:
        at = max((at for name in LISTS for at in self._open.get(name, ())[-1:]), default=0)
        counter = self._stack[at].counter
        if counter is not None and not self._stack[-1].hidden:
            outer = self._mark.text if self._mark else ""
            self._mark = TextPiece(*place, outer + counter.mark(attributes, style.list_style))

    def _table(self) -> Table | None:
        places = self._open.get("table")
        return self._stack[places[-1]].table if places else None

    def _open_table(self, element: Element) -> None:
        self._cell_for_stray_content()
        # Nested deeper than any real page: its cells are read as plain blocks.
        if not element.hidden and len(self._open.get("table", ())) < _TABLE_DEPTH:
            element.table = Table()
            self._flows[-1].append(element.table)

    def _open_cell(self, element: Element, attributes: Mapping[str, str]) -> None:
        table = self._table()
        if table is None or element.hidden:
            return
        rows = self._open.get("tr")
        if not rows or rows[-1] < self._open["table"][-1]:
            self._push(self._inherit("tr", {}, ElementStyle()), {}, ElementStyle())
        cell = TableCell(columns=read_reach(attributes.get("colspan")), rows=read_reach(attributes.get("rowspan")))
        table.rows[-1].append(cell)
        # Remembered so that closing the element takes its flow off again.
        element.table = table
        self._flows.append(cell.flow)

    def _cell_for_stray_content(self) -> None:
        """Give text that stands in a table but in no cell a cell of its own, so that it keeps its place."""
        tables = self._open.get("table")
        if tables and self._fences[-1] == tables[-1] and self._table() is not None and not self._stack[-1].hidden:
            self._push(self._inherit("td", {}, ElementStyle()), {}, ElementStyle())
            self._stack[-1].block = True


def _size(name: str, style: ElementStyle, above: float | None) -> float | None:
    """The size of an element's text in points; headings grow as browsers make them."""
    if style.size is not None:
        return style.size
    scale = style.scale or _HEADING_SCALE.get(name)
    return above if scale is None else round((above or _PLAIN_SIZE) * scale, 2)
