"""Connections to PostgreSQL: one pool for each database, and errors that say what to do."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pincite.domain.store_place import StoreAddress
from pincite.errors import MissingExtra, StoreError

try:
    import psycopg
    from psycopg import Connection, errors
    from psycopg.conninfo import make_conninfo
    from psycopg_pool import ConnectionPool, PoolTimeout
except ModuleNotFoundError as error:
    raise MissingExtra("postgres", "A store in PostgreSQL") from error

T = TypeVar("T")
# How long a search waits for a free connection.
_PATIENCE = 30.0
_POOLS: dict[tuple[str, int], ConnectionPool[Connection[Any]]] = {}
_LOCK = threading.Lock()


class Database:
    """A database that is asked through a pool, on behalf of one store."""

    def __init__(self, place: StoreAddress, parameters: dict[str, str], *, connections: int) -> None:
        self.place = place
        self._size = connections
        self._conninfo = make_conninfo(**{"application_name": "pincite", "connect_timeout": "10", **parameters})

    def read(self, work: Callable[[Connection[Any]], T]) -> T:
        """Do some reading, or what may be done twice; where the server went away meanwhile, once more."""
        with translated(self.place):
            try:
                return self._run(work)
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                if isinstance(error, PoolTimeout | errors.QueryCanceled):
                    raise
                self._pool.check()
                return self._run(work)

    def connect(self) -> Connection[Any]:
        """A connection outside the pool, for a writer to keep; each command is a transaction of its own."""
        with translated(self.place):
            connection = psycopg.connect(self._conninfo, autocommit=True)
            _configure(connection)
            return connection

    def _run(self, work: Callable[[Connection[Any]], T]) -> T:
        with self._pool.connection(timeout=_PATIENCE) as connection:
            return work(connection)

    @property
    def _pool(self) -> ConnectionPool[Connection[Any]]:
        key = (self._conninfo, self._size)
        with _LOCK:
            if key not in _POOLS:
                _POOLS[key] = ConnectionPool(
                    self._conninfo, min_size=0, max_size=self._size, open=True, configure=_configure, max_idle=60
                )
            return _POOLS[key]


@contextmanager
def translated(place: StoreAddress) -> Iterator[None]:
    """Errors of the database as errors of the store."""
    try:
        yield
    except PoolTimeout as error:
        raise StoreError(place, "all its connections are in use; set store.connections higher, or ask less") from error
    except errors.InsufficientPrivilege as error:
        raise StoreError(place, f"the database user may not do this: {_first_line(error)}") from error
    except errors.DiskFull as error:
        raise StoreError(place, "the disk of the database is full; what was committed before is still there") from error
    except (errors.UndefinedFile, errors.FeatureNotSupported) as error:
        raise StoreError(place, f"the server lacks the extension pgvector: {_first_line(error)}") from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreError(place, f"the database does not answer: {_first_line(error)}") from error
    except psycopg.Error as error:
        raise StoreError(place, f"the database refused: {_first_line(error)}") from error


def is_lost(error: BaseException) -> bool:
    """Whether an error says that the connection is gone, rather than that the database refused."""
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not isinstance(
        error, errors.DiskFull | errors.QueryCanceled
    )


def _configure(connection: Connection[Any]) -> None:
    connection.execute("SET search_path = pincite, public")
    connection.commit()


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


@atexit.register
def _close() -> None:
    for pool in _POOLS.values():
        pool.close()
