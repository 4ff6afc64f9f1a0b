"""The files that make up the store: a list that is replaced atomically, so that a store is always consistent.

    pincite-store.json     the mark of a store, written before all else
    CURRENT                the name and checksum of the newest generation, replaced atomically
    generation-000007.json its segments, with the size and checksum of every file, and the files the documents came from
    segments/<name>/       immutable once named here
    documents/<doc id>/    the text of a document, its places and its reading
    names-<name>.npz       what the documents of a generation are called

A writer adds files first and names them last. Killed at any moment, it leaves files that nobody names; the next writer
sweeps them up. A reader that has opened a generation keeps it: what a generation names is deleted only some minutes
after it was superseded.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pincite.domain.store_state import FileRef, StoreState
from pincite.errors import Hint, StoreError
from pincite.files import write_bytes, write_text
from pincite.paths import is_document_id
from pincite.store.local.marks import Marks

FORMAT_VERSION = 3
# Format 2 had no checksum of the list itself.
_FORMATS = (2, 3)
_NAME = re.compile(r"generation-([0-9]{6,12})\.json")
_NAMES_FILE = re.compile(r"names-[0-9a-f]{16}\.npz")
_ENVELOPE = re.compile(rb'\{"format": 3, "sha256": "([0-9a-f]{64})", "generation": (.*)\}', re.DOTALL)


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
    """One complete state of the store: its segments, what it says of itself, and the mark of its names' file."""

    number: int
    embedder: str
    settings: dict[str, Any]
    retrieval: dict[str, Any] = field(default_factory=dict)
    segments: tuple[SegmentRef, ...] = ()
    files: tuple[FileRef, ...] = ()
    manifest: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: Marks = field(default_factory=dict)

    @property
    def state(self) -> StoreState:
        """What the store says of itself."""
        return StoreState(self.embedder, self.settings, self.retrieval, self.files, self.manifest, self.number)

    def with_state(self, state: StoreState) -> Generation:
        """Return the same segments with another state."""
        return replace(
            self,
            embedder=state.embedder,
            settings=state.settings,
            retrieval=state.retrieval,
            files=state.files,
            manifest=state.manifest,
        )

    @property
    def doc_ids(self) -> tuple[str, ...]:
        """The documents that are in the store."""
        return tuple(id for segment in self.segments for id in segment.alive)

    def without(self, doc_ids: Collection[str]) -> Generation:
        """Return the generation without some documents; empty segments are dropped."""
        return replace(
            self,
            segments=drop_documents(self.segments, doc_ids),
            files=tuple(file for file in self.files if file.doc_id not in doc_ids),
        )


@dataclass(frozen=True, slots=True)
class Recovery:
    """The newest intact state, and the damaged lists that were skipped."""

    generation: Generation | None
    damaged: tuple[str, ...] = ()


def drop_documents(segments: Collection[SegmentRef], doc_ids: Collection[str]) -> tuple[SegmentRef, ...]:
    """Return the segments without some documents; empty ones are dropped."""
    kept = []
    for segment in segments:
        gone = tuple(id for id in segment.doc_ids if id in doc_ids or id in segment.removed)
        if len(gone) < len(segment.doc_ids):
            kept.append(replace(segment, removed=gone))
    return tuple(kept)


def load_generation(folder: Path) -> Generation | None:
    """The current generation, or None where there is no store yet; one that is damaged is an error."""
    name, generation = _current(folder)
    if name is not None and generation is None:
        raise StoreError(folder, f"its list of files, {name}, is missing or damaged", hint=Hint.REPAIR_STORE)
    return generation


def recover_generation(folder: Path) -> Recovery:
    """The current generation; or, where its list is damaged, the newest one that is whole."""
    name, generation = _current(folder)
    if name is None or generation is not None:
        return Recovery(generation)
    whole = newest_whole(folder)
    if whole is None:
        raise StoreError(folder, "its lists of files are all damaged; index the documents again in a new folder")
    return Recovery(whole, (name,))


def newest_whole(folder: Path) -> Generation | None:
    """The newest generation whose list is whole, or None where there is none."""
    for number in reversed(generation_numbers(folder)):
        if found := own_generation(folder, number):
            return found
    return None


def own_generation(folder: Path, number: int) -> Generation | None:
    """The generation of a number, or None where there is no such list of this store's, or it is damaged."""
    found = _read(folder, generation_name(number))
    return found[0] if found else None


def generation_name(number: int) -> str:
    """The name of a generation's list."""
    return f"generation-{number:06d}.json"


def generation_numbers(folder: Path) -> list[int]:
    """The numbers of all files that bear the name of a list, whoever wrote them; the lowest first."""
    paths = (path for path in folder.glob("generation-*.json") if path.is_file() and not path.is_symlink())
    found = (_NAME.fullmatch(path.name) for path in paths)
    return sorted(number for name in found if name and generation_name(number := int(name[1])) == name[0])


def is_names_file(name: str) -> bool:
    """Tell whether a name is one that the store gives to a file of names."""
    return _NAMES_FILE.fullmatch(name) is not None


def commit_generation(folder: Path, generation: Generation) -> Generation:
    """Make a state the current one, in one step that either happens or does not; gives it with its new number."""
    number = generation.number + 1
    while (folder / generation_name(number)).exists() and own_generation(folder, number) is None:
        # Do not replace a file that has the name of a list but is not one.
        number += 1
    numbered = replace(generation, number=number)
    body = json.dumps(asdict(numbered)).encode("ascii")
    digest = hashlib.sha256(body).hexdigest()
    name = generation_name(number)
    head = f'{{"format": {FORMAT_VERSION}, "sha256": "{digest}", "generation": '
    write_bytes(folder / name, head.encode("ascii") + body + b"}")
    write_text(folder / "CURRENT", _pointer(name, digest))
    return numbered


def state_mark(folder: Path) -> bytes:
    """Return a cheap mark of the current state: the content of CURRENT, or the name of the newest list."""
    try:
        return (folder / "CURRENT").read_bytes()
    except OSError:
        numbers = generation_numbers(folder)
        return generation_name(numbers[-1]).encode("ascii") if numbers else b""


def _current(folder: Path) -> tuple[str | None, Generation | None]:
    """The name of the current list, and its generation where it is whole.

    Where CURRENT is missing, or is not what was written, the newest list is the current one.
    """
    name, digest = _read_pointer(folder / "CURRENT")
    if name is None:
        numbers = generation_numbers(folder)
        return (generation_name(numbers[-1]), own_generation(folder, numbers[-1])) if numbers else (None, None)
    found = _read(folder, name)
    return name, found[0] if found is not None and found[1] == digest else None


def _pointer(name: str, digest: str) -> str:
    """What CURRENT says: a list, its checksum, and a check of the two."""
    return f"{name} {digest} {zlib.crc32(f'{name} {digest}'.encode('ascii')):08x}\n"


def _read_pointer(path: Path) -> tuple[str | None, str]:
    """The name and checksum in CURRENT; no name where the file is missing or was changed."""
    try:
        words = path.read_bytes().decode("ascii")
    except (OSError, UnicodeDecodeError):
        return None, ""
    name, _, rest = words.partition(" ")
    digest = rest.partition(" ")[0]
    if digest:
        return (name, digest) if words == _pointer(name, digest) and _NAME.fullmatch(name) else (None, "")
    # Format 2 wrote the bare name; of a list of format 3 the rest was cut off.
    found = _read(path.parent, name.strip()) if _NAME.fullmatch(name.strip()) else None
    return (name.strip(), "") if found is not None and not found[1] else (None, "")


def _read(folder: Path, name: str) -> tuple[Generation, str] | None:
    """A generation and the checksum of its list (none in format 2), or None where it is damaged or not ours."""
    try:
        data = (folder / name).read_bytes()
        envelope = _ENVELOPE.fullmatch(data)
        if envelope:
            digest, body = envelope[1].decode("ascii"), envelope[2]
            if hashlib.sha256(body).hexdigest() != digest:
                return None
            generation = _generation(json.loads(body))
        else:
            content = json.loads(data)
            if "segments" in content | content.get("generation", {}) and content["format"] not in _FORMATS:
                raise _other_format(folder, content["format"])
            if content["format"] == FORMAT_VERSION:
                return None
            digest, generation = "", _generation(content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return (generation, digest) if generation_name(generation.number) == name else None


def _other_format(folder: Path, found: object) -> StoreError:
    newer = isinstance(found, int) and found > FORMAT_VERSION
    advice = "update Pincite" if newer else "index the documents again in a new folder"
    return StoreError(folder, f"it has format {found}, and this version reads format {FORMAT_VERSION}; {advice}")


def _check_names(data: dict[str, Any]) -> None:
    """Refuse names that the store would not have given, since they become parts of paths."""
    if not all(is_names_file(name) for name in data.get("names", {})):
        raise ValueError("a file of names has a strange name")
    names = [ref["name"] for ref in data["segments"]]
    names += [id for ref in data["segments"] for id in (*ref["doc_ids"], *ref["removed"])]
    names += [file["doc_id"] for file in data["files"]]
    strange = next((name for name in names if not is_document_id(name)), None)
    if strange is not None:
        raise ValueError(f"{strange!r} is not the name of a segment or document")


def _generation(data: dict[str, Any]) -> Generation:
    _check_names(data)
    return Generation(
        number=data["number"],
        embedder=data["embedder"],
        settings=dict(data["settings"]),
        retrieval=dict(data["retrieval"]),
        manifest={path: dict(said) for path, said in data.get("manifest", {}).items()},
        names={name: (size, crc) for name, (size, crc) in data.get("names", {}).items()},
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
