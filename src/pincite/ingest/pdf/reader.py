"""PDF: the text layer in reading order, and OCR for pages without a usable one."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.domain.document import Document, Format, document_id
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import OcrError, ReadError
from pincite.ingest.decode import looks_binary
from pincite.ingest.layout.page import PageWords
from pincite.ingest.layout.text import compose
from pincite.ingest.pdf.file import PdfFile, PdfPage
from pincite.ingest.pdf.ocr import OCR_DPI, place_words
from pincite.ingest.pdf.quality import is_garbage, restore
from pincite.ingest.pdf.words import read_words
from pincite.ingest.source import check_file, describe
from pincite.ports import OcrEngine

_MAGIC = b"%PDF-"
_START = re.compile(rb"%PDF-\d")
# A PDF may begin this late, after what a mail program or a server put before it.
_PREAMBLE = 1024
_HEAD = 1 << 16
# A page with fewer letters than this, of which pictures cover this share, is taken to be a picture of text.
_SCAN_LETTERS = 250
_SCAN_SHARE = 0.35
_BARE_LETTERS = 60
_BARE_SHARE = 0.06
_WHOLE_SHARE = 0.9
_NAMES_A_FILE = re.compile(r"\.\w{2,4}$|^microsoft \w+ - |^untitled|^document ?\d*$|[\\/_]|^[0-9a-f-]+$", re.IGNORECASE)


class PdfReader:
    """Reads PDF files page by page."""

    format = Format.PDF
    suffixes = (".pdf",)
    magic = (_MAGIC,)
    version = "2"

    def recognises(self, file: RawFile) -> bool:
        """Whether it begins as a PDF does, at once or, where it is no text, somewhat later."""
        head = file.data[:_PREAMBLE]
        if _START.match(head):
            return True
        late = _START.search(head) is not None and not head.lstrip().startswith(b"<")
        return late and (file.suffix in self.suffixes or looks_binary(file.data[:_HEAD]))

    def read(self, file: RawFile, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in a PDF file."""
        check_file(file, limits=limits)
        if _MAGIC not in file.data[:_PREAMBLE]:
            raise ReadError(
                file.name, "unsupported", "the file is not a PDF though it is named like one; check what it is."
            )
        with PdfFile(file) as pdf:
            if len(pdf) > limits.pages:
                reason = f"the PDF has {len(pdf):,} pages and the limit is {limits.pages:,}; raise limits.pages."
                raise ReadError(file.name, "too-large", reason)
            reading = _PdfReading(file.name, limits, ocr)
            pages = [reading.page(pdf, i) for i in range(len(pdf))]
            title = pdf.title()
        composed = compose(pages)
        reading.require_text(composed.text)
        return Document(
            id=document_id(composed.text),
            text=composed.text,
            source=describe(file, format=self.format),
            pages=composed.pages,
            blocks=composed.blocks,
            marks=composed.marks,
            glyphs=composed.glyphs,
            title=real_title(title),
            warnings=reading.warnings(),
        )


@dataclass(slots=True)
class _PdfReading:
    """The reading of one file: what was asked for, and what could not be read."""

    name: str
    limits: Limits
    ocr: OcrEngine | None
    damaged: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    outsize: list[int] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def page(self, pdf: PdfFile, index: int) -> PageWords:
        """The words of a page, from its text layer or by OCR."""
        if time.monotonic() - self.began > self.limits.seconds:
            reason = (
                f"reading took longer than {self.limits.seconds} seconds, at page {index + 1}; raise limits.seconds."
            )
            raise ReadError(self.name, "timeout", reason)
        page = pdf.page(index)
        try:
            if not page.loaded:
                self.damaged.append(index + 1)
            return self._words(page, index + 1)
        finally:
            page.close()

    def _words(self, page: PdfPage, number: int) -> PageWords:
        words = read_words(page, number)
        text = page.letters().text
        garbage = is_garbage(text)
        if garbage and (restored := restore(text)) is not None:
            return read_words(page, number, text=restored)
        if not garbage and not _looks_scanned(page, words):
            return words
        hidden = read_words(page, number, unseen=True) if page.has_unseen else words
        if not garbage and _letters(hidden) >= _SCAN_LETTERS:
            return hidden
        if self.ocr is None:
            self.unread.append(number)
            return hidden
        most = self.limits.page_megapixels
        dpi = page.fitting_dpi(OCR_DPI, megapixels=most, pictures=most)
        if dpi is None:
            self.outsize.append(number)
            return hidden
        kept = PageWords(number, words.width, words.height, [], words.glyphs, words.upright) if garbage else words
        try:
            found = self.ocr.recognise(page.draw(dpi))
        except OcrError as error:
            raise ReadError(self.name, "crashed", f"OCR failed on page {number}: {error}") from error
        # Letters under a picture of the whole page come from an earlier OCR.
        return place_words(found, kept, scale=72 / dpi, trusted=page.pictures() < _WHOLE_SHARE)

    def require_text(self, text: str) -> None:
        """Refuse a document in which nothing could be read."""
        if text:
            return
        if self.unread:
            reason = "no page has text that can be read; it is a scan, so install OCR: pip install 'pincite[ocr]'."
        else:
            reason = "no page has any text; check that it is the right file."
        raise ReadError(self.name, "no-text", reason)

    def warnings(self) -> tuple[str, ...]:
        """What the user should know of pages that were not read as they are."""
        found: list[str] = []
        if self.damaged:
            found.append(f"{_named(self.damaged)} broken in the file and could not be read.")
        if self.unread:
            found.append(f"{_named(self.unread)} without a usable text layer; for OCR: pip install 'pincite[ocr]'.")
        if self.outsize:
            found.append(f"{_named(self.outsize)} too big a picture for OCR: raise limits.page_megapixels.")
        return tuple(found)


def _looks_scanned(page: PdfPage, words: PageWords) -> bool:
    """Tell whether a page is a picture of text with, at most, a stamp or a running footer in letters."""
    count = _letters(words)
    if count >= _SCAN_LETTERS:
        return False
    pictures = page.pictures()
    return pictures >= (_BARE_SHARE if count < _BARE_LETTERS else _SCAN_SHARE) or page.is_outlined()


def _letters(page: PageWords) -> int:
    return sum(len(word.text) for word in page.words) + sum(len(word.text) for word in page.strays)


def _named(pages: Sequence[int]) -> str:
    """Pages as a person lists them: "Pages 1, 4-6 are"."""
    runs: list[list[int]] = []
    for number in pages:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    listed = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
    return f"Page {listed} is" if len(pages) == 1 else f"Pages {listed} are"


def real_title(title: str) -> str | None:
    """The title a file gives itself, unless it is only the name of another file or a word processor's default."""
    title = " ".join(title.split())
    letters = sum(letter.isalpha() for letter in title)
    if letters < 4 or letters < 0.5 * len(title) or _NAMES_A_FILE.search(title) or not title.isprintable():
        return None
    return title
