"""Plain text: taken verbatim, line ends apart; form feeds end pages."""

from __future__ import annotations

from pathlib import Path

from pincite.domain.document import Document, Format, Page, document_id
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.ingest.decode import Decoded, decode
from pincite.ingest.source import describe, read_bytes
from pincite.ports import OcrEngine
from pincite.spans import Span


class TextReader:
    """Reads plain text files; the canonical text is the file itself, with LF line ends."""

    def read(self, path: Path, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in a text file."""
        data = read_bytes(path, limits=limits)
        decoded = decode(path, data)
        require_words(path, decoded)
        return Document(
            id=document_id(decoded.text),
            text=decoded.text,
            source=describe(path, data, format=Format.TEXT, encoding=decoded.encoding),
            pages=_pages(decoded.text),
            offsets=decoded.offsets,
            warnings=decoded.warnings,
        )


def require_words(path: Path, decoded: Decoded) -> None:
    """Refuse a text of nothing but white space."""
    if not decoded.text or decoded.text.isspace():
        raise ReadError(path, "no-text", "the file holds nothing but white space; check that it is the right one.")


def _pages(text: str) -> tuple[Page, ...]:
    """The pages of a text printed with form feeds, each with its form feed; their size is unknown."""
    pages: list[Page] = []
    start = 0
    while (feed := text.find("\f", start)) >= 0:
        pages.append(Page(len(pages) + 1, Span(start, feed + 1), 0.0, 0.0))
        start = feed + 1
    if pages and start < len(text):
        pages.append(Page(len(pages) + 1, Span(start, len(text)), 0.0, 0.0))
    return tuple(pages)
