"""Which files make up the store now: a list that is replaced in one step, so that a store is always whole.

    CURRENT                the name of the newest generation, replaced atomically
    generation-000007.json its segments, with the size and checksum of every file, and the files the documents came from
    segments/<name>/       immutable once named here
    documents/<doc id>/    the text of a document, its places and its reading

A writer adds files first and names them last. Killed at any moment, it leaves files that nobody names; the next writer
sweeps them up. A reader that has opened a generation keeps it: what a generation names is deleted only some minutes
after it was superseded.
"""

from __future__ import annotations

import json
import os
import shutil
import time
import zlib
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pincite.errors import StoreError

FORMAT_VERSION = 2
# How long the files of a superseded generation stay for readers that are still on it.
GRACE_SECONDS = 600.0
_PIECE = 1 << 20

# The size and checksum of each file, by name.
Marks = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class FileRef:
    """A source file as it was when it was read, by which reader, and the document it holds.

    Several files may hold the same document.
    """

    path: str
    size: int
    mtime_ns: int
    reader: str
    doc_id: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class SegmentRef:
    """A segment by name, with its documents, those of them that were removed since, and the marks of its files."""

    name: str
    doc_ids: tuple[str, ...]
    rows: int
    files: Marks
    removed: tuple[str, ...] = ()

    @property
    def alive(self) -> tuple[str, ...]:
        """The documents that still count."""
        gone = set(self.removed)
        return tuple(id for id in self.doc_ids if id not in gone)


@dataclass(frozen=True, slots=True)
class Generation:
    """One complete state of the store; `retrieval` is how its maker searches it, where nothing else is said."""

    number: int
    embedder: str
    settings: dict[str, Any]
    retrieval: dict[str, Any] = field(default_factory=dict)
    segments: tuple[SegmentRef, ...] = ()
    files: tuple[FileRef, ...] = ()

    @property
    def doc_ids(self) -> tuple[str, ...]:
        """The documents that are in the store."""
        return tuple(id for segment in self.segments for id in segment.alive)

    def without(self, doc_ids: Collection[str]) -> Generation:
        """The store once some documents are removed; a segment that has no other is left out."""
        return replace(
            self,
            segments=drop_documents(self.segments, doc_ids),
            files=tuple(file for file in self.files if file.doc_id not in doc_ids),
        )


def drop_documents(segments: Collection[SegmentRef], doc_ids: Collection[str]) -> tuple[SegmentRef, ...]:
    """The segments once some documents are removed; one that has no other is left out."""
    kept = []
    for segment in segments:
        gone = tuple(id for id in segment.doc_ids if id in doc_ids or id in segment.removed)
        if len(gone) < len(segment.doc_ids):
            kept.append(replace(segment, removed=gone))
    return tuple(kept)


def load_generation(folder: Path) -> Generation | None:
    """The newest complete generation, or None where there is no store yet."""
    names = list(_names(folder))
    for name in names:
        try:
            data = json.loads((folder / name).read_text("utf-8"))
            if data["format"] != FORMAT_VERSION:
                raise _other_format(folder, data["format"])
            return _generation(data)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            # A list that was damaged after it was written: the one before it is whole, and an index run mends the rest.
            continue
    if names:
        raise StoreError(folder, f"its list of files, {names[0]}, is damaged; delete the folder and index again")
    return None


def commit_generation(folder: Path, generation: Generation) -> None:
    """Make a generation the current one, in one step that either happens or does not."""
    name = f"generation-{generation.number:06d}.json"
    write_whole(folder / name, json.dumps({"format": FORMAT_VERSION, **asdict(generation)}))
    write_whole(folder / "CURRENT", name)
    sweep(folder, generation)


def sweep(folder: Path, current: Generation) -> None:
    """Delete what no kept generation names: leavings of killed writers, merged segments, removed documents."""
    keep = [current, *_late(folder, current.number)]
    names = {f"generation-{generation.number:06d}.json" for generation in keep}
    for path in folder.glob("generation-*.json"):
        if path.name not in names:
            path.unlink(missing_ok=True)
    _sweep_folder(folder / "segments", {segment.name for generation in keep for segment in generation.segments})
    _sweep_folder(folder / "documents", {id for generation in keep for id in generation.doc_ids})


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all, even through a power cut."""
    draft = path.with_name(f".{path.name}.tmp")
    with draft.open("w", encoding="utf-8", errors="surrogatepass", newline="") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Have the system put a file, or the names in a folder, on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def marks_of(folder: Path) -> Marks:
    """The size and checksum of every file in a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(".tmp"))
    return {path.relative_to(folder).as_posix(): (path.stat().st_size, checksum(path)) for path in paths}


def checksum(path: Path) -> int:
    """The CRC-32 of a file."""
    found = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            found = zlib.crc32(piece, found)
    return found


def damaged(folder: Path, marks: Marks, *, thorough: bool = False) -> list[str]:
    """Files of a folder that are missing or of another size; or, looked at thoroughly, of another checksum."""
    found = []
    for name, (size, crc) in marks.items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != size or (thorough and checksum(path) != crc):
            found.append(name)
    return found


def _names(folder: Path) -> Iterator[str]:
    """The generations there are, the current one first, then the newest."""
    current = ""
    with suppress(OSError, UnicodeDecodeError):
        current = (folder / "CURRENT").read_text("utf-8").strip()
    if current and (folder / current).is_file():
        yield current
    yield from (path.name for path in sorted(folder.glob("generation-*.json"), reverse=True) if path.name != current)


def _other_format(folder: Path, found: object) -> StoreError:
    newer = isinstance(found, int) and found > FORMAT_VERSION
    advice = "update Pincite" if newer else "index the documents again in a new folder"
    return StoreError(folder, f"it has format {found}, and this version reads format {FORMAT_VERSION}; {advice}")


def _generation(data: dict[str, Any]) -> Generation:
    return Generation(
        number=data["number"],
        embedder=data["embedder"],
        settings=data["settings"],
        retrieval=data["retrieval"],
        segments=tuple(
            SegmentRef(
                name=ref["name"],
                doc_ids=tuple(ref["doc_ids"]),
                rows=ref["rows"],
                files={name: (size, crc) for name, (size, crc) in ref["files"].items()},
                removed=tuple(ref["removed"]),
            )
            for ref in data["segments"]
        ),
        files=tuple(FileRef(**file) for file in data["files"]),
    )


def _late(folder: Path, number: int) -> list[Generation]:
    """Earlier generations that a reader may still be on."""
    found = []
    while (successor := folder / f"generation-{number:06d}.json").is_file():
        if time.time() - successor.stat().st_mtime > GRACE_SECONDS:
            break
        number -= 1
        try:
            data = json.loads((folder / f"generation-{number:06d}.json").read_text("utf-8"))
            found.append(_generation(data))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            break
    return found


def _sweep_folder(folder: Path, keep: set[str]) -> None:
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)
