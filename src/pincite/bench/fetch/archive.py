"""Untrusted archives: only benchmark files are extracted, and none outside the target folder."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from pincite.bench.corpus import nfc
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.paths import is_safe_path

MOST_ENTRIES = 50_000
MOST_EXPANSION = 200
# The path under which an entry is kept, or None where it is not.
Wanted = Callable[[str], str | None]
WANTED = {"corpus": ".txt", "benchmarks": ".json"}


def read_members(
    source: Path, *, limits: Limits | None = None, wanted: Wanted | None = None
) -> Iterator[tuple[str, bytes]]:
    """The wanted files of an archive or folder; without a rule, texts and benchmarks from their folder on."""
    limits = limits or Limits()
    wanted = wanted or wanted_path
    if source.is_dir():
        yield from _folder_members(source, wanted)
    elif source.is_file():
        yield from _zip_members(source, limits, wanted)
    else:
        raise ReadError(source, "missing", "there is no such file or folder")


def wanted_path(name: str) -> str | None:
    """An entry's path from `corpus/` or `benchmarks/` on, or None where it is neither; file names in NFC."""
    parts = PurePosixPath(nfc(name)).parts
    if any(part.startswith(".") or part == "__MACOSX" for part in parts):
        return None
    for at, part in enumerate(parts[:-1]):
        if part in WANTED and name.lower().endswith(WANTED[part]):
            return "/".join(parts[at:])
    return None


def _folder_members(folder: Path, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        name = wanted(path.relative_to(folder).as_posix())
        if name and path.is_file() and not path.is_symlink():
            yield name, path.read_bytes()


def _zip_members(source: Path, limits: Limits, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(source) as archive:
            entries = archive.infolist()
            _refuse_bomb(source, entries, limits=limits)
            for entry in entries:
                _refuse_escape(source, entry)
                name = None if entry.is_dir() else wanted(entry.filename)
                if name:
                    yield name, archive.read(entry)
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise ReadError(source, "damaged", f"is not a complete zip archive ({error}); download it again") from error
    except RuntimeError as error:
        raise ReadError(source, "encrypted", f"is locked with a password ({error})") from error


def _refuse_bomb(source: Path, entries: list[zipfile.ZipInfo], *, limits: Limits) -> None:
    unpacked = sum(entry.file_size for entry in entries)
    if len(entries) > MOST_ENTRIES:
        raise ReadError(source, "hostile", f"holds {len(entries)} entries, more than the {MOST_ENTRIES} taken")
    if unpacked > limits.unpacked_mb * 1024**2:
        raise ReadError(source, "hostile", f"unpacks to {unpacked} bytes, more than the {limits.unpacked_mb} MB taken")
    for entry in entries:
        if entry.file_size > 1024**2 and entry.file_size > MOST_EXPANSION * max(entry.compress_size, 1):
            raise ReadError(
                source, "hostile", f"entry {entry.filename!r} unpacks to over {MOST_EXPANSION} times its size"
            )


def _refuse_escape(source: Path, entry: zipfile.ZipInfo) -> None:
    # Some services put an entry named "/" into their archives; a folder does no harm.
    if not entry.is_dir() and not is_safe_path(entry.filename):
        raise ReadError(source, "hostile", f"entry {entry.filename!r} would be written outside its folder")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise ReadError(source, "hostile", f"entry {entry.filename!r} is a symbolic link")
