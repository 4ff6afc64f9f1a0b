"""The audit log in PostgreSQL: one table for all servers, written by a thread so that no request waits for it."""

from __future__ import annotations

import json
import logging
import threading
import uuid
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from queue import Empty, Full, Queue
from typing import Any

from psycopg import Connection

from pincite.errors import StoreError
from pincite.store.postgres.shared_tables import SharedTables

_LOG = logging.getLogger("pincite.serve")
# So many rows may wait while the database does not answer; after that requests are refused, not left out.
_MOST_WAITING = 10_000
_MOST_AT_ONCE = 500
_RETRY_SECONDS = 2.0
# How long a server that ends tries to keep the last rows.
_LAST_SECONDS = 10.0


class PostgresAudit:
    """A log by its name. Rows are kept in the order of each server within moments, and once."""

    def __init__(self, tables: SharedTables) -> None:
        self._tables = tables
        self._rows: Queue[tuple[Any, ...]] = Queue(_MOST_WAITING)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="pincite-audit", daemon=True)
        self._thread.start()

    def write(self, row: Mapping[str, object]) -> None:
        """Add a row, with the time."""
        try:
            self._rows.put_nowait((uuid.uuid4(), self._tables.name, datetime.now(UTC), json.dumps(row)))
        except Full:
            raise StoreError(
                self._tables.database.place, "the audit log cannot be written, and nothing goes unlogged"
            ) from None

    def close(self) -> None:
        """Keep what was written, and end."""
        self._ending.set()
        self._thread.join(timeout=_LAST_SECONDS)

    def _work(self) -> None:
        while not (self._ending.is_set() and self._rows.empty()):
            if batch := self._next():
                self._keep(batch)

    def _next(self) -> list[tuple[Any, ...]]:
        """What waits; a moment is waited for the first row."""
        batch: list[tuple[Any, ...]] = []
        with suppress(Empty):
            batch.append(self._rows.get(timeout=0.2))
            while len(batch) < _MOST_AT_ONCE:
                batch.append(self._rows.get_nowait())
        return batch

    def _keep(self, batch: list[tuple[Any, ...]]) -> None:
        """Write rows, as often as it takes."""

        def work(connection: Connection[Any]) -> None:
            with connection.cursor() as cursor:
                # Without a target: a server need not be able to read the log.
                cursor.executemany(
                    "INSERT INTO server_audit (id, log, time, entry) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
                    batch,
                )

        while True:
            try:
                self._tables.run(work)
                return
            except StoreError as error:
                _LOG.warning("audit", extra={"fields": {"problem": str(error), "rows": len(batch)}})
                if self._ending.wait(_RETRY_SECONDS):
                    return
