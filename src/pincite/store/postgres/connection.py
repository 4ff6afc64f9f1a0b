"""Connections to PostgreSQL: one pool for each database, and errors that say what to do."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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
# How many seconds a search waits for a free connection, and how many for a server that went away.
_PATIENCE = 30.0
_COMEBACK = 10.0
# A network that is cut says nothing, and by itself the system would wait a quarter of an hour for it. So a search gives
# up half a minute after the last word of the server; the address may say otherwise.
_NOTICE_CUTS = {
    "keepalives": "1",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
# Whoever holds a lock may wait longer for a busy server, but less than the server waits for it: the one that is cut off
# knows it before another gets the lock.
_KEPT_TIMEOUT = {"tcp_user_timeout": "40000"}
_SERVER_NOTICES_CUTS = "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3"
# Also while the server does something that takes long, such as making an index.
_SERVER_LOOKS_UP = "SET client_connection_check_interval = '10s'"
# How a server refuses one who came without TLS, and one who came with it: libpq tries both by itself.
_PLAIN_REFUSED, _TLS_REFUSED = ", no encryption", ", SSL encryption"
# Why a server lets nobody in, by what libpq says of it: such errors have no code. The first that fits counts.
_REFUSALS = (
    (
        "certificate verify failed",
        "the certificate of the database is not signed by an authority in sslrootcert ({}); name the file of the one "
        "that signed it",
    ),
    (
        "does not match host name",
        "the certificate of the database is for another host ({}); write the host as the certificate names it",
    ),
    (
        "root certificate file",
        "there is nothing to check the certificate of the database by ({}); add sslrootcert=FILE to the address",
    ),
    ("server does not support SSL", "the database has no TLS ({}); turn it on there"),
    (_PLAIN_REFUSED, "the database lets nobody in without TLS ({}); add sslmode=verify-full to the address"),
    ("no pg_hba.conf entry", "the database lets this user in from elsewhere alone ({}); change its pg_hba.conf"),
    (
        "password authentication failed",
        "the database does not know the user by this password ({}); set PGPASSWORD, or libpq's password file",
    ),
    *(
        (
            words,
            "the database has no connection left ({}); set store.connections lower, or max_connections of the server "
            "higher",
        )
        for words in ("too many clients already", "too many connections for", "remaining connection slots are reserved")
    ),
    ("no password supplied", "the database wants a password ({}); set PGPASSWORD, or libpq's password file"),
)
_POOLS: dict[tuple[str, int], ConnectionPool[Connection[Any]]] = {}
_LOCK = threading.Lock()


class Database:
    """A database that is asked through a pool, on behalf of one store."""

    def __init__(self, place: StoreAddress, parameters: dict[str, str], *, connections: int) -> None:
        self.place = place
        self._size = connections
        self._parameters = parameters
        self._conninfo = self._conninfo_with({})

    def read(self, work: Callable[[Connection[Any]], T]) -> T:
        """Do some reading, or what may be done twice; where the server went away meanwhile, once more."""
        with translated(self.place):
            try:
                return self._run(work)
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                if isinstance(error, PoolTimeout) or not is_lost(error):
                    raise
                self._pool.check()
                return self._run(work)

    def connect(self) -> Connection[Any]:
        """A connection outside the pool to keep, whose errors are not translated; each command is a transaction.

        Either end notices within a minute that the other is gone, and with it the locks that the connection holds.
        """
        connection = psycopg.connect(self._conninfo_with(_KEPT_TIMEOUT), autocommit=True)
        _configure(connection)
        connection.execute(_SERVER_NOTICES_CUTS)
        # Not every system can tell a server so.
        with suppress(errors.InvalidParameterValue):
            connection.execute(_SERVER_LOOKS_UP)
        return connection

    def _conninfo_with(self, defaults: dict[str, str]) -> str:
        own = {"application_name": "pincite", "connect_timeout": "10"}
        return str(make_conninfo(**{**own, **_NOTICE_CUTS, **defaults, **self._parameters}))

    def _run(self, work: Callable[[Connection[Any]], T]) -> T:
        pool = self._pool
        connection = self._borrow(pool)
        try:
            with connection:
                return work(connection)
        finally:
            pool.putconn(connection)

    def _borrow(self, pool: ConnectionPool[Connection[Any]]) -> Connection[Any]:
        """A connection of the pool; where the server does not answer, its error, which the pool keeps to itself."""
        failed, first = _failed_attempts(pool), min(_COMEBACK, _PATIENCE)
        try:
            return pool.getconn(timeout=first)
        except PoolTimeout:
            if _failed_attempts(pool) > failed:
                self._try()
        return pool.getconn(timeout=_PATIENCE - first)

    def _try(self) -> None:
        psycopg.connect(self._conninfo).close()

    @property
    def _pool(self) -> ConnectionPool[Connection[Any]]:
        key = (self._conninfo, self._size)
        if key not in _POOLS:
            # So that a server that was never there is told at once.
            self._try()
        with _LOCK:
            if key not in _POOLS:
                _POOLS[key] = ConnectionPool(
                    self._conninfo,
                    min_size=0,
                    max_size=self._size,
                    open=True,
                    configure=_configure,
                    max_idle=60,
                    # Else its attempts become rare, and searches wait for them though the server is back.
                    reconnect_timeout=_COMEBACK / 2,
                )
            return _POOLS[key]


@contextmanager
def translated(place: StoreAddress, *, advice: str = "") -> Iterator[None]:
    """Errors of the database as errors of the store, with what else is to be said."""
    try:
        yield
    except psycopg.Error as error:
        raise StoreError(place, _problem(error) + (f"; {advice}" if advice else "")) from error


def _problem(error: psycopg.Error) -> str:
    match error:
        case PoolTimeout():
            return "all its connections are in use; set store.connections higher, or ask less"
        case errors.InsufficientPrivilege():
            return f"the database user may not do this: {_first_line(error)}"
        case errors.LockNotAvailable():
            return "others have used its tables for too long (a backup, or a long transaction); try again after that"
        case errors.DiskFull():
            return "the disk of the database is full; what was committed before is still there"
        case errors.UndefinedFile() | errors.FeatureNotSupported():
            return f"the server lacks the extension pgvector: {_first_line(error)}"
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return _refusal(error) or f"the database does not answer: {_first_line(error)}"
        case _:
            return f"the database refused: {_first_line(error)}"


def _refusal(error: psycopg.Error) -> str | None:
    """Why the server lets nobody in; None where it did not say so."""
    lines = str(error).splitlines()
    tried = any(_TLS_REFUSED in line for line in lines)
    for words, problem in _REFUSALS:
        if tried and words == _PLAIN_REFUSED:
            continue
        for line in lines:
            if words in line:
                return problem.format(line.rpartition(" failed: ")[2].removeprefix("FATAL:").strip().rstrip("."))
    return None


def _failed_attempts(pool: ConnectionPool[Connection[Any]]) -> int:
    """How often the pool has tried in vain to connect."""
    return int(pool.get_stats().get("connections_errors", 0))


def is_lost(error: BaseException) -> bool:
    """Whether an error says that the connection is gone, rather than that the database refused."""
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not isinstance(
        error, errors.DiskFull | errors.QueryCanceled | errors.LockNotAvailable
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
