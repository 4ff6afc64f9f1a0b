"""Files of ground truth that people edit: questions added, changed and taken out, one at a time."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock

from pincite.errors import BenchmarkError, NotFound
from pincite.files import write_text

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
Row = dict[str, Any]


class TruthFiles:
    """The JSON-lines files of ground truth in a folder, by name without ending."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """The files that are there."""
        found = (path for path in self._folder.glob("*.jsonl") if path.is_file() and not path.is_symlink())
        return sorted(path.stem for path in found if _NAME.fullmatch(path.stem))

    def rows(self, name: str) -> list[Row]:
        """The questions of a file, each with an `id`: its own, or one made of its words."""
        if name not in self.names():
            raise NotFound(f"There is no file of ground truth '{name}'.")
        return _read(self._path(name))

    def add(self, name: str, row: Mapping[str, Any]) -> Row:
        """Add a question; the file is made where there is none."""
        made = {"id": secrets.token_hex(8), **row}
        self._change(name, lambda rows: [*rows, made])
        return made

    def replace(self, name: str, identity: str, row: Mapping[str, Any]) -> Row:
        """Put other words in the place of a question; what else its row holds stays."""
        changed: list[Row] = []

        def change(rows: list[Row]) -> list[Row]:
            at = _find(rows, identity, name)
            changed.append({**rows[at], **row, "id": identity})
            return [*rows[:at], changed[-1], *rows[at + 1 :]]

        self.rows(name)
        self._change(name, change)
        return changed[-1]

    def remove(self, name: str, identity: str) -> None:
        """Take a question out."""

        def change(rows: list[Row]) -> list[Row]:
            at = _find(rows, identity, name)
            return [*rows[:at], *rows[at + 1 :]]

        self.rows(name)
        self._change(name, change)

    def _change(self, name: str, change: Callable[[list[Row]], list[Row]]) -> None:
        path = self._path(name)
        self._folder.mkdir(parents=True, exist_ok=True)
        with FileLock(str(self._folder / f".{name}.lock"), timeout=10):
            rows = change(_read(path) if path.exists() else [])
            write_text(path, "".join(json.dumps(_without_empty(row), ensure_ascii=False) + "\n" for row in rows))

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise NotFound(f"There is no file of ground truth '{name}'.")
        return self._folder / f"{name}.jsonl"


def _read(path: Path) -> list[Row]:
    rows = []
    try:
        for line in path.read_text("utf-8-sig").split("\n"):
            if line.strip():
                row = json.loads(line)
                rows.append({**row, "id": str(row.get("id") or _digest(line))})
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BenchmarkError(path.name, f"is not a file of ground truth ({type(error).__name__})") from error
    return rows


def _without_empty(row: Row) -> Row:
    return {name: value for name, value in row.items() if value not in ("", None, [], ())}


def _digest(line: str) -> str:
    return hashlib.sha256(line.strip().encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _find(rows: list[Row], identity: str, name: str) -> int:
    at = next((n for n, row in enumerate(rows) if row["id"] == identity), None)
    if at is None:
        raise NotFound(f"The ground truth '{name}' has no question {identity}.")
    return at
