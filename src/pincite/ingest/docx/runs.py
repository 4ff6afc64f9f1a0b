"""The text of Word runs: what shows and what does not, each piece with its place in the package's plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.ingest.docx.package import Element
from pincite.ingest.docx.styles import RunLook, Styles, W, run_look, value
from pincite.ingest.flow import INVISIBLE, Paragraph, TextPiece

_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"
# Containers whose content is shown, and those whose content was deleted by a tracked change.
_TRANSPARENT = frozenset(
    {"hyperlink", "smartTag", "ins", "moveTo", "sdt", "sdtContent", "fldSimple", "customXml", "dir", "bdo", "oMath"}
    | {"oMathPara", "ruby", "rubyBase", "subDoc"}
)
_TAKEN_AWAY = frozenset({"del", "moveFrom"})
_DRAWN = frozenset({"pict", "drawing", "object"})
NOTE_REFERENCES = frozenset({"footnoteReference", "endnoteReference"})
_FIXED = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
# The signs that contracts take from symbol fonts: check boxes, ticks, bullets, arrows.
_SYMBOLS = {
    **dict.fromkeys((0x6F, 0xA8, 0x71, 0x72), "☐"),
    **dict.fromkeys((0xFE, 0x52), "☑"),
    **dict.fromkeys((0x78, 0xFD, 0x53, 0x54), "☒"),
    **dict.fromkeys((0xFC, 0x50), "✓"),
    **dict.fromkeys((0xB7, 0x9F, 0x6C, 0xA7, 0x6E), "•"),
    **dict.fromkeys((0xE0, 0xAE), "→"),
    **dict.fromkeys((0xD3, 0xE3), "©"),
    **dict.fromkeys((0xD2, 0xE2), "®"),
    **dict.fromkeys((0xD4, 0xE4), "™"),
}
_SPLIT_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
_LINE_ENDS = str.maketrans("\n\r\t", "   ")


class NoteReference(NamedTuple):
    """A place in the text that points at a footnote or endnote."""

    kind: str
    id: str


class PlainText:
    """The characters typed into a package, in the order in which they are read, a line for each paragraph."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0

    def add(self, text: str) -> tuple[int, int]:
        """Append typed characters; gives their range."""
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        return start, self.length

    def end_line(self) -> None:
        """Begin the next paragraph's line."""
        if self.parts:
            self.add("\n")


@dataclass(slots=True)
class Inline:
    """What a paragraph's runs hold: its text and what hangs on it."""

    paragraph: Paragraph = field(default_factory=Paragraph)
    letters: int = 0
    bold_letters: int = 0
    notes: list[NoteReference] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)


class RunReader:
    """Reads runs one after the other; fields may begin in one paragraph and end in another."""

    def __init__(self, plain: PlainText, styles: Styles, *, refer: Callable[[NoteReference], str]) -> None:
        self.plain = plain
        self.changed = False
        self.struck = False
        self._styles = styles
        self._refer = refer
        # One entry for each open field: whether its result, not its instruction, is being read.
        self._fields: list[bool] = []

    def read(self, inline: Inline, element: Element, *, look: RunLook, seen: bool = True) -> None:
        """Read all runs below an element."""
        for child in shown_children(element):
            name = local_name(child)
            if name == "r":
                self._run(inline, child, look=look, seen=seen)
            elif name in _TAKEN_AWAY:
                self.changed = True
                self.read(inline, child, look=look, seen=False)
            elif name in _TRANSPARENT:
                self.changed = self.changed or name in ("ins", "moveTo")
                self.read(inline, child, look=look, seen=seen)
            elif child.tag == _MATH_TEXT:
                self._text(inline, child.text or "", look=look, seen=seen)

    def _run(self, inline: Inline, run: Element, *, look: RunLook, seen: bool) -> None:
        properties = run.find(W + "rPr")
        if properties is not None:
            look = run_look(properties).over(self._styles.run(value(properties, "rStyle"))).over(look)
        for child in shown_children(run):
            name = local_name(child)
            if name in _FIXED or name in ("t", "sym") or child.tag == _MATH_TEXT:
                self._text(inline, _typed(child, name), look=look, seen=seen)
            elif name == "fldChar":
                self._field(child.get(W + "fldCharType"))
            elif name in NOTE_REFERENCES and seen and not look.unseen:
                self._note(
                    inline,
                    NoteReference(name, child.get(W + "id", "")),
                    own_mark=child.get(W + "customMarkFollows") in ("1", "true", "on"),
                )
            elif name == "ruby" and (base := child.find(W + "rubyBase")) is not None:
                self.read(inline, base, look=look, seen=seen)
            elif name in _DRAWN and seen:
                inline.boxes.extend(_text_boxes(child))

    def _text(self, inline: Inline, text: str, *, look: RunLook, seen: bool) -> None:
        start, end = self.plain.add(text)
        self.struck = self.struck or bool(look.struck and seen and text.strip())
        if not text or not seen or look.unseen or not all(self._fields):
            return
        paragraph = inline.paragraph
        if text == "\n":
            paragraph.trim_end()
            paragraph.pieces.append(TextPiece(start, end, text))
            return
        at = 0
        for match in _SPLIT_INVISIBLE.finditer(text):
            paragraph.pieces.append(TextPiece(start + at, start + match.start(), text[at : match.start()]))
            at = match.end()
        paragraph.pieces.append(TextPiece(start + at, end, text[at:]))
        letters = len(text) - text.count(" ")
        inline.letters += letters
        inline.bold_letters += letters if look.bold else 0
        if paragraph.size is None and letters:
            paragraph.size = look.size

    def _note(self, inline: Inline, note: NoteReference, *, own_mark: bool) -> None:
        inline.notes.append(note)
        mark = self._refer(note)
        if not own_mark:
            inline.paragraph.pieces.append(TextPiece(self.plain.length, self.plain.length, mark))

    def _field(self, kind: str | None) -> None:
        if kind == "begin":
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()


def shown_children(element: Element) -> Iterator[Element]:
    """The children of an element; of alternatives for newer and older programs, only the first."""
    for child in element:
        if child.tag == _ALTERNATIVES:
            # An alternative may itself consist of alternatives, but one level is all that Word writes.
            yield from child[0] if len(child) else ()
        else:
            yield child


def local_name(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _text_boxes(drawing: Element) -> list[Element]:
    """The text boxes of a drawing in order, those inside another box left to it."""
    found: list[Element] = []
    waiting = [drawing]
    while waiting:
        element = waiting.pop()
        if element.tag == W + "txbxContent":
            found.append(element)
        else:
            waiting.extend(reversed(list(shown_children(element))))
    return found


def _typed(element: Element, name: str) -> str:
    """The characters that an element of a run stands for."""
    if name in _FIXED:
        return _FIXED[name]
    if name == "sym":
        return _symbol(element.get(W + "char", ""))
    text = (element.text or "").translate(_LINE_ENDS)
    return text if element.get(_PRESERVE) == "preserve" else text.strip(" ")


def _symbol(code: str) -> str:
    if not re.fullmatch("[0-9A-Fa-f]{1,5}", code):
        return ""
    point = int(code, 16)
    if 0xF000 <= point <= 0xF0FF:
        return _SYMBOLS.get(point - 0xF000, "\N{REPLACEMENT CHARACTER}")
    plain = chr(point)
    return plain if plain.isprintable() else ""
