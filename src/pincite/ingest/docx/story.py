"""A story of a Word file (its body, a header, a note) read into paragraphs and tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pincite.domain.document import MarkKind, Role
from pincite.ingest.docx.numbering import ListLevel, Numbering
from pincite.ingest.docx.package import Element
from pincite.ingest.docx.runs import Inline, NoteReference, PlainText, RunReader, local_name, shown_children
from pincite.ingest.docx.styles import ParagraphLook, Styles, W, paragraph_look, run_look, value
from pincite.ingest.flow import Paragraph, Table, TableCell, TextPiece, read_reach

_TRANSPARENT = frozenset({"sdt", "sdtContent", "customXml", "ins", "moveTo"})
_TAKEN_AWAY = frozenset({"del", "moveFrom"})

Flow = list[Paragraph | Table]


class StoryReader:
    """Reads block after block, counts numbered paragraphs, and puts notes after the block that refers to them."""

    def __init__(
        self, plain: PlainText, styles: Styles, *, numbering: Numbering, refer: Callable[[NoteReference], str]
    ) -> None:
        self.notes: list[NoteReference] = []
        self.unread: set[str] = set()
        self.runs = RunReader(plain, styles, refer=refer)
        self._plain = plain
        self._styles = styles
        self._numbering = numbering
        # Text of a paragraph whose end was deleted: it runs on into the next.
        self._running_on: Inline | None = None

    def blocks(self, container: Element) -> Iterator[Flow]:
        """What each paragraph or table of a container gives, in order."""
        for child in shown_children(container):
            name = local_name(child)
            if name == "p":
                yield self._paragraph(child)
            elif name == "tbl":
                yield [*self._end_running_on(), self._table(child)]
            elif name in _TRANSPARENT:
                yield from self.blocks(child)
            elif name in _TAKEN_AWAY:
                self.runs.changed = True
            elif name == "altChunk":
                self.unread.add("an embedded file (altChunk)")
        yield self._end_running_on()

    def read(self, container: Element) -> Flow:
        """All of a container."""
        return [part for block in self.blocks(container) for part in block]

    def _paragraph(self, element: Element) -> Flow:
        properties = element.find(W + "pPr")
        style = value(properties, "pStyle") or self._styles.default
        inline, self._running_on = self._running_on or Inline(), None
        self._plain.end_line()
        self.runs.read(inline, element, look=self._styles.plain(style))
        mark = None if properties is None else properties.find(W + "rPr")
        if mark is not None and any(mark.find(W + name) is not None for name in _TAKEN_AWAY):
            self.runs.changed = True
            self._running_on = inline
            return []
        if not inline.letters and mark is not None and run_look(mark).hidden:
            return self._finish(inline)
        self._set(inline, paragraph_look(properties), style)
        return self._finish(inline)

    def _set(self, inline: Inline, own: ParagraphLook, style: str | None) -> None:
        """Give a paragraph its number, role and place."""
        paragraph = inline.paragraph
        paragraph.trim()
        styled = self._styles.paragraph(style)
        look = own.over(styled)
        at = self._level(own, styled, style)
        if at is not None:
            level, numbered = at
            label = self._numbering.next(look.list_id or "", level)
            # An empty bullet is dropped; an empty numbered paragraph is kept, since it can be cited.
            if label and (paragraph.pieces or numbered.format != "bullet"):
                self._number(paragraph, label)
            paragraph.role, paragraph.level = Role.ITEM, level + 1
            look = _indented(own, styled, numbered)
        if look.outline:
            paragraph.role, paragraph.level = Role.HEADING, look.outline
        paragraph.centred = bool(look.centred)
        paragraph.indent = (look.left or 0.0) + (look.first_line or 0.0) or None
        paragraph.bold = 0 < inline.letters == inline.bold_letters

    def _level(self, own: ParagraphLook, styled: ParagraphLook, style: str | None) -> tuple[int, ListLevel] | None:
        list_id = own.list_id or styled.list_id
        if list_id is None:
            return None
        if own.list_id is None and own.list_level is None:
            # A style's level is that which names the style; only a style based on it goes by the number it inherits.
            linked = self._numbering.linked_level(list_id, style)
            return self._numbering.level_of(list_id, styled.list_level if linked is None else linked)
        return self._numbering.level_of(list_id, own.list_level)

    def _number(self, paragraph: Paragraph, label: str) -> None:
        at = paragraph.pieces[0].start if paragraph.pieces else self._plain.length
        paragraph.pieces.insert(0, TextPiece(at, at, label))
        paragraph.trim_end()

    def _finish(self, inline: Inline) -> Flow:
        self.notes.extend(inline.notes)
        flow: Flow = [inline.paragraph] if inline.paragraph.pieces else []
        for box in inline.boxes:
            flow.extend(self.read(box))
        return flow

    def _end_running_on(self) -> Flow:
        inline, self._running_on = self._running_on, None
        if inline is None:
            return []
        inline.paragraph.trim()
        return self._finish(inline)

    def _table(self, element: Element) -> Table:
        table = Table()
        # The cells that reach down into the row that is read, by their columns.
        tall: dict[int, TableCell] = {}
        for row in _below(element, "tr"):
            if row.find(f"{W}trPr/{W}del") is not None:
                self.runs.changed = True
                continue
            before = row.find(f"{W}trPr/{W}gridBefore")
            at = 0 if before is None else _reach(before, least=0)
            cells = [TableCell(columns=at)] if at else []
            above, tall = tall, {}
            for cell in _below(row, "tc"):
                merged = cell.find(f"{W}tcPr/{W}vMerge")
                columns = _reach(cell.find(f"{W}tcPr/{W}gridSpan"))
                if merged is None or merged.get(W + "val") == "restart":
                    own = TableCell(self.read(cell), columns=columns)
                    cells.append(own)
                elif (own := above.get(at, TableCell())).columns == columns and own.flow:
                    own.rows += 1
                else:
                    own = TableCell(columns=columns)
                    cells.append(own)
                if merged is not None:
                    tall[at] = own
                at += columns
            table.rows.append(cells)
        return table


def _reach(told: Element | None, *, least: int = 1) -> int:
    """Over how many columns of its table a cell reaches, or how many stand empty before a row."""
    number = None if told is None else told.get(W + "val")
    return 0 if number == "0" and not least else read_reach(number)


def _below(element: Element, name: str) -> Iterator[Element]:
    """The rows of a table or cells of a row, also where content controls or insertions stand around them."""
    for child in shown_children(element):
        found = local_name(child)
        if found == name:
            yield child
        elif found in _TRANSPARENT:
            yield from _below(child, name)


def _indented(own: ParagraphLook, styled: ParagraphLook, numbered: ListLevel) -> ParagraphLook:
    """A numbered paragraph's look: its list indents it, unless it or the style that numbers it says otherwise."""
    if own.list_id is not None:
        return own.over(numbered.look.over(styled))
    return own.over(styled.over(numbered.look))


def flat(flow: Flow) -> Iterator[Paragraph]:
    """All paragraphs of a flow, also those in tables."""
    for part in flow:
        if isinstance(part, Paragraph):
            yield part
        else:
            for cell in (cell for row in part.rows for cell in row):
                yield from flat(cell.flow)


_PAGE_NUMBER = re.compile(r"\W*(?:page\s*)?\d{1,5}(?:\s*(?:of|/)\s*\d{1,5})?\W*", re.IGNORECASE)


def marked(flow: Flow, kind: MarkKind) -> list[Paragraph]:
    """The paragraphs of a header, footer or note, marked as such."""
    found = [paragraph for paragraph in flat(flow) if paragraph.pieces]
    for paragraph in found:
        number = kind is not MarkKind.FOOTNOTE and _PAGE_NUMBER.fullmatch(paragraph.text)
        paragraph.mark = MarkKind.PAGE_NUMBER if number else kind
    return found
