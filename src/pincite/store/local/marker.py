"""Store folders: only a new or empty folder becomes a store, and it is marked before anything else.

What a user keeps in a folder is never mixed with what a store writes: a folder that holds anything else is refused.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from pincite.errors import StoreError
from pincite.files import readable_name, sync
from pincite.store.local.generations import newest_whole

MARKER = "pincite-store.json"
_WORDS = {
    "pincite": "store",
    "note": "This folder is kept by Pincite. Files that Pincite did not write are left alone.",
}


def is_store(folder: Path) -> bool:
    """Whether a folder is a store: marked as one, or made before there was a mark."""
    try:
        return _is_marked(folder) or newest_whole(folder) is not None
    except StoreError:
        # Of a format that only another version reads.
        return True


def claim_folder(folder: Path) -> None:
    """Make sure that a folder is a store that may be written to: an empty one becomes a store, any other is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    if not _is_marked(folder):
        # In this order, because another process marks a new store before it adds files.
        foreign = _first_entry(folder)
        if foreign is not None and not is_store(folder):
            raise StoreError(
                folder,
                f"it is not a store, and holds other files (such as {readable_name(foreign)}), which are left alone; "
                "choose a new or empty folder",
            )
        _write_marker(folder)
    for name in ("segments", "documents"):
        if (folder / name).is_symlink():
            raise StoreError(folder, f"its folder {name} is a symbolic link, and nothing is written through one")


def _is_marked(folder: Path) -> bool:
    path = folder / MARKER
    try:
        data = b"" if path.is_symlink() else path.read_bytes()
        # An empty file is left by a process killed while marking the folder.
        return (path.is_file() and not data) or json.loads(data).get("pincite") == "store"
    except (OSError, ValueError, AttributeError):
        return False


def _first_entry(folder: Path) -> str | None:
    with os.scandir(folder) as entries:
        return min((entry.name for entry in entries), default=None)


def _write_marker(folder: Path) -> None:
    try:
        handle = os.open(folder / MARKER, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    except FileExistsError:
        # Another process was faster, or the user has a file of that name: leave it.
        return
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        json.dump(_WORDS, out, indent=2)
        out.write("\n")
    sync(folder / MARKER)
    sync(folder)
