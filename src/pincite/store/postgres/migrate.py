"""Database migrations: numbered files, and a record of those that were applied.

Whatever an earlier Pincite would misread takes a number, also where no table changes.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from psycopg import Connection, errors

from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError

# A unique advisory lock, so that only one process migrates at a time.
_LOCK = 7_463_001
# Seconds to wait for a table that others use.
_PATIENCE = 20


def migrations() -> dict[int, str]:
    """The files by number."""
    folder = files("pincite.store.postgres").joinpath("migrations")
    found = {int(file.name[:4]): file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".sql")}
    return dict(sorted(found.items()))


def has_tables(connection: Connection[Any], place: StoreAddress) -> bool:
    """Whether the tables are there as this version needs them; those of another version are refused."""
    version = _version(connection)
    newest = max(migrations())
    if version > newest:
        raise StoreError(place, f"its tables are of version {version}, and this Pincite knows {newest}; update it")
    if 0 < version < newest:
        raise StoreError(place, f"its tables are of version {version}, and {newest} is needed; index once to change it")
    return version == newest


def migrate(connection: Connection[Any], place: StoreAddress) -> None:
    """Bring the tables up to date; all of it or nothing."""
    if _version(connection) == max(migrations()):
        return
    try:
        _apply(connection)
    except errors.LockNotAvailable as error:
        reason = "its tables must be changed, and other programs use them; stop those that index or verify, then go on"
        raise StoreError(place, reason) from error
    has_tables(connection, place)


def _apply(connection: Connection[Any]) -> None:
    with connection.transaction():
        # A change that waits for long would keep every search waiting behind it.
        connection.execute(f"SET LOCAL lock_timeout = '{_PATIENCE}s'")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        if not _has_schema(connection):
            # Not "IF NOT EXISTS": that asks for the right to make schemas even where there is nothing to make.
            connection.execute("CREATE SCHEMA pincite")
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migration (version integer PRIMARY KEY, done timestamptz DEFAULT now())"
        )
        done = _version(connection)
        for version, commands in migrations().items():
            if version > done:
                connection.execute(commands.encode())
                connection.execute("INSERT INTO migration (version) VALUES (%s)", [version])


def _has_schema(connection: Connection[Any]) -> bool:
    found = connection.execute("SELECT to_regnamespace('pincite') IS NOT NULL").fetchone()
    return bool(found and found[0])


def _version(connection: Connection[Any]) -> int:
    """Return the newest applied migration, or 0."""
    try:
        with connection.transaction():
            found = connection.execute("SELECT coalesce(max(version), 0) FROM pincite.migration").fetchone()
    except (errors.UndefinedTable, errors.InvalidSchemaName):
        return 0
    return int(found[0]) if found else 0
