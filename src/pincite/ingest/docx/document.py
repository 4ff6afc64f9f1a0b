"""The stories of a Word file in reading order: headers, body with its footnotes, endnotes, footers."""

from __future__ import annotations

from collections import Counter

from pincite.domain.document import MarkKind
from pincite.ingest.docx.numbering import Numbering, format_number
from pincite.ingest.docx.package import Element, Package
from pincite.ingest.docx.runs import NoteReference, PlainText
from pincite.ingest.docx.story import Flow, StoryReader, marked
from pincite.ingest.docx.styles import Styles, W, switch, value
from pincite.ingest.flow import STRUCK_WARNING, TextPiece

_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_FOOTNOTE = "footnoteReference"


class WordDocument:
    """What a Word file shows, as a flow over the plain text typed into it."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._main = package.main_part()
        self._links = package.related(self._main)
        self._plain = PlainText()
        self._styles = Styles(self._linked("styles"))
        self._settings = self._linked("settings")
        self._counted: Counter[str] = Counter()
        self._numbered: dict[NoteReference, str] = {}
        self._notes = {
            _FOOTNOTE: _by_id(self._linked("footnotes")),
            "endnoteReference": _by_id(self._linked("endnotes")),
        }
        self._aside = self._story()
        self.title = self._title()
        self.flow = self._read()
        self.plain_text = "".join(self._plain.parts)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader of the document should know."""
        changed = self._body.runs.changed or self._aside.runs.changed
        notes = ["The document has tracked changes; it is read as if all were accepted."] if changed else []
        if self._body.runs.struck or self._aside.runs.struck:
            notes.append(STRUCK_WARNING)
        return (*notes, *(f"The document holds {what}, which is not read." for what in sorted(self._body.unread)))

    def _read(self) -> Flow:
        self._body = self._story()
        root = self._package.part(self._main)
        body = None if root is None else root.find(W + "body")
        if body is None:
            raise self._package.damaged(f"the part {self._main} has no body")
        sections = list(body.iter(W + "sectPr"))
        flow: Flow = self._furniture(sections, kind=MarkKind.HEADER)
        endnotes: list[NoteReference] = []
        for block in self._body.blocks(body):
            flow.extend(block)
            notes, self._body.notes = self._body.notes, []
            for note in notes:
                if note.kind == _FOOTNOTE:
                    flow.extend(self._note(note))
                else:
                    endnotes.append(note)
        for note in endnotes:
            flow.extend(self._note(note))
        flow.extend(self._furniture(sections, kind=MarkKind.FOOTER))
        return flow

    def _story(self) -> StoryReader:
        numbering = Numbering(self._linked("numbering"), self._styles)
        return StoryReader(self._plain, self._styles, numbering=numbering, refer=self._refer)

    def _linked(self, kind: str) -> Element | None:
        target = next((target for found, target in self._links.values() if found == kind), None)
        return None if target is None else self._package.part(target)

    def _title(self) -> str | None:
        core = next((t for kind, t in self._package.related("").values() if kind == "core-properties"), None)
        root = None if core is None else self._package.part(core)
        title = None if root is None else root.findtext(_TITLE)
        return " ".join(title.split()) or None if title else None

    def _refer(self, note: NoteReference) -> str:
        """The mark of a note: notes are numbered in the order in which they are first referred to."""
        if note not in self._numbered:
            self._counted[note.kind] += 1
            number = format_number(self._counted[note.kind], self._note_format(note.kind))
            self._numbered[note] = f"[{number}]"
        return self._numbered[note]

    def _note_format(self, kind: str) -> str:
        footnote = kind == _FOOTNOTE
        properties = (
            None if self._settings is None else self._settings.find(W + ("footnotePr" if footnote else "endnotePr"))
        )
        return value(properties, "numFmt") or ("decimal" if footnote else "lowerRoman")

    def _note(self, note: NoteReference) -> Flow:
        element = self._notes[note.kind].pop(note.id, None)
        if element is None:
            return []
        paragraphs = marked(self._aside.read(element), MarkKind.FOOTNOTE)
        if paragraphs:
            at = paragraphs[0].pieces[0].start
            paragraphs[0].pieces.insert(0, TextPiece(at, at, f"{self._numbered[note]} "))
        return list(paragraphs)

    def _furniture(self, sections: list[Element], *, kind: MarkKind) -> Flow:
        """The headers or footers that are shown, each wording once."""
        flow: Flow = []
        seen: set[str] = set()
        for reference in (ref for section in sections for ref in section.iterchildren(f"{W}{kind.value}Reference")):
            target = self._links.get(reference.get(_LINK, ""), ("", ""))[1]
            root = self._package.part(target) if target and self._is_shown(reference) else None
            wording = "" if root is None else "".join(map(str, root.itertext())).strip()
            if root is not None and wording not in seen:
                seen.add(wording)
                flow.extend(marked(self._aside.read(root), kind))
        return flow

    def _is_shown(self, reference: Element) -> bool:
        which = reference.get(W + "type")
        if which == "first":
            return bool(switch(reference.getparent(), "titlePg"))
        return which != "even" or bool(switch(self._settings, "evenAndOddHeaders"))


def _by_id(root: Element | None) -> dict[str, Element]:
    """The notes of a part; separators, which have a type, are none."""
    notes = root.iterchildren() if root is not None else ()
    return {note.get(W + "id", ""): note for note in notes if note.get(W + "type", "normal") == "normal"}
