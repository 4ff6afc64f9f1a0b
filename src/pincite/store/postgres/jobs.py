"""Indexing jobs in PostgreSQL: seen by all servers, done by the one that holds the collection's advisory lock."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from psycopg import Connection, Error

from pincite.domain.job import Job, JobFile, JobState
from pincite.store.postgres.connection import translated
from pincite.store.postgres.shared_tables import SharedTables

# With the collection's name it makes a lock that is ours alone.
_LOCK = 7_463_003
_WAITING = "state IN ('queued', 'running')"
# How many jobs are remembered.
_KEPT = 200
_NOTE_SECONDS = 1.0


class PostgresJobs:
    """The jobs of a collection."""

    def __init__(self, tables: SharedTables) -> None:
        self._tables = tables
        self._noted = 0.0

    def all(self) -> list[Job]:
        """Every job, the oldest first."""
        rows = self._tables.rows("SELECT job, progress FROM server_job WHERE collection = %s ORDER BY made, id")
        return [_job(*row) for row in rows]

    def find(self, identity: str) -> Job | None:
        """A job by its id."""
        rows = self._tables.rows("SELECT job, progress FROM server_job WHERE collection = %s AND id = %s", identity)
        return _job(*rows[0]) if rows else None

    def waiting(self) -> int:
        """How many jobs are not over."""
        (row,) = self._tables.rows(f"SELECT count(*) FROM server_job WHERE collection = %s AND {_WAITING}")
        return int(row[0])

    def add(self, job: Job) -> None:
        """Keep a new job: what was accepted is never lost."""
        name = self._tables.name

        def work(connection: Connection[Any]) -> None:
            connection.execute(
                "INSERT INTO server_job (collection, id, made, state, job) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                [name, job.id, job.made, job.state.value, _packed(job)],
            )
            connection.execute(
                f"DELETE FROM server_job WHERE collection = %s AND NOT {_WAITING} AND id IN"
                " (SELECT id FROM server_job WHERE collection = %s ORDER BY made DESC, id DESC OFFSET %s)",
                [name, name, _KEPT],
            )

        self._tables.run(work)

    def change(self, job: Job, *, over: bool) -> bool:
        """Keep a job as it is now, if what is kept is over, or is not, as said; gives whether it was."""

        def work(connection: Connection[Any]) -> bool:
            done = connection.execute(
                "UPDATE server_job SET state = %s, job = %s, progress = NULL"
                f" WHERE collection = %s AND id = %s AND ({_WAITING}) <> %s",
                [job.state.value, _packed(job), self._tables.name, job.id, over],
            )
            return bool(done.rowcount)

        return self._tables.run(work)

    def note(self, identities: Collection[str], progress: tuple[str, int, int]) -> None:
        """Say how far jobs are; once a second is enough."""
        if time.monotonic() < self._noted + _NOTE_SECONDS:
            return
        self._noted = time.monotonic()
        self._tables.run(
            lambda connection: connection.execute(
                f"UPDATE server_job SET progress = %s WHERE collection = %s AND id = ANY(%s) AND {_WAITING}",
                [json.dumps(progress), self._tables.name, list(identities)],
            )
        )

    @contextmanager
    def claim(self) -> Iterator[PostgresClaim | None]:
        """The right to do the jobs, which one server has at a time; None where another has it."""
        place = self._tables.database.place
        with translated(place):
            connection = self._tables.database.connect()
        # The lock goes with the connection, and so with the server that holds it.
        with connection:
            with translated(place):
                row = connection.execute(
                    "SELECT pg_try_advisory_lock(hashtextextended(%s, %s))", [self._tables.name, _LOCK]
                ).fetchone()
            yield PostgresClaim(connection) if row and row[0] else None


class PostgresClaim:
    """A lock that lives with a connection."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection

    def is_held(self) -> bool:
        """Whether the connection is still there."""
        try:
            self._connection.execute("SELECT 1")
        except Error:
            return False
        return True


def _packed(job: Job) -> str:
    return json.dumps({**asdict(job), "progress": None})


def _job(row: dict[str, Any], progress: list[Any] | None) -> Job:
    files = tuple(JobFile(**file) for file in row.pop("files"))
    stage = (str(progress[0]), int(progress[1]), int(progress[2])) if progress else None
    return Job(**{**row, "files": files, "state": JobState(row["state"]), "progress": stage})
