"""Marks: the size and checksum of files, by which damage is found.

CRC-32 finds every change of up to 32 neighbouring bits and misses one in four thousand million others. It guards
against failing disks and cut writes at some gigabytes per second. Against someone who forges files, no checksum that is
kept beside them helps.
"""

from __future__ import annotations

import os
import stat
import zlib
from pathlib import Path

from pincite.files import draft_target
from pincite.paths import is_safe_path

_PIECE = 1 << 20

Mark = tuple[int, int]
# The size and checksum of each file, by name.
Marks = dict[str, Mark]


def marks_of(folder: Path) -> Marks:
    """The mark of every file in a folder that was just written."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and draft_target(path.name) is None)
    return {path.relative_to(folder).as_posix(): (path.stat().st_size, checksum(path)) for path in paths}


def mark_of_bytes(data: bytes) -> Mark:
    """The mark of a file with this content."""
    return len(data), zlib.crc32(data)


def checksum(path: Path) -> int:
    """The CRC-32 of a file."""
    found = 0
    with path.open("rb", buffering=0) as file:
        while piece := file.read(_PIECE):
            found = zlib.crc32(piece, found)
    return found


def damaged(folder: Path, marks: Marks, *, thorough: bool = False) -> list[str]:
    """Files of a folder that are missing or of another size; or, looked at thoroughly, of another checksum."""
    return [name for name, mark in marks.items() if not _is_whole(folder, name, mark=mark, thorough=thorough)]


def _is_whole(folder: Path, name: str, *, mark: Mark, thorough: bool) -> bool:
    try:
        return _plain_size(folder, name) == mark[0] and (not thorough or checksum(folder / name) == mark[1])
    except OSError:
        return False


def _plain_size(folder: Path, name: str) -> int | None:
    """The size of a plain file; None where there is none: links, which we never write, count for nothing."""
    path = folder / name
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    is_plain = stat.S_ISREG(status.st_mode) and is_safe_path(name) and not path.parent.is_symlink()
    return status.st_size if is_plain else None
