"""The audit log: who asked what in which collection; off by default, one row per request."""

from __future__ import annotations

from pincite.ports.server_state import RowLog
from pincite.service.keys import Caller


class AuditLog:
    """Append-only rows. They contain the questions, so protect them as you protect the documents."""

    def __init__(self, log: RowLog) -> None:
        self._log = log

    def write(self, caller: Caller, action: str, *, collection: str, request: str = "", **what: object) -> None:
        """Add a row."""
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
        """Write what is waiting, and close."""
        self._log.close()
