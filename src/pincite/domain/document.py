"""Document: a text whose every character keeps its place in the file it came from."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum

from pincite.domain.boxes import line_boxes
from pincite.errors import SpanError
from pincite.spans import OffsetMap, Span


class Format(StrEnum):
    """The kinds of file that the built-in readers read; a third party's reader names its own."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    DOCX = "docx"
    PDF = "pdf"
    IMAGE = "image"


class MarkKind(StrEnum):
    """Why a range of the text is set apart.

    The first four are page furniture: part of the text (the reader of the page sees them) but no part of any clause, so
    they are skipped when text is embedded and when structure is sought.
    """

    HEADER = "header"
    FOOTER = "footer"
    PAGE_NUMBER = "page-number"
    LINE_NUMBER = "line-number"
    FOOTNOTE = "footnote"
    TABLE = "table"
    # From the words of a cell that reaches over several columns or rows to the end of the last row that it reaches.
    MERGED = "merged"


FURNITURE = frozenset({MarkKind.HEADER, MarkKind.FOOTER, MarkKind.PAGE_NUMBER, MarkKind.LINE_NUMBER})


@dataclass(frozen=True, slots=True)
class Mark:
    """A range of the text that is not running prose."""

    kind: MarkKind
    span: Span


class Role(StrEnum):
    """What a block is, as far as its file says so."""

    TEXT = "text"
    HEADING = "heading"
    ITEM = "item"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or table row with its typography: the evidence structure is found from.

    `level` is the depth the file itself declares (heading style, list level), from 1. `size` is in points. `indent` is
    the left edge in points from the text's left margin.
    """

    span: Span
    role: Role = Role.TEXT
    level: int | None = None
    size: float | None = None
    bold: bool = False
    centred: bool = False
    indent: float | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its number from 1, the text on it, its size in points as displayed.

    `confidence` is None where the text came from the file, else the mean confidence (0 to 1) of the OCR that read it.
    """

    number: int
    span: Span
    width: float
    height: float
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from the top left corner of the page as displayed."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Source:
    """The file a document was read from."""

    path: str
    format: str
    sha256: str
    size: int
    encoding: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class Passage:
    """A place in a document: the single way to point at evidence, in gold, hits and citations alike.

    In a benchmark `doc_id` is the document's path within the corpus.
    """

    doc_id: str
    span: Span

    @property
    def order(self) -> tuple[str, int, int]:
        """What passages are sorted by, as a tuple: hundreds of them are compared faster so than by themselves."""
        return self.doc_id, self.span.start, self.span.end


def document_id(text: str) -> str:
    """The id of the document with this canonical text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document a passage stands, as a lawyer says it."""

    section: str
    page: int | None


@dataclass(frozen=True, slots=True)
class Document:
    """A file's canonical text and all that is known of where each character came from.

    `id` is a hash of the text, so that a span can never be applied to another text under the same id. `offsets` maps
    the text to the decoded source of text formats; for pages, `glyphs` holds x0, y0, x1, y1 per character (NaN where a
    character, such as a line break, is not drawn).
    """

    id: str
    text: str
    source: Source
    pages: tuple[Page, ...] = ()
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    offsets: OffsetMap | None = None
    glyphs: array[float] | None = field(default=None, repr=False)
    title: str | None = None
    warnings: tuple[str, ...] = ()

    def slice(self, span: Span) -> str:
        """The exact characters of a span."""
        return span.slice(self.text)

    def page_of(self, offset: int) -> Page | None:
        """The page that holds a character, or None for a document without pages."""
        if not self.pages:
            return None
        at = bisect_right(self.pages, offset, key=lambda page: page.span.start) - 1
        return self.pages[max(at, 0)]

    def pages_of(self, span: Span) -> tuple[Page, ...]:
        """The pages a span touches, in order."""
        return tuple(page for page in self.pages if page.span.overlaps(span))

    def boxes(self, span: Span) -> tuple[Box, ...]:
        """The rectangles that cover a span, one for each line it runs over; empty for formats without pages."""
        if span.end > len(self.text):
            raise SpanError(f"Span [{span.start}, {span.end}) ends after the text of {self.source.path}.")
        if self.glyphs is None:
            return ()
        found: list[Box] = []
        for page in self.pages_of(span):
            part = page.span.intersection(span)
            if part is not None:
                found.extend(Box(page.number, *sides) for sides in line_boxes(self.glyphs, part))
        return tuple(found)

    def furniture(self) -> tuple[Span, ...]:
        """Running headers, footers, page and line numbers, in order."""
        return tuple(sorted(mark.span for mark in self.marks if mark.kind in FURNITURE))
