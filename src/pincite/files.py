"""Files on disk: written whole or not at all, and named safely.

Every atomic write of the package goes through here. A draft gets a new name beside its target, so that it never
replaces a file of the user's, and is put on the disk before it takes the target's place.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

# Drafts that a killed process may leave behind; nobody else names files so.
_DRAFT = re.compile(r"\.(?P<target>.+)\.[0-9a-f]{8}\.pincite-draft")
# How many files wait for the disk at a time.
_SYNCED_AT_ONCE = 32
# How Python writes bytes of a file name that are no UTF-8.
_HALF_PAIR = re.compile("[\ud800-\udfff]")

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than the system allows",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EIO: "the disk reports an error",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.EISDIR: "it is a folder",
    errno.ENOENT: "there is no such file or folder",
    errno.EEXIST: "a file of that name is in the way",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EMFILE: "too many files are open",
}


@contextmanager
def atomic_draft(path: Path, *, synced: bool = True) -> Iterator[Path]:
    """A new file to write; it takes the place of `path` once it is whole and on the disk, and is gone otherwise.

    With `synced` off it is whole but perhaps not on the disk yet: nothing may refer to it before `sync_all`.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        # A device or a pipe, such as /dev/stdout, is written to as it is.
        yield path
        return
    draft = path.with_name(f".{path.name[:200]}.{secrets.token_hex(4)}.pincite-draft")
    try:
        # Made here, so that a file that is there already is never written over.
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        yield draft
        if synced:
            sync(draft)
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    if synced:
        sync(path.parent)


def write_bytes(path: Path, data: bytes, *, synced: bool = True) -> None:
    """Write a file and the folders it is in; it is there whole or not at all, even through a power cut.

    With `synced` off, a power cut may leave it cut short until `sync_all` was called.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_draft(path, synced=synced) as draft:
        draft.write_bytes(data)


def write_text(path: Path, text: str, *, errors: str = "surrogatepass") -> None:
    """Write a UTF-8 file with LF line ends, whole or not at all."""
    write_bytes(path, text.encode("utf-8", errors))


def sync(path: Path) -> None:
    """Have the system put a file, or the names in a folder, on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some network and memory file systems cannot, and say so.
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(handle)


def sync_all(paths: Iterable[Path]) -> None:
    """Have the system put many files on the disk: waiting for several at once is far quicker than one by one."""
    with ThreadPoolExecutor(_SYNCED_AT_ONCE) as pool:
        for _ in pool.map(sync, paths):
            pass


def draft_target(name: str) -> str | None:
    """The name of the file that a draft was to become, or None where a name is not a draft's."""
    found = _DRAFT.fullmatch(name)
    return found["target"] if found else None


def os_reason(error: OSError) -> str:
    """Why the system refused, in words that end a sentence."""
    if error.errno is None:
        # NumPy says only how many bytes did not fit.
        return f"the file could not be written whole ({error})" if str(error) else "the system gave no reason"
    return _REASONS.get(error.errno, (error.strerror or str(error)).rstrip(".").lower())


def readable_name(name: str) -> str:
    """A file name as text that any program can take: bytes that are no UTF-8 become replacement signs."""
    return _HALF_PAIR.sub("\N{REPLACEMENT CHARACTER}", name)


def readable_stem(path: str) -> str:
    """The name of a file without folder and ending, as text that any program can take."""
    return readable_name(Path(path).stem)
