"""Safe reading of files: only regular ones, only up to a size limit; a refusal is a ReadError."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from pincite.domain.document import Source
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError

MEGABYTE = 1 << 20


def load_file(path: Path, *, limits: Limits) -> RawFile:
    """A plain, non-empty file within the limits."""
    check_size(str(path), _plain_size(path), limits=limits)
    file = RawFile(str(path), _take(path, limits.file_mb * MEGABYTE))
    check_file(file, limits=limits)
    return file


def check_file(file: RawFile, *, limits: Limits) -> None:
    """Refuse a file without bytes, or with too many."""
    if not file.data:
        raise ReadError(file.name, "empty", "the file has no bytes; check that it was copied or downloaded whole.")
    check_size(file.name, len(file.data), limits=limits)


def describe(file: RawFile, *, format: str, encoding: str | None = None) -> Source:
    """The record of a file that was read."""
    digest = hashlib.sha256(file.data).hexdigest()
    return Source(path=file.name, format=format, sha256=digest, size=len(file.data), encoding=encoding)


def check_size(name: str, size: int, *, limits: Limits) -> None:
    """Refuse a file that is too large, before it is read or fetched."""
    if size > limits.file_mb * MEGABYTE:
        raise ReadError(
            name,
            "too-large",
            f"the file has {size / MEGABYTE:,.0f} MB and the limit is {limits.file_mb} MB; raise limits.file_mb.",
        )


def _take(path: Path, size: int) -> bytes:
    try:
        # Without O_NONBLOCK a pipe put in the file's place since the check would hang the reader.
        with os.fdopen(
            os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb"
        ) as file:
            return file.read(size)
    except OSError as error:
        raise _refusal(path, error) from error


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
