"""An append-only file of JSON lines."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path


class JsonLog:
    """One line per row, with the time; only its owner may read the file. Without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.Lock()
        self._file: int | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def write(self, row: Mapping[str, object]) -> None:
        """Add a line; several threads may."""
        if self._file is None:
            return
        line = json.dumps({"time": datetime.now(UTC).isoformat(timespec="milliseconds"), **row})
        with self._lock:
            os.write(self._file, line.encode("ascii") + b"\n")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
            self._file = None
