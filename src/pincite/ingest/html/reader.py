"""HTML: what a reader of the page sees, with the exact place of every character in the page's source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from pincite.domain.document import Document, Format, document_id
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.decode import decode_raw
from pincite.ingest.flow import write
from pincite.ingest.html.page import PageBuilder
from pincite.ingest.html.style import is_for_paper
from pincite.ingest.html.tokens import TokenKind, parse_attributes, tokenise
from pincite.ingest.source import MEGABYTE, check_file, describe
from pincite.ports import OcrEngine

# A page being read takes this many times the memory of its source.
_MEMORY_FACTOR = 16
_SPACES = re.compile(r"\s+")
_BODY = re.compile(r"<(?:body|p|div|table|section|main|article|h[1-6])\b", re.IGNORECASE)
_STYLE = re.compile(r"<style\b", re.IGNORECASE)
_START = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s+|<\?xml.*?\?>|<!--.*?-->)*+<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
_HEAD = 1 << 16


class HtmlReader:
    """Reads web pages, filings and other HTML; what is hidden from the reader is left out."""

    format = Format.HTML
    suffixes = (".html", ".htm", ".xhtml")
    magic = ()
    version = "6"

    def recognises(self, file: RawFile) -> bool:
        """Whether it begins as a page does."""
        return _START.match(file.data[:_HEAD]) is not None

    def read(self, file: RawFile, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in an HTML file."""
        check_file(file, limits=limits)
        if len(file.data) * _MEMORY_FACTOR > limits.memory_mb * MEGABYTE:
            raise ReadError(
                file.name, "too-large", "the page is too large for the memory allowed; raise limits.memory_mb."
            )
        encoding, raw, warnings = decode_raw(file, declared=True)
        page = build_page(raw)
        written = write(page.flow, raw=raw)
        if not written.text:
            raise ReadError(file.name, "no-text", "the page shows no text; it may be made by a script: save it as PDF.")
        return Document(
            id=document_id(written.text),
            text=written.text,
            source=describe(file, format=self.format, encoding=encoding),
            blocks=written.blocks,
            marks=written.marks,
            offsets=written.offsets,
            title=page.title,
            warnings=(*warnings, *page.warnings),
        )


def build_page(raw: str) -> PageBuilder:
    """The page that HTML source describes."""
    page = PageBuilder(raw)
    for style, media in _late_styles(raw):
        if not is_for_paper(media):
            page.sheet.add(style)
    for token in tokenise(raw, page.warnings):
        if token.kind is TokenKind.TEXT:
            page.text(token.start, token.end)
        elif token.kind is TokenKind.START:
            page.start(token.name, token.start, token.end)
        elif token.kind is TokenKind.END:
            page.end(token.name)
        elif token.name == "style" and not is_for_paper(page.media):
            page.sheet.add(raw[token.start : token.end])
        elif token.name == "title" and page.title is None:
            page.title = _SPACES.sub(" ", unescape(raw[token.start : token.end])).strip() or None
    page.close()
    return page


def _late_styles(raw: str) -> Iterator[tuple[str, str]]:
    """The style elements within the body, each with its media: their rules hold for what stands before them, too."""
    body = _BODY.search(raw)
    if body is None or not _STYLE.search(raw, body.end()):
        return
    media = ""
    for token in tokenise(raw, []):
        if token.kind is TokenKind.START and token.name == "style":
            media = parse_attributes(raw[token.start : token.end]).get("media", "")
        elif token.kind not in (TokenKind.TEXT, TokenKind.START, TokenKind.END) and token.name == "style":
            yield raw[token.start : token.end], media
