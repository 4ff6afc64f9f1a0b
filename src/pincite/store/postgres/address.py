"""Which database and collection an address names. It never holds a password: libpq finds that by its own means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from pincite.domain.store_place import StoreAddress
from pincite.errors import SettingsError

_COLLECTION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_PARAMETERS = frozenset(
    {
        *("host", "service", "connect_timeout", "target_session_attrs"),
        *("sslmode", "sslrootcert", "sslcert", "sslkey"),
        *("keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"),
    }
)
_FORM = "write postgres://[user@]host[:port]/database/collection, or postgres:collection"


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """The connection parameters for libpq, and the collection; missing ones come from its environment."""

    parameters: tuple[tuple[str, str], ...]
    collection: str


def parse_address(address: StoreAddress) -> PostgresAddress:
    """The database and collection of an address."""
    try:
        parts = urlsplit(f"postgres:{address.rest}")
        said = {"host": parts.hostname and unquote(parts.hostname), "port": parts.port, "user": parts.username}
        asked = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError as error:
        raise SettingsError("store", f"is not a database address ({error}); {_FORM}") from error
    if parts.password is not None:
        raise SettingsError("store", "holds a password; put it in PGPASSWORD or in libpq's password file")
    unknown = sorted(asked.keys() - _PARAMETERS)
    if unknown:
        raise SettingsError("store", f"has the parameter '{unknown[0]}'", known=_PARAMETERS)
    database, _, collection = unquote(parts.path).strip("/").rpartition("/")
    named = bool(database) or not address.rest.startswith("/")
    if not named or "/" in database or not _COLLECTION.fullmatch(collection):
        raise SettingsError("store", f"is '{address}', which names no collection; {_FORM}")
    said |= {"dbname": database or None, **asked}
    return PostgresAddress(tuple((name, str(value)) for name, value in said.items() if value), collection)
