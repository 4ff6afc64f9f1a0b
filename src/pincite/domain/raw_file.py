"""RawFile: the bytes of a file under a name, wherever they come from: a disk, an upload, an object store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class RawFile:
    """Bytes and the name they go by; the name is never opened."""

    name: str
    data: bytes

    @property
    def suffix(self) -> str:
        """How the name ends, in small letters: `.pdf`."""
        return PurePath(self.name).suffix.lower()
