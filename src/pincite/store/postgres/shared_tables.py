"""The tables that servers share, made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from psycopg import Connection

from pincite.store.postgres.connection import Database
from pincite.store.postgres.migrate import migrate

T = TypeVar("T")


class SharedTables:
    """A database and the name that rows of ours bear in it."""

    def __init__(self, database: Database, name: str) -> None:
        self.database = database
        self.name = name
        self._is_ready = False

    def run(self, work: Callable[[Connection[Any]], T]) -> T:
        """Do work in one transaction; where the connection is lost, once more, so it must be fit to be done twice."""

        def prepared(connection: Connection[Any]) -> T:
            if not self._is_ready:
                migrate(connection, self.database.place)
                self._is_ready = True
            return work(connection)

        return self.database.read(prepared)

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What a query gives for our name and further values."""

        def work(connection: Connection[Any]) -> list[Any]:
            found: list[Any] = connection.execute(query, [self.name, *values]).fetchall()
            return found

        return self.run(work)
