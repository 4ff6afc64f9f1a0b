"""Plain text: taken verbatim, line ends apart; form feeds end pages."""

from __future__ import annotations

from pincite.domain.document import Document, Format, Page, document_id
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.decode import DecodedText, decode
from pincite.ingest.source import check_file, describe
from pincite.ports import OcrEngine
from pincite.spans import Span


class TextReader:
    """Reads plain text files; the canonical text is the file itself, with LF line ends."""

    format = Format.TEXT
    suffixes = (".txt",)
    magic = ()
    version = "1"

    def read(self, file: RawFile, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in a text file."""
        check_file(file, limits=limits)
        decoded = decode(file)
        require_words(file, decoded)
        return Document(
            id=document_id(decoded.text),
            text=decoded.text,
            source=describe(file, format=self.format, encoding=decoded.encoding),
            pages=_pages(decoded.text),
            offsets=decoded.offsets,
            warnings=decoded.warnings,
        )


def require_words(file: RawFile, decoded: DecodedText) -> None:
    """Refuse a text of nothing but white space."""
    if not decoded.text or decoded.text.isspace():
        raise ReadError(file.name, "no-text", "the file holds nothing but white space; check that it is the right one.")


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
