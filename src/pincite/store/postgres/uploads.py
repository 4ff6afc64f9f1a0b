"""Uploaded files in PostgreSQL, in pieces, so that any server can index and show them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from psycopg import Connection

from pincite.store.postgres.shared_tables import SharedTables

_PIECE = 4 * 1024 * 1024


class PostgresUploads:
    """The files of a collection, by the hash of their content."""

    def __init__(self, tables: SharedTables) -> None:
        self._tables = tables

    def keep(self, sha256: str, path: Path) -> None:
        """Keep a file; one that is there stays as it is."""

        def work(connection: Connection[Any]) -> None:
            number = 0
            with path.open("rb") as file:
                # An empty file has one piece too.
                while (piece := file.read(_PIECE)) or number == 0:
                    connection.execute(
                        "INSERT INTO server_upload (collection, sha256, piece, content) VALUES (%s, %s, %s, %s)"
                        " ON CONFLICT DO NOTHING",
                        [self._tables.name, sha256, number, piece],
                    )
                    number += 1

        self._tables.run(work)

    def fetch(self, sha256: str, path: Path) -> bool:
        """Write a file to a path; gives whether it is there."""
        query = "SELECT content FROM server_upload WHERE collection = %s AND sha256 = %s ORDER BY piece"

        def work(connection: Connection[Any]) -> bool:
            is_there = False
            with path.open("wb") as file, connection.cursor("pieces", binary=True) as cursor:
                cursor.itersize = 1
                for (piece,) in cursor.execute(query, [self._tables.name, sha256]):
                    file.write(piece)
                    is_there = True
            return is_there

        return self._tables.run(work)

    def forget(self, sha256: str) -> None:
        """Delete a file."""
        self._tables.run(
            lambda connection: connection.execute(
                "DELETE FROM server_upload WHERE collection = %s AND sha256 = %s", [self._tables.name, sha256]
            )
        )
