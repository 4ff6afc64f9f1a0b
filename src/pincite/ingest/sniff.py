"""Choose the reader of a file: by its content first, then by its name."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence

from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.decode import looks_binary
from pincite.ports import Reader

_HEAD = 1 << 16
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OLE_SEARCHED = 1 << 24
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# Files that no reader of ours reads: magic bytes, what they are, what to do.
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


def choose_reader(file: RawFile, readers: Sequence[Reader]) -> Reader:
    """The reader of a file; a ReadError where there is none.

    Of several that know the content, the one whose ending the name has; of several of those, the first.
    """
    named = [reader for reader in readers if file.suffix in reader.suffixes]
    knowing = [reader for reader in readers if _recognises(reader, file)]
    for reader in (*(reader for reader in named if reader in knowing), *knowing):
        return reader
    _refuse_unsupported(file)
    return _by_name(file, named, readers=readers)


def known_suffixes(readers: Iterable[Reader]) -> frozenset[str]:
    """The endings of all that can be read."""
    return frozenset(suffix for reader in readers for suffix in reader.suffixes)


def _recognises(reader: Reader, file: RawFile) -> bool:
    """Whether the content is of a reader's format, by its own test or by its magic bytes."""
    test = getattr(reader, "recognises", None)
    return bool(test(file)) if test is not None else file.data.startswith(tuple(reader.magic))


def _is_text(reader: Reader) -> bool:
    return not reader.magic


def _by_name(file: RawFile, named: Sequence[Reader], *, readers: Sequence[Reader]) -> Reader:
    binary = looks_binary(file.data[:_HEAD])
    if named and _is_text(named[0]) and binary:
        reason = f"the name ends in {file.suffix} but the bytes are not text; check the file."
        raise ReadError(file.name, "binary", reason)
    if named and (binary or _is_text(named[0])):
        return named[0]
    if not named and (binary or file.suffix):
        what = f"a {file.suffix or 'binary'} file"
        raise _unsupported(file, what, f"convert it to {', '.join(sorted(known_suffixes(readers)))}")
    # Readable text without an ending, or with the ending of a binary format: treat it as plain text.
    return next(reader for reader in readers if ".txt" in reader.suffixes)


def _refuse_unsupported(file: RawFile) -> None:
    """Refuse what is known not to be readable, and say what to do."""
    if file.data.startswith(_ZIP):
        names = _zip_names(file)
        what, remedy = next((w, r) for start, w, r in _ZIPS if any(one.startswith(start) for one in names) or not start)
        raise _unsupported(file, what, remedy)
    if file.data.startswith(_OLE):
        if _OLE_ENCRYPTED in file.data[:_OLE_SEARCHED]:
            raise ReadError(file.name, "encrypted", "the document is protected by a password; save it without one.")
        raise _unsupported(file, "an old binary Office file (.doc, .xls or .msg)", "save it as .docx or .pdf")
    for magic, what, remedy in _STRANGERS:
        if file.data.startswith(magic) and (len(magic) > 2 or looks_binary(file.data[:_HEAD])):
            raise _unsupported(file, what, remedy)


def _zip_names(file: RawFile) -> list[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as package:
            return package.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return []


def _unsupported(file: RawFile, what: str, remedy: str) -> ReadError:
    return ReadError(file.name, "unsupported", f"{what} cannot be read; {remedy}.")
