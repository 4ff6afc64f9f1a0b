"""DOCX: the document as its reader sees it, with changes accepted and automatic numbers written out."""

from __future__ import annotations

import io
import zipfile

from pincite.domain.document import Document, Format, document_id
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.docx.document import WordDocument
from pincite.ingest.docx.package import MAIN_PART, Package
from pincite.ingest.flow import write
from pincite.ingest.source import check_file, describe
from pincite.ports import OcrEngine

_HEAD = 1 << 16


class DocxReader:
    """Reads Word files (.docx, .docm) without ever unpacking them to disk."""

    format = Format.DOCX
    suffixes = (".docx", ".docm")
    magic = (b"PK\x03\x04", b"PK\x05\x06")
    version = "4"

    def recognises(self, file: RawFile) -> bool:
        """Whether it is a zip package with a Word document in it, or one that is named so."""
        return file.data.startswith(self.magic) and (file.suffix in self.suffixes or MAIN_PART in _names(file))

    def read(self, file: RawFile, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in a Word file."""
        check_file(file, limits=limits)
        word = _open(file, limits=limits)
        written = write(word.flow, raw=word.plain_text)
        if not written.text:
            raise ReadError(file.name, "no-text", "the document holds no text; if it is a scan, save it as PDF.")
        return Document(
            id=document_id(written.text),
            text=written.text,
            source=describe(file, format=self.format),
            blocks=written.blocks,
            marks=written.marks,
            offsets=written.offsets,
            title=word.title,
            warnings=word.warnings,
        )


def _names(file: RawFile) -> list[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as package:
            return package.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        # Too damaged to list: if it is meant to be a Word file, reading it reports the problem.
        return [MAIN_PART] if b"word/" in file.data[:_HEAD] else []


def _open(file: RawFile, *, limits: Limits) -> WordDocument:
    package = Package(file, limits=limits)
    try:
        return WordDocument(package)
    except RecursionError as error:
        raise package.damaged("its content is nested too deeply") from error
