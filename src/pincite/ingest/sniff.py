"""What format a file is in: by its content first, then by its name."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from pincite.domain.document import Format
from pincite.errors import ReadError
from pincite.ingest.decode import looks_binary
from pincite.ingest.source import read_head

SUFFIXES = {
    ".txt": Format.TEXT,
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
    ".docx": Format.DOCX,
    ".docm": Format.DOCX,
    ".pdf": Format.PDF,
    ".png": Format.IMAGE,
    ".jpg": Format.IMAGE,
    ".jpeg": Format.IMAGE,
    ".tif": Format.IMAGE,
    ".tiff": Format.IMAGE,
}
READABLE = ".txt, .md, .html, .docx, .pdf, .png, .jpg or .tif"

_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_TEXT_FORMATS = frozenset({Format.TEXT, Format.MARKDOWN, Format.HTML})
# Files that are none of ours: magic bytes, what they are, what to do.
_STRANGERS: tuple[tuple[bytes, str, str], ...] = (
    (b"{\\rtf", "a Rich Text (RTF) file", "save it as .docx or .pdf"),
    (b"GIF8", "a GIF image", "save it as .png"),
    (b"BM", "a bitmap image", "save it as .png"),
    (b"RIFF", "a WebP image or a recording", "save an image as .png"),
    (b"\x7fELF", "a program", "leave it out"),
    (b"MZ", "a program", "leave it out"),
    (b"\x1f\x8b", "a gzip archive", "unpack it and give the files in it"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it and give the files in it"),
    (b"Rar!", "a RAR archive", "unpack it and give the files in it"),
)
_ZIPS: tuple[tuple[str, str, str], ...] = (
    ("xl/", "an Excel workbook", "save the sheets as .pdf or .html"),
    ("ppt/", "a PowerPoint presentation", "save it as .pdf"),
    ("content.xml", "an OpenDocument file", "save it as .docx or .pdf"),
    ("", "a zip archive", "unpack it and give the files in it"),
)
_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s+|<\?xml.*?\?>|<!--.*?-->)*+<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
_PDF_START = re.compile(rb"%PDF-\d")


def sniff(path: Path) -> Format:
    """The format of a file; a ReadError where it is none that can be read."""
    head = read_head(path)
    named = _format_of_name(path)
    found = _by_magic(path, head)
    if found is not None:
        return found
    if _HTML_START.match(head):
        return Format.HTML
    binary = looks_binary(head)
    if _PDF_START.search(head[:1024]) and (named is Format.PDF or binary):
        return Format.PDF
    return _by_name(path, named, binary=binary)


def _format_of_name(path: Path) -> Format | None:
    """The format a file's name claims, or None where the name says nothing known."""
    return SUFFIXES.get(path.suffix.lower())


def _by_magic(path: Path, head: bytes) -> Format | None:
    if _PDF_START.match(head):
        return Format.PDF
    if head.startswith(_IMAGES):
        return Format.IMAGE
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_format(path, head)
    if head.startswith(_OLE):
        raise _ole_refusal(path)
    for magic, what, remedy in _STRANGERS:
        if head.startswith(magic) and (len(magic) > 2 or looks_binary(head)):
            raise _unsupported(path, what, remedy)
    return None


def _by_name(path: Path, named: Format | None, *, binary: bool) -> Format:
    if named in _TEXT_FORMATS and binary:
        raise ReadError(path, "binary", f"the name ends in {path.suffix} but the bytes are not text; check the file.")
    if named is not None:
        # Readable words under the name of a binary format: a text that was given the wrong suffix.
        return named if binary or named in _TEXT_FORMATS else Format.TEXT
    if binary or path.suffix:
        raise _unsupported(path, f"a {path.suffix or 'binary'} file", f"convert it to {READABLE}")
    return Format.TEXT


def _zip_format(path: Path, head: bytes) -> Format:
    try:
        with zipfile.ZipFile(path) as package:
            names = package.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        # Too damaged to list: if it set out to be a Word file, its reader says what is wrong with it.
        names = ["word/document.xml"] if b"word/" in head else []
    if "word/document.xml" in names or _format_of_name(path) is Format.DOCX:
        return Format.DOCX
    what, remedy = next((w, r) for start, w, r in _ZIPS if any(name.startswith(start) for name in names) or not start)
    raise _unsupported(path, what, remedy)


def _ole_refusal(path: Path) -> ReadError:
    if _OLE_ENCRYPTED in read_head(path, 1 << 24):
        return ReadError(path, "encrypted", "the document is protected by a password; save it without one.")
    return _unsupported(path, "an old binary Office file (.doc, .xls or .msg)", "save it as .docx or .pdf")


def _unsupported(path: Path, what: str, remedy: str) -> ReadError:
    return ReadError(path, "unsupported", f"{what} cannot be read; {remedy}.")
