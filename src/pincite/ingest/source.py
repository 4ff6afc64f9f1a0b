"""The bytes of a file, taken with care: only plain files, only so many, and every refusal a ReadError."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from pincite.domain.document import Format, Source
from pincite.domain.limits import Limits
from pincite.errors import ReadError

MEGABYTE = 1 << 20


def read_head(path: Path, size: int = 1 << 16) -> bytes:
    """The first bytes of a plain, non-empty file."""
    return _take(path, size)


def read_bytes(path: Path, *, limits: Limits) -> bytes:
    """All the bytes of a plain, non-empty file within the limits."""
    size = _plain_size(path)
    if size > limits.file_mb * MEGABYTE:
        raise ReadError(
            path,
            "too-large",
            f"the file has {size / MEGABYTE:,.0f} MB and the limit is {limits.file_mb} MB; raise limits.file_mb.",
        )
    return _take(path, limits.file_mb * MEGABYTE)


def describe(path: Path, data: bytes, *, format: Format, encoding: str | None = None) -> Source:
    """The record of the file that `data` was read from."""
    digest = hashlib.sha256(data).hexdigest()
    return Source(path=str(path), format=format, sha256=digest, size=len(data), encoding=encoding)


def _take(path: Path, size: int) -> bytes:
    _plain_size(path)
    try:
        # Without O_NONBLOCK a pipe put in the file's place since the check would hang the reader.
        with os.fdopen(
            os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb"
        ) as file:
            data = file.read(size)
    except OSError as error:
        raise _refusal(path, error) from error
    if not data:
        raise ReadError(path, "empty", "the file has no bytes; check that it was copied or downloaded whole.")
    return data


def _plain_size(path: Path) -> int:
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from error
    if stat.S_ISDIR(status.st_mode):
        raise ReadError(path, "unsupported", "this is a folder, not a file; give the files in it.")
    if not stat.S_ISREG(status.st_mode):
        raise ReadError(path, "unsupported", "this is a device, pipe or socket, not a file; copy its content to one.")
    return status.st_size


def _refusal(path: Path, error: Exception) -> ReadError:
    if isinstance(error, FileNotFoundError | NotADirectoryError | ValueError):
        return ReadError(path, "missing", "there is no such file; check the name.")
    if isinstance(error, PermissionError):
        return ReadError(path, "permission", "you may not read this file; change its permissions.")
    return ReadError(path, "damaged", f"the system cannot read the file ({error}); check the disk and the name.")
