"""The keys of callers in PostgreSQL: one table for all servers, asked at every request."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from pincite.domain.key_entry import KeyEntry
from pincite.errors import NotFound
from pincite.store.postgres.shared_tables import SharedTables

_COLUMNS = "id, name, digest, grants, made, expires, revoked"


class PostgresKeys:
    """A key ring by its name. What one server makes or revokes, all see at their next request."""

    is_remote = True

    def __init__(self, tables: SharedTables) -> None:
        self._tables = tables

    def entries(self) -> list[KeyEntry]:
        """All keys, the oldest first; those that were revoked too."""
        rows = self._tables.rows(f"SELECT {_COLUMNS} FROM server_key WHERE ring = %s ORDER BY made, id")
        return [_entry(row) for row in rows]

    def find(self, identity: str) -> KeyEntry | None:
        """A key by its id."""
        rows = self._tables.rows(f"SELECT {_COLUMNS} FROM server_key WHERE ring = %s AND id = %s", identity)
        return _entry(rows[0]) if rows else None

    def add(self, entry: KeyEntry) -> None:
        """Keep a new key; where the connection was lost and it is there already, nothing happens."""
        self._tables.rows(
            f"INSERT INTO server_key (ring, {_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
            " ON CONFLICT DO NOTHING RETURNING id",
            *(entry.id, json.dumps(entry.name), entry.digest, json.dumps(entry.grants)),
            *(entry.made, entry.expires, entry.revoked),
        )

    def revoke(self, identity: str) -> KeyEntry:
        """End a key; one that is ended already stays as it is."""
        rows = self._tables.rows(
            "UPDATE server_key SET revoked = coalesce(revoked, now()) WHERE ring = %s AND id = %s"
            f" RETURNING {_COLUMNS}",
            identity,
        )
        if not rows:
            raise NotFound(f"There is no key {identity} in {self._tables.database.place}.")
        return _entry(rows[0])


def _entry(row: tuple[Any, ...]) -> KeyEntry:
    identity, name, digest, grants, *times = row
    made, expires, revoked = map(_text, times)
    return KeyEntry(identity, name, digest, grants, made or "", expires, revoked)


def _text(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat() if moment else None
