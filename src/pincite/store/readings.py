"""Readings on disk: one JSON file per document, and a manifest that says which file gave which."""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pincite.domain.document import Block, Document, Mark, Page, Source
from pincite.domain.profile import Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline
from pincite.errors import PinciteError, SpanError
from pincite.files import os_reason, write_bytes
from pincite.paths import is_document_id
from pincite.spans import OffsetMap, Span

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """A line of the manifest: the file as it was when read, and what came of it."""

    path: str
    size: int
    mtime_ns: int
    reader: str
    doc_id: str
    kind: str
    title: str | None
    characters: int
    pages: int
    sections: int
    ocr_pages: int
    warnings: tuple[str, ...]


def reading_as_json(reading: Reading) -> dict[str, Any]:
    """All of a reading in plain JSON types; spans are `[start, end]`."""
    return {"format": FORMAT_VERSION, **plain(reading)}


def reading_as_bytes(reading: Reading) -> bytes:
    """A reading as it is kept in a file."""
    return json.dumps(reading_as_json(reading), ensure_ascii=False).encode("utf-8", "surrogatepass")


def save_reading(reading: Reading, folder: Path) -> Path:
    """Write a reading as `<doc id>.json`, whole or not at all."""
    target = folder / f"{reading.doc.id}.json"
    write_bytes(target, reading_as_bytes(reading))
    return target


def load_reading(path: Path) -> Reading:
    """Read back what `save_reading` wrote."""
    try:
        return parse_reading(path.read_bytes(), path)
    except OSError as error:
        raise PinciteError(f"{path}: cannot be read: {os_reason(error)}.") from error


def parse_reading(content: bytes, path: Path) -> Reading:
    """The reading that a file holds."""
    try:
        data = json.loads(content.decode("utf-8", "surrogatepass"))
        if data.pop("format") != FORMAT_VERSION:
            raise PinciteError(f"{path}: written by another version of Pincite; read the source file again.")
        return Reading(
            doc=_document(data["doc"]),
            profile=_adapter(Profile).validate_python(_spans(data["profile"])),
            outline=_adapter(Outline).validate_python(_spans(data["outline"])),
        )
    except (
        *(ValueError, KeyError, TypeError, AttributeError, RecursionError),
        *(ValidationError, zlib.error, SpanError),
    ) as error:
        raise PinciteError(f"{path}: is not a Pincite reading, or is damaged: {error}") from error


def load_manifest(folder: Path) -> dict[str, ManifestEntry]:
    """The manifest's entries by path; a line cut short by a crash is passed over, for its file is read again."""
    path = folder / "manifest.jsonl"
    found = {entry.path: entry for entry in _manifest_lines(path)}
    if not found and path.exists() and path.read_bytes()[:1] not in (b"", b"{"):
        raise PinciteError(f"{path}: is not a Pincite manifest, and was not changed; choose another folder.")
    return found


def append_to_manifest(folder: Path, entry: ManifestEntry) -> None:
    """Add a line for a file that is done."""
    with (folder / "manifest.jsonl").open("a", encoding="ascii") as out:
        out.write(json.dumps(plain(entry)) + "\n")


def _manifest_lines(path: Path) -> Iterator[ManifestEntry]:
    if not path.exists():
        return
    adapter = _adapter(ManifestEntry)
    # Split at line feeds alone: titles may hold other characters that Python takes for the end of a line.
    for line in path.read_text("utf-8", errors="surrogateescape").split("\n"):
        try:
            entry = adapter.validate_python(json.loads(line))
        except ValueError:
            continue
        if is_document_id(entry.doc_id):
            yield entry


def plain(value: Any) -> Any:
    """Dataclasses to dictionaries, with a short form for the three kinds of value there are many of."""
    if isinstance(value, OffsetMap):
        return [[len(raw), len(canonical), copied] for raw, canonical, copied in value.runs()]
    if isinstance(value, array):
        return base64.b64encode(zlib.compress(value.tobytes(), 1)).decode("ascii")
    if isinstance(value, Span):
        return [value.start, value.end]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def _spans(value: Any) -> Any:
    """Undo the short form of spans: `[start, end]` under a key that holds one."""
    if isinstance(value, dict):
        return {key: _span(item) if key in _SPAN_KEYS else _spans(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_spans(item) for item in value]
    return value


_SPAN_KEYS = frozenset({"span", "head", "definition", "title_span", "governing_law_span"})


def _span(pair: list[int] | None) -> dict[str, int] | None:
    return None if pair is None else {"start": pair[0], "end": pair[1]}


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    """What makes values of a kind from plain ones; making it takes longer than reading most documents."""
    return TypeAdapter(kind)


def _document(data: dict[str, Any]) -> Document:
    return Document(
        id=data["id"],
        text=data["text"],
        source=_adapter(Source).validate_python(data["source"]),
        pages=_adapter(tuple[Page, ...]).validate_python(_spans(data["pages"])),
        blocks=_adapter(tuple[Block, ...]).validate_python(_spans(data["blocks"])),
        marks=_adapter(tuple[Mark, ...]).validate_python(_spans(data["marks"])),
        offsets=_offsets(data["offsets"]),
        glyphs=_glyphs(data["glyphs"]),
        title=data["title"],
        warnings=tuple(data["warnings"]),
    )


def _offsets(runs: list[tuple[int, int, bool]] | None) -> OffsetMap | None:
    if runs is None:
        return None
    offsets = OffsetMap()
    for raw, canonical, copied in runs:
        offsets.copy(raw) if copied else offsets.replace(raw, canonical)
    return offsets


def _glyphs(packed: str | None) -> array[float] | None:
    if packed is None:
        return None
    glyphs = array("f")
    glyphs.frombytes(zlib.decompress(base64.b64decode(packed)))
    return glyphs
