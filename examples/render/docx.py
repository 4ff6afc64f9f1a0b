"""A source as a Word file: automatic numbering, heading styles, footnotes, tracked changes, header and footer."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from typing import Any

from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.shared import Pt, RGBColor

from render.markup import Piece, Script
from render.numbering import Counter, add_numbering

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
INLINE = re.compile(r"(\*\*.+?\*\*|\*.+?\*|__.+?__|\[\^\d+\]|\{\+.+?\+\}|\{-.+?-\})")
FOOTNOTES = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"


def render_docx(script: Script) -> bytes:
    """The Word file of a source."""
    doc = Document()
    _set_particulars(doc, script.particulars)
    add_numbering(doc)
    _set_styles(doc)
    counter = Counter()
    for piece in script.pieces:
        _add(doc, piece, counter)
    if script.notes():
        _add_footnotes(doc, script.notes())
    _set_header_and_footer(doc, script.particulars)
    out = BytesIO()
    doc.save(out)
    return _with_fixed_dates(out.getvalue())


def _set_particulars(doc: Any, facts: dict[str, str]) -> None:
    day = datetime.fromisoformat(facts["date"])
    core = doc.core_properties
    core.title, core.author, core.last_modified_by, core.comments = facts["title"], facts["author"], facts["author"], ""
    core.created = core.modified = core.last_printed = day
    core.revision, core.language = 1, "en-GB"


def _set_styles(doc: Any) -> None:
    for name, size in (("Normal", 11), ("Title", 16), ("Heading 1", 12), ("Heading 2", 11)):
        style = doc.styles[name]
        style.font.name, style.font.size, style.font.color.rgb = "Times New Roman", Pt(size), RGBColor(0, 0, 0)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for attribute in [key for key in fonts.attrib if key.endswith("Theme")]:
            del fonts.attrib[attribute]
        style.paragraph_format.space_after = Pt(6)
    doc.styles["Title"].paragraph_format.alignment = 1
    doc.styles["Title"].font.bold = True


def _add(doc: Any, piece: Piece, counter: Counter) -> None:
    if piece.kind == "page":
        doc.add_page_break()
    elif piece.kind == "table":
        _add_table(doc, piece)
    elif piece.kind != "note":
        _add_paragraph(doc, piece, counter)


def _add_paragraph(doc: Any, piece: Piece, counter: Counter) -> None:
    styles = {"title": "Title", "heading": "Heading 1", "subheading": "Heading 2"}
    paragraph = doc.add_paragraph(style=styles.get(piece.kind, "Normal"))
    if piece.kind == "centred":
        paragraph.alignment = 1
    if place := counter.count(piece):
        properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val, properties.get_or_add_numId().val = place.level, place.list_id
    elif piece.level:
        paragraph.paragraph_format.left_indent = Pt(36 * piece.level)
    _write(paragraph, piece.text)


def _add_table(doc: Any, piece: Piece) -> None:
    table = doc.add_table(rows=0, cols=len(piece.rows[0]), style="Table Grid")
    for i, row in enumerate(piece.rows):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            _write(cell.paragraphs[0], f"**{text}**" if i == 0 else text)
    doc.add_paragraph()


def _write(paragraph: Any, text: str) -> None:
    """Write words with their emphasis, notes and tracked changes."""
    for part in filter(None, INLINE.split(text)):
        if part.startswith("[^"):
            run = paragraph.add_run()
            run.font.superscript = True
            run._r.append(parse_xml(f'<w:footnoteReference {W} w:id="{part[2:-1]}"/>'))
        elif part.startswith(("{+", "{-")):
            paragraph._p.append(_tracked(part))
        else:
            _write_run(paragraph, part)


def _write_run(paragraph: Any, part: str) -> None:
    marks = next((mark for mark in ("**", "__", "*") if part.startswith(mark) and part.endswith(mark)), "")
    run = paragraph.add_run(part[len(marks) : len(part) - len(marks)])
    run.bold, run.underline, run.italic = marks == "**" or None, marks == "__" or None, marks == "*" or None


def _tracked(part: str) -> Any:
    tag, text = ("ins", "t") if part[1] == "+" else ("del", "delText")
    return parse_xml(
        f'<w:{tag} {W} w:id="{900 + len(part)}" w:author="H. Lindqvist" w:date="2026-02-24T09:30:00Z"><w:r>'
        f'<w:{text} xml:space="preserve">{part[2:-2]}</w:{text}></w:r></w:{tag}>'
    )


def _add_footnotes(doc: Any, notes: dict[str, str]) -> None:
    body = "".join(_note(mark, text) for mark, text in notes.items())
    ends = "".join(
        f'<w:footnote w:type="{kind}" w:id="{mark}"><w:p><w:r><w:{tag}/></w:r></w:p></w:footnote>'
        for kind, mark, tag in (
            ("separator", -1, "separator"),
            ("continuationSeparator", 0, "continuationSeparator"),
        )
    )
    blob = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes {W}>{ends}{body}</w:footnotes>'
    part = Part(PackURI("/word/footnotes.xml"), FOOTNOTES, blob.encode(), doc.part.package)
    doc.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)


def _note(mark: str, text: str) -> str:
    return (
        f'<w:footnote w:id="{mark}"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
        f'<w:r><w:t xml:space="preserve"> {text}</w:t></w:r></w:p></w:footnote>'
    )


def _set_header_and_footer(doc: Any, facts: dict[str, str]) -> None:
    section = doc.sections[0]
    section.header.paragraphs[0].text = facts["header"].replace(" || ", "\t\t")
    foot = section.footer.paragraphs[0]
    foot.alignment = 1
    for part in _footer_parts(facts["footer"]):
        if part in ("PAGE", "NUMPAGES"):
            foot._p.append(parse_xml(f'<w:fldSimple {W} w:instr=" {part} "><w:r><w:t>1</w:t></w:r></w:fldSimple>'))
        else:
            foot.add_run(part)


def _footer_parts(footer: str) -> Iterator[str]:
    fields = {"{page}": "PAGE", "{pages}": "NUMPAGES"}
    return (fields.get(part, part) for part in re.split(r"(\{pages?\})", footer) if part)


def _with_fixed_dates(data: bytes) -> bytes:
    """The same package with every entry dated alike, so that a rebuild gives the same bytes."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 0
            new.writestr(entry, old.read(name))
    return out.getvalue()
