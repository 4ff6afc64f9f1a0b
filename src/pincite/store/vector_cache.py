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


class VectorCache:
    """A file of vectors under the hash of the model's identity and the text; several processes may use it at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID")

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """The vectors that are there."""
        found: dict[bytes, Vectors] = {}
        for at in range(0, len(keys), _LOOKUP):
            part = keys[at : at + _LOOKUP]
            marks = ",".join("?" * len(part))
            for key, vector in self._db.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part):
                found[key] = np.frombuffer(vector, dtype=np.float32)
        return found

    def put(self, rows: Iterable[tuple[bytes, Vectors]]) -> None:
        """Keep vectors, all or none of them."""
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT OR IGNORE INTO vectors VALUES (?, ?)",
            ((key, np.asarray(vector, dtype=np.float32).tobytes()) for key, vector in rows),
        )
        self._db.execute("COMMIT")


def vector_key(identity: str, text: str) -> bytes:
    """What a text's vector by a model is kept under."""
    return hashlib.sha256(f"{identity}\0{text}".encode("utf-8", "surrogatepass")).digest()
