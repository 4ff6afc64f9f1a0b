"""Which files make up the store now: a list that is replaced in one step, so that a store is always whole.

    CURRENT                the name of the newest generation, replaced atomically
    generation-000007.json its segments, with the size of every file and the documents removed from each
    segments/<name>/       immutable once named here
    documents/<doc id>/    immutable: the text of a document and its reading

A writer adds files first and names them last. Killed at any moment, it leaves files that nobody names; the next writer
sweeps them up. A reader that has opened a generation keeps it: the files of the generation before last are deleted.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pincite.errors import StoreError

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class SegmentRef:
    """A segment by name, with its documents, those of them that were removed since, and the size of each file."""

    name: str
    doc_ids: tuple[str, ...]
    files: dict[str, int]
    removed: tuple[str, ...] = ()

    @property
    def alive(self) -> tuple[str, ...]:
        """The documents that still count."""
        return tuple(id for id in self.doc_ids if id not in self.removed)


@dataclass(frozen=True, slots=True)
class Generation:
    """One complete state of the store."""

    number: int
    embedder: str
    settings: dict[str, object]
    segments: tuple[SegmentRef, ...] = ()

    @property
    def doc_ids(self) -> tuple[str, ...]:
        """The documents that are in the store."""
        return tuple(id for segment in self.segments for id in segment.alive)

    def without(self, doc_ids: Collection[str]) -> tuple[SegmentRef, ...]:
        """The segments once some documents are removed; one that has no other is left out."""
        kept = []
        for segment in self.segments:
            gone = tuple(id for id in segment.doc_ids if id in doc_ids or id in segment.removed)
            if len(gone) < len(segment.doc_ids):
                kept.append(replace(segment, removed=gone))
        return tuple(kept)


def load_generation(folder: Path) -> Generation | None:
    """The newest complete generation, or None where there is no store yet."""
    try:
        name = (folder / "CURRENT").read_text("utf-8").strip()
        data = json.loads((folder / name).read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise StoreError(folder, f"its list of files is damaged ({error}); index the documents again") from error
    if data.get("format") != FORMAT_VERSION:
        raise StoreError(
            folder, f"it has format {data.get('format')}, this version reads {FORMAT_VERSION}; update Pincite"
        )
    return Generation(
        number=data["number"],
        embedder=data["embedder"],
        settings=data["settings"],
        segments=_refs(data),
    )


def _refs(data: dict[str, Any]) -> tuple[SegmentRef, ...]:
    return tuple(
        SegmentRef(ref["name"], tuple(ref["doc_ids"]), ref["files"], tuple(ref["removed"])) for ref in data["segments"]
    )


def commit_generation(folder: Path, generation: Generation) -> None:
    """Make a generation the current one, in one step that either happens or does not."""
    name = f"generation-{generation.number:06d}.json"
    data = {"format": FORMAT_VERSION, **asdict(generation)}
    write_whole(folder / name, json.dumps(data))
    write_whole(folder / "CURRENT", name)
    _sweep(folder, keep=(generation, *_previous(folder, generation.number)))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all, even through a power cut."""
    draft = path.with_name(f".{path.name}.tmp")
    with draft.open("w", encoding="utf-8", errors="surrogatepass", newline="") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)


def damaged_files(folder: Path, generation: Generation) -> list[tuple[str, str]]:
    """Files of the generation that are missing or of another size, as (segment, file)."""
    found = []
    for segment in generation.segments:
        for name, size in segment.files.items():
            path = folder / "segments" / segment.name / name
            if not path.is_file() or path.stat().st_size != size:
                found.append((segment.name, name))
    return found


def _previous(folder: Path, number: int) -> list[Generation]:
    path = folder / f"generation-{number - 1:06d}.json"
    try:
        data = json.loads(path.read_text("utf-8"))
        return [Generation(number - 1, data["embedder"], {}, _refs(data))]
    except (OSError, ValueError, KeyError):
        return []


def _sweep(folder: Path, *, keep: tuple[Generation, ...]) -> None:
    """Delete what no kept generation names: leavings of killed writers, merged segments, removed documents."""
    names = {f"generation-{generation.number:06d}.json" for generation in keep}
    for path in folder.glob("generation-*.json"):
        if path.name not in names:
            path.unlink(missing_ok=True)
    _sweep_folder(folder / "segments", {segment.name for generation in keep for segment in generation.segments})
    _sweep_folder(folder / "documents", {id for generation in keep for id in generation.doc_ids})


def _sweep_folder(folder: Path, keep: set[str]) -> None:
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)
