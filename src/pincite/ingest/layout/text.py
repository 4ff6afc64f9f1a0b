"""From sorted pages to a document's text: every character with its place, paragraphs as blocks, furniture marked."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pincite.domain.document import Block, Mark, MarkKind, Page, Role
from pincite.ingest.layout.caption import CaptionPart, split_caption
from pincite.ingest.layout.columns import order_lines
from pincite.ingest.layout.furniture import SortedPage, sort_furniture
from pincite.ingest.layout.hyphens import rejoin
from pincite.ingest.layout.measure import TextMeasure
from pincite.ingest.layout.page import Line, PageWords, Word, group_lines
from pincite.ingest.layout.paragraphs import LayoutParagraph, goes_on, make_paragraphs, mark_footnotes
from pincite.ingest.layout.tables import FlowPiece, split_tables
from pincite.spans import Span

_UNDRAWN = array("f", [math.nan] * 4)
_TERM = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class Composition:
    """The text of a paged document with all that layout knows of it."""

    text: str
    glyphs: array[float]
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    marks: tuple[Mark, ...]


def compose(pages: Iterable[PageWords]) -> Composition:
    """Read pages of words into one text, in reading order."""
    sheets = sort_furniture(pages)
    body_size = _body_size(sheets)
    writer = _PageWriter(_vocabulary(sheets))
    bodies = [_body(sheet, body_size) for sheet in sheets]
    _join_over_breaks(bodies)
    for sheet, body in zip(sheets, bodies, strict=True):
        for line, kind in sheet.top:
            writer.add(LayoutParagraph([line], mark=kind), sheet.page.glyphs)
        for paragraph in _notes_lifted([paragraph for paragraph, _ in body]):
            writer.add(paragraph, sheet.page.glyphs)
        for line in group_lines(sheet.page.strays):
            writer.add(LayoutParagraph([line]), sheet.page.glyphs)
        for line, kind in sheet.bottom:
            writer.add(LayoutParagraph([line], mark=kind), sheet.page.glyphs)
        writer.end_page(sheet.page)
    return writer.finish()


def _join_over_breaks(bodies: Iterable[Sequence[tuple[LayoutParagraph, TextMeasure]]]) -> None:
    """Note which paragraphs a page or column break cut in two."""
    previous: tuple[LayoutParagraph, TextMeasure] | None = None
    for body in bodies:
        for paragraph, measure in body:
            if paragraph.mark is not None:
                continue
            if paragraph.opens and previous is not None and goes_on(previous[0], paragraph, measure=previous[1]):
                paragraph.continues = previous[0].breaks_off = True
            previous = (paragraph, measure)


def _notes_lifted(paragraphs: Sequence[LayoutParagraph]) -> list[LayoutParagraph]:
    """Move notes before a paragraph that continues on the next page, so that they do not split it."""
    lifted: list[LayoutParagraph] = []
    torn: int | None = None
    for paragraph in paragraphs:
        if paragraph.mark is MarkKind.FOOTNOTE and torn is not None:
            lifted.insert(torn, paragraph)
            torn += 1
            continue
        torn = len(lifted) if paragraph.breaks_off and not paragraph.continues else None
        lifted.append(paragraph)
    return lifted


def _body(sheet: SortedPage, body_size: float) -> list[tuple[LayoutParagraph, TextMeasure]]:
    """The paragraphs of a page's body in reading order, each with the measure it is set to."""
    found: list[tuple[LayoutParagraph, TextMeasure]] = []
    for lines, mark in _parts(sheet):
        for flow in order_lines(lines):
            measure = TextMeasure.of(flow.lines, paper=sheet.page.upright[0])
            made = [pair for part in split_caption(flow.lines) for pair in _read(part, measure)]
            paragraphs = [paragraph for paragraph, _ in made]
            paragraphs[0].opens = not flow.parallel
            for paragraph in paragraphs:
                paragraph.mark = mark or paragraph.mark
            if mark is None:
                mark_footnotes(paragraphs, body_size=body_size)
            found.extend(made)
    return found


def _read(part: CaptionPart, measure: TextMeasure) -> list[tuple[LayoutParagraph, TextMeasure]]:
    if part.pitch is not None:
        measure = measure.narrowed(part.lines, pitch=part.pitch)
    return [(made, measure) for piece in split_tables(part.lines) for made in _paragraphs(piece, measure)]


def _paragraphs(piece: FlowPiece, measure: TextMeasure) -> list[LayoutParagraph]:
    if piece.rows is None:
        return make_paragraphs(piece.lines, measure)
    return [LayoutParagraph(piece.lines, mark=MarkKind.TABLE, cells=piece.rows)]


def _parts(sheet: SortedPage) -> list[tuple[list[Line], MarkKind | None]]:
    """The body cut at the page numbers that stand within it."""
    parts: list[tuple[list[Line], MarkKind | None]] = []
    start = 0
    for at in sorted(sheet.numbered):
        parts += [(sheet.body[start:at], None), ([sheet.body[at]], MarkKind.PAGE_NUMBER)]
        start = at + 1
    parts.append((sheet.body[start:], None))
    return [(lines, mark) for lines, mark in parts if lines]


def _body_size(sheets: Sequence[SortedPage]) -> float:
    """The type size most of the text is set in."""
    sizes: Counter[float] = Counter()
    for sheet in sheets:
        for line in sheet.body:
            sizes[round(line.size, 1)] += len(line.words)
    return max(sizes, key=lambda size: (sizes[size], size), default=10.0)


def _vocabulary(sheets: Sequence[SortedPage]) -> frozenset[str]:
    """The words of the body, those next to a line-end hyphen left out."""
    words: list[str] = []
    for sheet in sheets:
        broken = False
        for line in sheet.body:
            inner = line.words[1:] if broken else line.words
            broken = line.words[-1].text.endswith("-")
            words += [word.text for word in (inner[:-1] if broken else inner)]
    return frozenset(_TERM.findall(" ".join(words).lower()))


class _PageWriter:
    """Writes paragraphs into the text, page by page."""

    def __init__(self, vocabulary: frozenset[str]) -> None:
        self._vocabulary = vocabulary
        self._parts: list[str] = []
        self._length = 0
        self._glyphs = array("f")
        self._pages: list[Page] = []
        self._blocks: list[Block] = []
        self._marks: list[Mark] = []
        self._page_start: int | None = None
        self._body_block: int | None = None
        self._body_is_last = False

    def end_page(self, page: PageWords) -> None:
        """Close the page: the text since its first word is on it."""
        start = self._length if self._page_start is None else self._page_start
        self._pages.append(Page(page.number, Span(start, self._length), page.width, page.height, page.confidence))
        self._page_start = None

    def add(self, paragraph: LayoutParagraph, glyphs: array[float]) -> None:
        """Write a paragraph, joined to the last one where it goes on from there."""
        joined = paragraph.continues and self._body_is_last
        if self._length:
            self._blank("" if joined and self._ends_in_hyphen() else " " if joined else "\n\n")
        start = self._length
        if self._page_start is None:
            self._page_start = start
        if paragraph.cells is None:
            self._write_lines(paragraph.lines, glyphs)
        else:
            self._write_rows(paragraph.cells, glyphs)
        self._note(paragraph, Span(start, self._length))

    def finish(self) -> Composition:
        """All that was written."""
        return Composition(
            "".join(self._parts), self._glyphs, _tiled(self._pages), tuple(self._blocks), tuple(self._marks)
        )

    def _note(self, paragraph: LayoutParagraph, span: Span) -> None:
        """Record what a paragraph is; one that goes on after a page break is one block, with the furniture within."""
        if paragraph.mark is not None:
            self._marks.append(Mark(paragraph.mark, span))
        self._body_is_last = paragraph.mark is None
        if paragraph.continues and self._body_block is not None:
            begun = self._blocks[self._body_block]
            self._blocks[self._body_block] = replace(begun, span=Span(begun.span.start, span.end))
        elif paragraph.cells is None and paragraph.mark in (None, MarkKind.FOOTNOTE):
            if paragraph.mark is None:
                self._body_block = len(self._blocks)
            self._blocks.append(
                Block(
                    span,
                    size=round(paragraph.size, 2),
                    bold=paragraph.bold,
                    centred=paragraph.centred,
                    indent=round(paragraph.indent, 2),
                )
            )

    def _write_lines(self, lines: Sequence[Line], glyphs: array[float]) -> None:
        for i, line in enumerate(lines):
            *words, last = line.words
            for word in words:
                self._draw(word.text, word, glyphs)
                self._blank(" ")
            text, gap = last.text, " "
            if i + 1 < len(lines) and text.endswith("-"):
                text, gap = rejoin(last, lines[i + 1].words[0], vocabulary=self._vocabulary)
            self._draw(text, last, glyphs)
            if i + 1 < len(lines):
                self._blank(gap)

    def _write_rows(self, rows: Sequence[Sequence[Sequence[Line]]], glyphs: array[float]) -> None:
        for r, row in enumerate(rows):
            self._blank("\n" if r else "")
            start = self._length
            for c, cell in enumerate(row):
                self._blank(" | " if c else "")
                self._write_lines(cell, glyphs)
            self._blocks.append(Block(Span(start, self._length), role=Role.ROW))

    def _draw(self, text: str, word: Word, glyphs: array[float]) -> None:
        self._parts.append(text)
        self._length += len(text)
        self._glyphs.extend(glyphs[4 * word.first : 4 * (word.first + len(text))])

    def _blank(self, text: str) -> None:
        if text:
            self._parts.append(text)
            self._length += len(text)
            self._glyphs.extend(_UNDRAWN * len(text))

    def _ends_in_hyphen(self) -> bool:
        return bool(self._parts) and self._parts[-1].endswith("-")


def _tiled(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Extend the pages to cover the text without gaps; an empty page begins where the next one does."""
    tiled: list[Page] = []
    following = pages[-1].span.end if pages else 0
    for page in reversed(pages):
        start = page.span.start if page.span else following
        tiled.append(replace(page, span=Span(start, following)))
        following = start
    return tuple(reversed(tiled))
