"""Sweeping: deleting what a store wrote and no longer needs, and nothing else.

Only names that the store gives are looked at, only files that it writes are deleted, and a folder goes only once it is
empty. Symbolic links are neither followed nor deleted.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path

from pincite.files import draft_target
from pincite.paths import is_document_id
from pincite.store.local.generations import (
    Generation,
    generation_name,
    generation_numbers,
    is_names_file,
    own_generation,
)

# How long the files of a superseded generation stay for readers that are still on it.
GRACE_SECONDS = 600.0

_LAYER = "(?:document|section|chunk)"
_SEGMENT_FILE = re.compile(
    rf"documents\.json|rows-{_LAYER}\.npy|vectors-{_LAYER}\.faiss"
    r"|words-(?:chunk|name)/(?:(?:lengths|edges|rows|counts|term-ends)\.npy|terms\.bin|languages\.json)"
)
_INNER_FOLDERS = frozenset({"words-chunk", "words-name"})
_DOCUMENT_FILE = re.compile(r"text\.txt|places(?:-[0-9a-f]{8})?\.json|[0-9a-f]{16}(?:-[0-9a-f]{8})?\.json")
_ROOT_FILE = re.compile(r"CURRENT|generation-[0-9]{6,12}\.json|names-[0-9a-f]{16}\.npz")


def sweep(folder: Path, current: Generation) -> None:
    """Delete what no kept generation refers to: leftovers of killed writers, merged segments, removed documents."""
    keep = [current, *_late(folder, current.number)]
    gone = [
        own
        for number in generation_numbers(folder)
        if number not in {generation.number for generation in keep} and (own := own_generation(folder, number))
    ]
    # Only the lists know the files of third-party indexes.
    listed = {ref.name: frozenset(ref.files) for generation in gone for ref in generation.segments}
    segments = {segment.name for generation in keep for segment in generation.segments}
    for path in _own_folders(folder / "segments", keep=segments):
        _delete(path, _SEGMENT_FILE, listed=listed.get(path.name, frozenset()))
    documents = {id for generation in keep for id in generation.doc_ids}
    for path in _own_folders(folder / "documents", keep=documents):
        _delete(path, _DOCUMENT_FILE)
    for generation in gone:
        (folder / generation_name(generation.number)).unlink(missing_ok=True)
    names = {name for generation in keep for name in generation.names}
    for path in folder.iterdir():
        stale = is_names_file(path.name) and path.name not in names and path.is_file() and not path.is_symlink()
        if stale or _is_draft(path, _ROOT_FILE):
            path.unlink(missing_ok=True)


def _late(folder: Path, number: int) -> list[Generation]:
    """Earlier generations that a reader may still be on."""
    found: list[Generation] = []
    successor = number
    for earlier in reversed([other for other in generation_numbers(folder) if other < number]):
        own = own_generation(folder, earlier)
        if own is None:
            continue
        superseded = (folder / generation_name(successor)).stat().st_mtime
        if time.time() - superseded > GRACE_SECONDS:
            break
        found.append(own)
        successor = earlier
    return found


def _own_folders(folder: Path, *, keep: set[str]) -> list[Path]:
    """The folders with names as the store gives them that are not to be kept."""
    if folder.is_symlink() or not folder.is_dir():
        return []
    return [
        path
        for path in folder.iterdir()
        if is_document_id(path.name) and path.name not in keep and path.is_dir() and not path.is_symlink()
    ]


def _delete(home: Path, pattern: re.Pattern[str], *, listed: frozenset[str] = frozenset()) -> None:
    """Delete the files of a folder that the store wrote, then the folders that are empty now."""
    inner = {name.partition("/")[0] for name in listed if "/" in name} | _INNER_FOLDERS
    folders = [home / name for name in inner if (home / name).is_dir() and not (home / name).is_symlink()]
    for place in (*folders, home):
        for path in place.iterdir():
            name = path.relative_to(home).as_posix()
            ours = pattern.fullmatch(name) or name in listed
            if path.is_file() and not path.is_symlink() and (ours or _is_draft(path, pattern)):
                path.unlink(missing_ok=True)
        with suppress(OSError):
            # Only where it is empty: a file that is not the store's keeps its folder.
            place.rmdir()


def _is_draft(path: Path, pattern: re.Pattern[str]) -> bool:
    target = draft_target(path.name)
    return target is not None and bool(pattern.fullmatch(target)) and path.is_file() and not path.is_symlink()
