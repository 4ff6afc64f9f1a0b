"""Keys of callers: made and revoked by a command, kept as hashes only, each with what it may do in which collection."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path

from filelock import FileLock

from pincite.errors import NotFound, SettingsError
from pincite.files import write_text

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


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A key as it is kept: never the key itself. Times are ISO 8601 in UTC."""

    id: str
    name: str
    digest: str
    grants: dict[str, str]
    made: str
    expires: str | None = None
    revoked: str | None = None

    def is_valid(self, now: datetime) -> bool:
        """Whether the key is neither revoked nor past its end."""
        return self.revoked is None and (self.expires is None or now < datetime.fromisoformat(self.expires))

    @property
    def caller(self) -> Caller:
        """The caller who uses this key."""
        return Caller(self.name, {name: Access.named(level) for name, level in self.grants.items()}, self.id)


class KeyRing:
    """The file of keys. A change by the command is seen at the next request; may be used by several threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._entries: dict[str, KeyEntry] = {}

    def entries(self) -> list[KeyEntry]:
        """All keys, the oldest first; those that were revoked too."""
        self._reload()
        return list(self._entries.values())

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
            made=_now().isoformat(),
            expires=expires.astimezone(UTC).isoformat() if expires else None,
        )
        self._change(lambda entries: {**entries, identity: entry})
        return f"pct_{identity}_{secret}", entry

    def revoke(self, identity: str) -> KeyEntry:
        """Revoke a key by its id, effective immediately."""

        def change(entries: dict[str, KeyEntry]) -> dict[str, KeyEntry]:
            if identity not in entries:
                raise NotFound(f"There is no key {identity} in {self.path}.")
            entry = entries[identity]
            return {**entries, identity: replace(entry, revoked=entry.revoked or _now().isoformat())}

        return self._change(change)[identity]

    def caller(self, key: str) -> Caller | None:
        """Return the caller of a key; None if it is unknown, revoked or expired."""
        self._reload()
        found = _KEY.fullmatch(key)
        entry = self._entries.get(found[1]) if found else None
        # Do the same work for an unknown key, so that timing reveals nothing.
        right = hmac.compare_digest(_digest(found[2] if found else key), entry.digest if entry else _digest(""))
        return entry.caller if entry and right and entry.is_valid(_now()) else None

    def _change(self, change: Callable[[dict[str, KeyEntry]], dict[str, KeyEntry]]) -> dict[str, KeyEntry]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{self.path}.lock", timeout=10):
            self._reload()
            entries = change(dict(self._entries))
            write_text(self.path, json.dumps([asdict(entry) for entry in entries.values()], indent=2) + "\n")
            if os.name != "nt":
                self.path.chmod(0o600)
            self._seen = None
        self._reload()
        return entries

    def _reload(self) -> None:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self._seen, self._entries = None, {}
            return
        seen = (status.st_mtime_ns, status.st_size, status.st_ino)
        if seen == self._seen:
            return
        try:
            entries = [KeyEntry(**row) for row in json.loads(self.path.read_text("utf-8"))]
            for entry in entries:
                # A file with mistakes fails when it is loaded, not at the first request.
                _check(entry)
        except (ValueError, TypeError) as error:
            raise SettingsError("keys", f"cannot be read from {self.path} ({error}); fix the file") from error
        self._entries, self._seen = {entry.id: entry for entry in entries}, seen


def _check(entry: KeyEntry) -> None:
    if not entry.caller.grants or not isinstance(entry.is_valid(_now()), bool):
        raise ValueError(f"key {entry.id} has no grants")


def _digest(secret: str) -> str:
    # The secret has 256 random bits, so a slow hash would add no protection.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC)
