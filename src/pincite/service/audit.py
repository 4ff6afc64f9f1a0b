"""The audit log: who asked what of which collection; on by setting, one row per request."""

from __future__ import annotations

from pincite.ports.server_state import RowLog
from pincite.service.keys import Caller


class AuditLog:
    """Rows that are only ever added. They hold the questions, so they must be kept as safe as the documents are."""

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
        """Keep what was written, and let go."""
        self._log.close()
