"""The file of keys, for a server of one machine."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock

from pincite.domain.key_entry import KeyEntry
from pincite.errors import NotFound, SettingsError
from pincite.files import write_text
from pincite.service.keys import caller_of


class KeyFile:
    """Keys in a file. A change by the command is seen at the next request; may be used by several threads."""

    is_remote = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        self._entries: dict[str, KeyEntry] = {}

    def entries(self) -> list[KeyEntry]:
        """All keys, the oldest first; those that were revoked too."""
        self._reload()
        return list(self._entries.values())

    def find(self, identity: str) -> KeyEntry | None:
        """A key by its id."""
        self._reload()
        return self._entries.get(identity)

    def add(self, entry: KeyEntry) -> None:
        """Keep a new key."""
        self._change(lambda entries: {**entries, entry.id: entry})

    def revoke(self, identity: str) -> KeyEntry:
        """End a key; one that is ended already stays as it is."""

        def change(entries: dict[str, KeyEntry]) -> dict[str, KeyEntry]:
            if identity not in entries:
                raise NotFound(f"There is no key {identity} in {self._path}.")
            entry = entries[identity]
            return {**entries, identity: replace(entry, revoked=entry.revoked or datetime.now(UTC).isoformat())}

        return self._change(change)[identity]

    def _change(self, change: Callable[[dict[str, KeyEntry]], dict[str, KeyEntry]]) -> dict[str, KeyEntry]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{self._path}.lock", timeout=10):
            self._reload()
            entries = change(dict(self._entries))
            write_text(self._path, json.dumps([asdict(entry) for entry in entries.values()], indent=2) + "\n")
            if os.name != "nt":
                self._path.chmod(0o600)
            self._seen = None
        self._reload()
        return entries

    def _reload(self) -> None:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            self._seen, self._entries = None, {}
            return
        seen = (status.st_mtime_ns, status.st_size, status.st_ino)
        if seen == self._seen:
            return
        try:
            entries = [KeyEntry(**row) for row in json.loads(self._path.read_text("utf-8"))]
            for entry in entries:
                # A file that was edited by hand fails here, not at the first request of a key.
                _check(entry)
        except (ValueError, TypeError) as error:
            raise SettingsError("keys", f"cannot be read from {self._path} ({error}); fix the file") from error
        self._entries, self._seen = {entry.id: entry for entry in entries}, seen


def _check(entry: KeyEntry) -> None:
    if not caller_of(entry).grants or not isinstance(entry.is_valid(datetime.now(UTC)), bool):
        raise ValueError(f"key {entry.id} has no grants")
