"""Safe access to a Word package: nothing is written to disk, sizes are limited, and no DTD is read."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from typing import TypeAlias

from lxml import etree

from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.source import MEGABYTE
from pincite.paths import is_safe_path

Element: TypeAlias = etree._Element
MAIN_PART = "word/document.xml"
_OLE = b"\xd0\xcf\x11\xe0"
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
# Strict OOXML uses other namespaces for the same elements.
_STRICT = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
_DECLARATIONS = (b"<!DOCTYPE", b"<!ENTITY")
# The same in UTF-16 of either byte order.
_WIDE_DECLARATIONS = (b"<\0!\0D", b"<\0!\0E", b"\0<\0!\0D", b"\0<\0!\0E")
_CHUNK = MEGABYTE
# XML prose compresses to a tenth, repetitive tables to a fiftieth, a zip bomb to a thousandth.
_BOMB_RATIO = 200
_BOMB_BYTES = 10 * MEGABYTE
# A parsed tree takes several times the memory of its source.
_TREE_FACTOR = 10


class Package:
    """The parts of a Word file, each inflated and parsed only when asked for."""

    def __init__(self, file: RawFile, *, limits: Limits) -> None:
        self._name = file.name
        self._limits = limits
        self._budget = limits.unpacked_mb * MEGABYTE
        self._zip = self._open(file.data)
        self._members = {info.filename: info for info in self._zip.infolist()}
        for name in self._members:
            self._check_name(name)
        if sum(info.file_size for info in self._members.values()) > self._budget:
            raise self._too_large()

    def part(self, name: str) -> Element | None:
        """The parsed part of that name, or None where the package has none."""
        info = self._members.get(name)
        return None if info is None else self._parse(name, self._inflate(info))

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """The internal relationships of a part: id to (last word of the type, name of the part)."""
        folder, base = posixpath.split(name)
        root = self.part(posixpath.join(folder, "_rels", f"{base}.rels"))
        found: dict[str, tuple[str, str]] = {}
        for link in root.iter(_RELATIONSHIP) if root is not None else ():
            target = link.get("Target", "")
            if link.get("TargetMode") != "External" and target:
                kind = link.get("Type", "").rpartition("/")[2]
                found[link.get("Id", "")] = (kind, posixpath.normpath(posixpath.join("/", folder, target))[1:])
        return found

    def main_part(self) -> str:
        """The name of the part that holds the document's body."""
        main = next((target for kind, target in self.related("").values() if kind == "officeDocument"), MAIN_PART)
        if main in self._members:
            return main
        if MAIN_PART in self._members:
            return MAIN_PART
        raise ReadError(self._name, "damaged", f"the part {MAIN_PART} is missing; open and save the file in Word.")

    def damaged(self, reason: str) -> ReadError:
        """Return the error for a damaged package."""
        return ReadError(self._name, "damaged", f"{reason}; open and save the file in Word, or get it again.")

    def _open(self, data: bytes) -> zipfile.ZipFile:
        if data.startswith(_OLE):
            raise ReadError(self._name, "encrypted", "the document is protected by a password; save it without one.")
        try:
            return zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
            raise self.damaged("the zip package is cut off or damaged") from error

    def _check_name(self, name: str) -> None:
        if not is_safe_path(name):
            raise ReadError(
                self._name,
                "hostile",
                f"the package holds a file named '{name}', which points outside it; do not open it.",
            )

    def _inflate(self, info: zipfile.ZipInfo) -> bytes:
        if info.flag_bits & 1:
            raise ReadError(self._name, "encrypted", "the package is encrypted; save it without a password.")
        pieces: list[bytes] = []
        size = 0
        try:
            with self._zip.open(info) as member:
                while piece := member.read(_CHUNK):
                    pieces.append(piece)
                    size += len(piece)
                    self._check_size(info, size)
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError) as error:
            raise self.damaged(f"the part {info.filename} is damaged") from error
        self._budget -= size
        return b"".join(pieces)

    def _check_size(self, info: zipfile.ZipInfo, size: int) -> None:
        if size > _BOMB_BYTES and size > _BOMB_RATIO * max(info.compress_size, 1):
            raise ReadError(
                self._name,
                "hostile",
                f"{info.filename} inflates to over {_BOMB_RATIO} times its packed size, as zip bombs do; leave it out.",
            )
        if size > self._budget or size * _TREE_FACTOR > self._limits.memory_mb * MEGABYTE:
            raise self._too_large()

    def _too_large(self) -> ReadError:
        return ReadError(
            self._name,
            "too-large",
            f"unpacked, the document is over {self._limits.unpacked_mb} MB or too large for the memory allowed "
            f"({self._limits.memory_mb} MB); raise limits.unpacked_mb or limits.memory_mb.",
        )

    def _parse(self, name: str, data: bytes) -> Element:
        if any(declaration in data for declaration in (*_DECLARATIONS, *_WIDE_DECLARATIONS)):
            raise ReadError(
                self._name, "hostile", f"{name} declares XML entities, which no Word file does; do not open it."
            )
        for strict, transitional in _STRICT:
            data = data.replace(strict, transitional)
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
        )
        try:
            return etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise self.damaged(f"the part {name} is not well-formed XML") from error
