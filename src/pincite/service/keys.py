"""Keys of callers: made and revoked by a command, kept as hashes only, each with what it may do in which collection."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

from pincite.domain.key_entry import KeyEntry
from pincite.errors import SettingsError
from pincite.ports.server_state import KeyStore

# `pct_ID_SECRET`: the id finds the entry, the secret authenticates it.
_KEY = re.compile(r"pct_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
EVERYWHERE = "*"


class Access(IntEnum):
    """What a caller may do in a collection; each level may do what those before it may."""

    READ = 1
    WRITE = 2
    ADMIN = 3

    @classmethod
    def named(cls, name: str) -> Access:
        """Return the access level with this name."""
        try:
            return cls[name.upper()]
        except KeyError:
            raise SettingsError("access", f"is {name!r}", known=[level.name.lower() for level in cls]) from None


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller and their access levels by collection, `*` for all of them."""

    name: str
    grants: Mapping[str, Access]
    key: str = ""

    def may(self, access: Access, collection: str) -> bool:
        """Whether the caller has this access to a collection."""
        return max(self.grants.get(collection, 0), self.grants.get(EVERYWHERE, 0)) >= access


# The caller on this machine when no keys are required.
LOCAL = Caller("local", {EVERYWHERE: Access.ADMIN})


class KeyRing:
    """Makes keys, revokes them and knows whose they are; may be used by several threads."""

    def __init__(self, store: KeyStore) -> None:
        self._store = store

    @property
    def is_remote(self) -> bool:
        """Whether asking takes so long that an event loop must not wait for it."""
        return self._store.is_remote

    def entries(self) -> list[KeyEntry]:
        """All keys, the oldest first; those that were revoked too."""
        return self._store.entries()

    def make(self, name: str, grants: Mapping[str, Access], *, expires: datetime | None = None) -> tuple[str, KeyEntry]:
        """Make a new key, which is not stored anywhere, and its entry."""
        if not grants:
            raise SettingsError("grants", "are empty; say what the key may do, such as contracts=read")
        identity, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        entry = KeyEntry(
            id=identity,
            name=name,
            digest=_digest(secret),
            grants={collection: level.name.lower() for collection, level in grants.items()},
            made=datetime.now(UTC).isoformat(),
            expires=expires.astimezone(UTC).isoformat() if expires else None,
        )
        self._store.add(entry)
        return f"pct_{identity}_{secret}", entry

    def revoke(self, identity: str) -> KeyEntry:
        """Revoke a key by its id, effective immediately."""
        return self._store.revoke(identity)

    def caller(self, key: str) -> Caller | None:
        """Return the caller of a key; None if it is unknown, revoked or expired."""
        found = _KEY.fullmatch(key)
        entry = self._store.find(found[1] if found else "")
        # Do the same work for an unknown key, so that timing reveals nothing.
        right = hmac.compare_digest(_digest(found[2] if found else key), entry.digest if entry else _digest(""))
        return caller_of(entry) if entry and right and entry.is_valid(datetime.now(UTC)) else None


def caller_of(entry: KeyEntry) -> Caller:
    """Who comes with a key."""
    return Caller(entry.name, {name: Access.named(level) for name, level in entry.grants.items()}, entry.id)


def _digest(secret: str) -> str:
    # The secret has 256 random bits, so a slow hash would add no protection.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
