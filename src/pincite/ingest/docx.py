"""DOCX: the document as its reader sees it, with changes accepted and automatic numbers written out."""

from __future__ import annotations

from pathlib import Path

from pincite.domain.document import Document, Format, document_id
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.ingest.docx_document import WordDocument
from pincite.ingest.docx_package import Package
from pincite.ingest.flow import write
from pincite.ingest.source import describe, read_bytes
from pincite.ports import OcrEngine


class DocxReader:
    """Reads Word files (.docx, .docm) without ever unpacking them to disk."""

    def read(self, path: Path, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in a Word file."""
        data = read_bytes(path, limits=limits)
        word = _open(path, data, limits=limits)
        written = write(word.flow, raw=word.plain_text)
        if not written.text:
            raise ReadError(path, "no-text", "the document holds no text; if it is a scan, save it as PDF.")
        return Document(
            id=document_id(written.text),
            text=written.text,
            source=describe(path, data, format=Format.DOCX),
            blocks=written.blocks,
            marks=written.marks,
            offsets=written.offsets,
            title=word.title,
            warnings=word.warnings,
        )


def _open(path: Path, data: bytes, *, limits: Limits) -> WordDocument:
    package = Package(path, data, limits=limits)
    try:
        return WordDocument(package)
    except RecursionError as error:
        raise package.damaged("its content is nested too deeply") from error
