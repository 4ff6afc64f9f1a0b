"""Files that callers uploaded, kept with the store: by content for showing pages, by name for the indexer.

```
uploads/staging/…          what is being received
uploads/originals/SHA256   the file itself, never changed
uploads/files/NAME         the same file under its name, as it is indexed
uploads/jobs/ID.json       what is to be indexed
```
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import unicodedata
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pincite.files import sync
from pincite.ports.server_state import UploadStore

UPLOADS = "uploads"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LONGEST = 150
# Names that Windows keeps for devices.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)", re.IGNORECASE)
# Lone surrogates, control characters, and characters that some file systems refuse.
_REFUSED = re.compile(r'[\x00-\x1f\x7f<>:"|?*\ud800-\udfff]')


@dataclass(frozen=True, slots=True)
class StagedFile:
    """A file that was received completely."""

    name: str
    sha256: str
    size: int


class Originals:
    """The uploads of one store; where they are shared with other servers, the folder holds copies."""

    def __init__(self, store: Path, *, shared: UploadStore | None = None) -> None:
        self._root = store / UPLOADS
        self._shared = shared

    @property
    def files(self) -> Path:
        """The folder that the indexer works in."""
        return self._root / "files"

    @property
    def jobs(self) -> Path:
        """The folder of the jobs."""
        return self._root / "jobs"

    def find(self, sha256: str) -> Path | None:
        """The file with this content, if it was uploaded."""
        if not _DIGEST.fullmatch(sha256):
            return None
        path = self._root / "originals" / sha256
        if self._shared and not path.exists():
            self._fetch(self._shared, sha256)
        return path if path.is_file() and not path.is_symlink() else None

    def share(self, sha256: str) -> None:
        """Give a file that was received to the other servers, where there are some."""
        if self._shared:
            self._shared.keep(sha256, self._root / "originals" / sha256)

    async def stage(self, name: str, pieces: AsyncIterator[bytes]) -> StagedFile:
        """Receive a file; it appears under the hash of its content once it is complete and on disk."""
        draft = self._draft()
        digest, size = hashlib.sha256(), 0
        try:
            with draft.open("xb") as out:
                async for piece in pieces:
                    digest.update(piece)
                    size += len(piece)
                    out.write(piece)
            sync(draft)
            draft.replace(self._root / "originals" / digest.hexdigest())
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return StagedFile(safe_name(name), digest.hexdigest(), size)

    def lay_out(self, name: str, sha256: str) -> None:
        """Put a file under its name, for the indexer; one of that name is replaced."""
        draft = self._draft()
        original, target = self.find(sha256) or self._root / "originals" / sha256, self.files / name
        try:
            os.link(original, draft)
        except OSError:
            # A file system without links.
            shutil.copyfile(original, draft)
        draft.replace(target)

    def forget(self, sha256: str) -> None:
        """Delete a file and its names."""
        if self._shared:
            self._shared.forget(sha256)
        original = self.find(sha256)
        if original is None:
            return
        for path in list(self.files.iterdir()):
            if path.is_file() and not path.is_symlink() and _same(path, original):
                path.unlink(missing_ok=True)
        original.unlink(missing_ok=True)

    def clear_staging(self) -> None:
        """Delete what was being received when the server was killed."""
        folder = self._root / "staging"
        if folder.is_dir() and not folder.is_symlink():
            for path in folder.iterdir():
                path.unlink(missing_ok=True)

    def _draft(self) -> Path:
        """A path for a file that is being received; the folders are made."""
        for folder in ("staging", "originals", "files", "jobs"):
            (self._root / folder).mkdir(parents=True, exist_ok=True)
        return self._root / "staging" / secrets.token_hex(8)

    def _fetch(self, shared: UploadStore, sha256: str) -> None:
        draft = self._draft()
        try:
            if shared.fetch(sha256, draft):
                draft.replace(self._root / "originals" / sha256)
        finally:
            draft.unlink(missing_ok=True)


def safe_name(given: str) -> str:
    """Return a safe file name from a client's: no folder, no forbidden characters, not too long."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", given))[-1]
    name = _REFUSED.sub("_", last).strip(" .") or "document"
    stem, dot, ending = name.rpartition(".")
    while len(name.encode("utf-8")) > _LONGEST:
        stem = (stem or name)[:-1]
        name = f"{stem}{dot}{ending[:20]}" if dot else stem
    return f"_{name}" if _DEVICE.match(name) else name


def _same(path: Path, original: Path) -> bool:
    if path.samefile(original):
        return True
    if path.stat().st_size != original.stat().st_size:
        return False
    return path.read_bytes() == original.read_bytes()
