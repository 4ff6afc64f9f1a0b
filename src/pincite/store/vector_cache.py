"""Vectors kept by content and model, so that no text is embedded twice."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_LOOKUP = 500
_MOST_BYTES = 4 * 2**30


class VectorCache:
    """A file of vectors under the hash of the model's identity and the text; several processes may use it at once.

    It is only a cache: a file that cannot be read is begun anew, and one that grows beyond `most_bytes` loses its
    oldest third.
    """

    def __init__(self, path: Path, *, most_bytes: int = _MOST_BYTES) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._most_bytes = most_bytes
        self._db = self._open()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """The vectors that are there."""
        found: dict[bytes, Vectors] = {}
        try:
            for at in range(0, len(keys), _LOOKUP):
                part = keys[at : at + _LOOKUP]
                marks = ",".join("?" * len(part))
                for key, vector in self._db.execute(f"SELECT key, vector FROM kept WHERE key IN ({marks})", part):
                    found[key] = np.frombuffer(vector, dtype=np.float32)
        except sqlite3.DatabaseError as error:
            self._begin_anew(error)
        return found

    def put(self, rows: Iterable[tuple[bytes, Vectors]]) -> None:
        """Keep vectors, all or none of them."""
        kept = [(key, np.asarray(vector, dtype=np.float32).tobytes()) for key, vector in rows]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", kept)
            if self._bytes() > self._most_bytes:
                self._db.execute(
                    "DELETE FROM kept WHERE rowid <= (SELECT min(rowid) + (max(rowid) - min(rowid)) / 3 FROM kept)"
                )
            self._db.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            self._begin_anew(error)

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            _unless_busy(error)
            _remove(self._path)
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=60, isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, vector BLOB)")
        return db

    def _begin_anew(self, error: sqlite3.DatabaseError) -> None:
        _unless_busy(error)
        self._db.close()
        _remove(self._path)
        self._db = self._connect()

    def _bytes(self) -> int:
        """The size of what is kept, without the pages that deletion left free."""
        pages, free, size = (
            self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)


def vector_key(identity: str, text: str) -> bytes:
    """What a text's vector by a model is kept under."""
    return hashlib.sha256(f"{identity}\0{text}".encode("utf-8", "surrogatepass")).digest()


def _unless_busy(error: sqlite3.DatabaseError) -> None:
    """A file that is locked, full or read-only is not damaged: nothing is thrown away for that."""
    if isinstance(error, sqlite3.OperationalError):
        raise error


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
