"""The audit log: who asked what in which collection; off by default, one JSON line per request."""

from __future__ import annotations

from pathlib import Path

from pincite.service.json_log import JsonLog
from pincite.service.keys import Caller


class AuditLog:
    """An append-only file. It contains the questions, so protect it as you protect the documents."""

    def __init__(self, path: Path | None) -> None:
        self._log = JsonLog(path)

    def write(self, caller: Caller, action: str, *, collection: str, request: str = "", **what: object) -> None:
        """Add a line."""
        self._log.write(
            {
                "request": request,
                "caller": caller.name,
                "key": caller.key,
                "action": action,
                "collection": collection,
                **{name: value for name, value in what.items() if value is not None},
            }
        )

    def close(self) -> None:
        """Close the file."""
        self._log.close()
