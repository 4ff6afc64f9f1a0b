"""The files of one document: its text, its places for quick look-up, and its whole reading."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pincite.domain.reading import Reading
from pincite.errors import StoreError
from pincite.files import sync, sync_all, write_bytes
from pincite.store.local.marks import Mark, Marks, mark_of_bytes
from pincite.store.places import places_of
from pincite.store.readings import reading_as_bytes


def write_document(folder: Path, reading: Reading) -> Marks:
    """Keep a document's text, its places (sections and pages, for quick look-up) and its whole reading.

    Another version's reading gets another name, so that readers of the previous state still find theirs. The files
    are not on the disk for sure before `sync_documents`.
    """
    home = folder / "documents" / reading.doc.id
    if home.is_symlink():
        raise StoreError(folder, f"documents/{home.name} is a symbolic link, and nothing is written through one")
    home.mkdir(parents=True, exist_ok=True)
    files = {
        "text": ("txt", reading.doc.text.encode("utf-8", "surrogatepass")),
        "places": ("json", json.dumps(places_of(reading)).encode("ascii")),
        reading.doc.id: ("json", reading_as_bytes(reading)),
    }
    return dict(_keep(home, stem, suffix=suffix, data=data) for stem, (suffix, data) in files.items())


def sync_documents(folder: Path, written: Mapping[str, Marks]) -> None:
    """Put the files of some documents on the disk, then their names: before a commit refers to them."""
    homes = {folder / "documents" / doc_id: files for doc_id, files in written.items()}
    sync_all(home / name for home, files in homes.items() for name in files)
    sync_all(homes)
    sync(folder / "documents")


def _keep(home: Path, stem: str, *, suffix: str, data: bytes) -> tuple[str, Mark]:
    """Write a file of a document unless it is there; gives its name and mark."""
    mark = mark_of_bytes(data)
    # The text decides the document's id, so there is only one.
    name = f"{stem}.{suffix}" if suffix == "txt" else f"{stem}-{mark[1]:08x}.{suffix}"
    path = home / name
    if not path.is_file() or path.read_bytes() != data:
        write_bytes(path, data, synced=False)
    return name, mark


def document_file(files: Marks, stem: str) -> str:
    """The name of a document's file of a kind: `text`, `places` or, by the document's id, its reading."""
    return next((name for name in files if name.partition(".")[0].partition("-")[0] == stem), f"{stem}.json")
