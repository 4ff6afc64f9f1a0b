"""A source as a native PDF: running header and footer, table of contents, footnotes, one column or two."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib import colors, pagesizes
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Table,
)

from render.markup import Piece, Script

FACES = {
    "Times": ("Times-Roman", "Times-Bold", "Times-Italic"),
    "Helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique"),
}
MARGIN = 72.0
MOST_PAGES = 60
# A place where an English word may be divided, by the simplest rule: between two consonants that stand between vowels.
BREAK = re.compile(r"(?<=\w[aeiou][bcdfglmnprst])(?=(?!h)[bcdfgjklmnprstv][aeiou]\w)")
ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


@dataclass(slots=True)
class Layout:
    """What one pass over the document learns and the next one needs: where pages, headings and notes fall."""

    pages: int = 0
    front: int = 0
    contents: list[tuple[int, str, str]] = field(default_factory=list)
    notes: dict[int, list[str]] = field(default_factory=dict)

    def printed(self, page: int) -> str:
        """The number printed on a page: roman before the body begins."""
        return str(page - self.front) if page > self.front else ROMAN[page]


def render_pdf(script: Script, *, fonts: dict[str, str] | None = None) -> bytes:
    """The PDF of a source; `fonts` maps regular and bold to font files where the standard faces lack the letters."""
    for name, path in (fonts or {}).items():
        pdfmetrics.registerFont(TTFont(name, path))
    before = Layout()
    for _ in range(6):
        data, layout = _pass(script, before)
        if layout == before:
            return data
        before = layout
    raise RuntimeError(f"The layout of '{script.particulars['title']}' does not settle.")


def _pass(script: Script, before: Layout) -> tuple[bytes, Layout]:
    layout, out = Layout(), BytesIO()
    press = Press(script, before, layout, out)
    press.build(press.story(), canvasmaker=press.canvas)
    layout.pages = press.page
    return out.getvalue(), layout


class Press(BaseDocTemplate):  # type: ignore[misc]
    """Lays a source out on pages, given what the pass before found out."""

    def __init__(self, script: Script, before: Layout, after: Layout, out: BytesIO) -> None:
        self.script, self.before, self.after = script, before, after
        facts = script.particulars
        size = pagesizes.LETTER if facts.get("paper") == "letter" else pagesizes.A4
        super().__init__(
            out, pagesize=size, title=facts["title"], author=facts["author"], invariant=1, pageCompression=1
        )
        self.size = float(facts.get("size", "11"))
        self.leading = float(facts.get("leading", str(round(self.size * 1.25, 1))))
        self.faces = FACES.get(facts.get("font", "Times")) or tuple(facts["font"].split())
        self.addPageTemplates([self._page(number) for number in range(1, MOST_PAGES + 1)])

    def _page(self, number: int) -> PageTemplate:
        # Each page has its own template, since its frame ends above the footnotes that fall on it.
        notes = [self._note(mark) for mark in self.before.notes.get(number, [])]
        width, columns = self.pagesize[0] - 2 * MARGIN, int(self.script.particulars.get("columns", "1"))
        room = sum(note.wrap(width, 999)[1] + 2 for note in notes) + (10 if notes else 0)
        each, height = (width - 22 * (columns - 1)) / columns, self.pagesize[1] - 2 * MARGIN - room
        edges = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
        frames = [Frame(MARGIN + i * (each + 22), MARGIN + room, each, height, **edges) for i in range(columns)]
        return PageTemplate(f"p{number}", frames, onPage=self._head, onPageEnd=self._foot(notes, room))

    def _head(self, canvas: Any, _doc: Any) -> None:
        facts, (width, height) = self.script.particulars, self.pagesize
        canvas.setFont(self.faces[0], 8.5)
        if self.page > self.before.front or "cover" not in facts:
            left, _, right = facts.get("header", "").partition(" || ")
            canvas.drawString(MARGIN, height - 44, left)
            canvas.drawRightString(width - MARGIN, height - 44, right)
        for i in range(int(facts.get("lines", "0"))):
            canvas.drawRightString(MARGIN - 16, height - MARGIN - self.leading * (i + 1) + 4.5, str(i + 1))

    def _foot(self, notes: list[Paragraph], room: float) -> Callable[[Any, Any], None]:
        def draw(canvas: Any, _doc: Any) -> None:
            if notes:
                canvas.line(MARGIN, MARGIN + room - 5, MARGIN + 140, MARGIN + room - 5)
            top = MARGIN + room - 10
            for note in notes:
                _, height = note.wrap(self.pagesize[0] - 2 * MARGIN, 999)
                note.drawOn(canvas, MARGIN, top - height)
                top -= height + 2
            if self.page > 1 or "cover" not in self.script.particulars:
                canvas.setFont(self.faces[0], 8.5)
                canvas.drawCentredString(self.pagesize[0] / 2, 40, self._footer())

        return draw

    def _footer(self) -> str:
        footer = self.script.particulars.get("footer", "{page}")
        return footer.replace("{page}", self.before.printed(self.page)).replace("{pages}", str(self.before.pages))

    def _record_note(self, _canvas: Any, _kind: str, mark: str) -> None:
        self.after.notes.setdefault(self.page, []).append(mark)

    def _record_entry(self, _canvas: Any, _kind: str, index: str) -> None:
        entry = _contents_entry(self.script.pieces[int(index)])
        if entry:
            self.after.contents.append((*entry, self.before.printed(self.page)))

    def _note(self, mark: str) -> Paragraph:
        style = ParagraphStyle("note", fontName=self.faces[0], fontSize=8.5, leading=10.5)
        return Paragraph(f"<super>{mark}</super> {self.inline(self.script.notes()[mark])}", style)

    def canvas(self, *args: Any, **keywords: Any) -> Any:
        """A canvas that tells us where notes and headings come to stand."""
        from reportlab.pdfgen.canvas import Canvas

        canvas = Canvas(*args, **{**keywords, "lang": self.script.particulars.get("lang", "en-GB")})
        canvas.setNamedCB("footnote", self._record_note)
        canvas.setNamedCB("entry", self._record_entry)
        return canvas

    def handle_pageBegin(self) -> None:  # noqa: N802 - the library's name
        """Take the template made for the page that begins."""
        self.pageTemplate = self.pageTemplates[self.page]
        super().handle_pageBegin()

    def story(self) -> list[Flowable]:
        """The flowables of the whole document."""
        story: list[Flowable] = []
        for i, piece in enumerate(self.script.pieces):
            # The mark travels with the first word, so that a block split over two pages is listed under the first.
            mark = f"[[{i}]]" if _contents_entry(piece) else ""
            story.extend(self._flow(replace(piece, text=mark + piece.text)))
        return story

    def _flow(self, piece: Piece) -> list[Flowable]:
        if piece.kind == "page":
            return [PageBreak()]
        if piece.kind == "body":
            return [BodyMark(self), PageBreak()]
        if piece.kind == "contents":
            return [ContentsLine(entry, self.faces[0]) for entry in self.before.contents]
        if piece.kind == "table":
            return [self._table(piece)]
        return [] if piece.kind == "note" else [self._paragraph(piece)]

    def _table(self, piece: Piece) -> Table:
        style = self._style("cell", size=self.size - 1, leading=self.size + 1)
        bold = self._style("head", size=self.size - 1, leading=self.size + 1, bold=True)
        cells = [
            [Paragraph(self.inline(c), bold if i == 0 else style) for c in row] for i, row in enumerate(piece.rows)
        ]
        width = (self.pagesize[0] - 2 * MARGIN) / len(piece.rows[0])
        grid = [("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("VALIGN", (0, 0), (-1, -1), "TOP")]
        return Table(
            cells, colWidths=[width] * len(piece.rows[0]), style=grid, repeatRows=1, spaceBefore=6, spaceAfter=10
        )

    def _paragraph(self, piece: Piece) -> Flowable:
        made: Flowable = getattr(self, f"_{piece.kind}")(piece)
        return made

    def _title(self, piece: Piece) -> Flowable:
        return Paragraph(
            self.inline(piece.text), self._style("title", size=self.size + 4, bold=True, centred=True, gap=14)
        )

    def _heading(self, piece: Piece) -> Flowable:
        article = (piece.label or piece.text).isupper()
        words = self.inline(piece.text)
        joint = "<br/>" if article else " "
        text = f"{piece.label}{joint}{words}" if piece.label else words
        return Paragraph(text, self._style("heading", size=self.size + 1, bold=True, centred=article, gap=8, keep=True))

    def _subheading(self, piece: Piece) -> Flowable:
        return Paragraph(self.inline(piece.text), self._style("sub", bold=True, gap=4, keep=True))

    def _centred(self, piece: Piece) -> Flowable:
        return Paragraph(self.inline(piece.text).replace("\n", "<br/>"), self._style("centred", centred=True, gap=6))

    def _lines(self, piece: Piece) -> Flowable:
        return KeepTogether([Paragraph(self.inline(piece.text).replace("\n", "<br/>"), self._style("lines", gap=10))])

    def _text(self, piece: Piece) -> Flowable:
        style = self._style("text", justified=self.script.particulars.get("justified") == "yes")
        style.leftIndent = 24.0 * piece.level
        words = self.inline(piece.text)
        if not piece.label:
            # On a grid of lines there is no room between paragraphs: the first line is set in instead.
            style.firstLineIndent = 12 if "lines" in self.script.particulars else 0
            return Paragraph(words, style)
        if piece.label.startswith("Section"):
            return Paragraph(f"{piece.label} {words}", style)
        style.bulletIndent = style.leftIndent
        style.leftIndent += 30
        return Paragraph(words, style, bulletText=piece.label)

    def _style(
        self, name: str, *, size: float = 0, leading: float = 0, gap: float = 0, **looks: bool
    ) -> ParagraphStyle:
        regular, bold, _ = self.faces
        grid = "lines" in self.script.particulars
        align = TA_CENTER if looks.get("centred") else TA_JUSTIFY if looks.get("justified") else TA_LEFT
        tall = self.leading if grid else leading or max(self.leading, size * 1.25)
        return ParagraphStyle(
            name,
            fontName=bold if looks.get("bold") else regular,
            bulletFontName=regular,
            fontSize=self.size if grid or not size else size,
            bulletFontSize=self.size,
            leading=tall,
            alignment=align,
            spaceBefore=0 if grid else gap,
            spaceAfter=0 if grid or name in ("cell", "head") else 6,
            keepWithNext=1 if looks.get("keep") else 0,
        )

    def inline(self, text: str) -> str:
        """The library's own markup for ours."""
        text = escape(BREAK.sub("\u00ad", text) if "columns" in self.script.particulars else text)
        text = text.replace("&amp;nbsp;", "&nbsp;")
        text = re.sub(r"\[\[(\d+)\]\]", r'<onDraw name="entry" label="\1"/>', text)
        text = re.sub(r"\*\*(.+?)\*\*", rf'<font name="{self.faces[1]}">\1</font>', text)
        text = re.sub(r"\*(.+?)\*", rf'<font name="{self.faces[2]}">\1</font>', text)
        text = re.sub(r"(?<!_)__([^_].*?)__(?!_)", r"<u>\1</u>", text)
        return re.sub(r"\[\^(\d+)\]", r'<super>\1</super><onDraw name="footnote" label="\1"/>', text)


class BodyMark(Flowable):  # type: ignore[misc]
    """The end of the front matter: page 1 comes next."""

    def __init__(self, press: Press) -> None:
        super().__init__()
        self.press, self.width, self.height = press, 0, 0

    def draw(self) -> None:
        """Note how many pages the front matter takes."""
        self.press.after.front = self.press.page


class ContentsLine(Flowable):  # type: ignore[misc]
    """A heading, dots, and its page."""

    def __init__(self, entry: tuple[int, str, str], face: str) -> None:
        super().__init__()
        self.entry_line, self.face = entry, face

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Take a whole line."""
        self.width = width
        return width, 15

    def draw(self) -> None:
        """Draw the line with its leader."""
        level, text, page = self.entry_line
        self.canv.setFont(self.face, 10.5)
        self.canv.drawString(level * 24, 3, text)
        begin = level * 24 + self.canv.stringWidth(text, self.face, 10.5) + 6
        end = self.width - self.canv.stringWidth(page, self.face, 10.5) - 6
        self.canv.drawRightString(end, 3, "." * int((end - begin) / self.canv.stringWidth(".", self.face, 10.5)))
        self.canv.drawRightString(self.width, 3, page)


def _contents_entry(piece: Piece) -> tuple[int, str] | None:
    """What the table of contents says of a block: articles, schedules and exhibits, and sections with a heading."""
    if piece.kind == "heading":
        return (0, f"{piece.label} {piece.text}".strip())
    found = re.match(r"[*_]{2}(.+?)\.?[*_]{2}", piece.text)
    if piece.kind == "text" and piece.label.startswith("Section") and found:
        return (1, f"{piece.label} {found[1]}")
    return None
