"""Vectors kept by content and model, so that no text is embedded twice."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pincite.files import os_reason

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_LOG = logging.getLogger(__name__)
_LOOKUP = 500
_MOST_BYTES = 4 * 2**30


class VectorCache:
    """A file of vectors under the hash of the model's identity and the text; several processes may use it at once.

    It is only a cache: a file that cannot be read is begun anew, one that grows beyond `most_bytes` loses its oldest
    third, and where it cannot be used at all (no room, no permission) the work goes on without it.
    """

    def __init__(self, path: Path, *, most_bytes: int = _MOST_BYTES) -> None:
        self._path = path
        self._most_bytes = most_bytes
        self._db: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._connect()
        except (OSError, sqlite3.Error) as error:
            self._recover(error)

    def __del__(self) -> None:
        """Close the file with the last who uses it; Python warns of a connection that is left to itself."""
        self._close()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """The vectors that are there."""
        found: dict[bytes, Vectors] = {}
        try:
            for at in range(0, len(keys) if self._db else 0, _LOOKUP):
                part = keys[at : at + _LOOKUP]
                marks = ",".join("?" * len(part))
                for key, vector in self._run(f"SELECT key, vector FROM kept WHERE key IN ({marks})", part):
                    found[key] = np.frombuffer(vector, dtype=np.float32)
        except (OSError, sqlite3.Error) as error:
            self._recover(error)
        return found

    def put(self, rows: Iterable[tuple[bytes, Vectors]]) -> None:
        """Keep vectors, all or none of them."""
        if self._db is None:
            return
        kept = [(key, np.asarray(vector, dtype=np.float32).tobytes()) for key, vector in rows]
        try:
            self._run("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", kept)
            if self._bytes() > self._most_bytes:
                self._run(
                    "DELETE FROM kept WHERE rowid <= (SELECT min(rowid) + (max(rowid) - min(rowid)) / 3 FROM kept)"
                )
            self._run("COMMIT")
        except (OSError, sqlite3.Error) as error:
            self._recover(error)

    def _connect(self) -> sqlite3.Connection:
        # One thread uses it; another may be the one that closes it.
        db = sqlite3.connect(self._path, timeout=60, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, vector BLOB)")
        except BaseException:
            db.close()
            raise
        return db

    def _run(self, command: str, values: Sequence[bytes] = ()) -> sqlite3.Cursor:
        if self._db is None:
            raise sqlite3.OperationalError("the cache is closed")
        return self._db.execute(command, values)

    def _recover(self, error: OSError | sqlite3.Error) -> None:
        """Recreate a damaged file; continue without the cache if it is locked, full or read-only."""
        self._close()
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            try:
                _remove(self._path)
                self._db = self._connect()
                return
            except (OSError, sqlite3.Error) as second:
                error = second
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        _LOG.warning("The cache of vectors %s cannot be used (%s); the work goes on without it.", self._path, reason)

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _bytes(self) -> int:
        """The size of what is kept, without the pages that deletion left free."""
        pages, free, size = (
            self._run(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)


def vector_key(identity: str, text: str) -> bytes:
    """Return the cache key of a text's vector by a model."""
    return hashlib.sha256(f"{identity}\0{text}".encode("utf-8", "surrogatepass")).digest()


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
