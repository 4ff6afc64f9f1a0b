"""Cells on disk: one JSON line per cell, appended as it is read, so that a review goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from pincite.errors import ReviewError
from pincite.files import os_reason
from pincite.review.cell import Cell, CellState
from pincite.review.values.value import CellNote
from pincite.spans import Span

# Cells of another version are read again: it changes with their form and with the rules that read values.
FORMAT = 2
_LONGEST_LINE = 1 << 20
_PLAIN = ("value", "words", "size", "unit", "quote", "section", "page", "note")


def cell_key(*parts: str) -> str:
    """The key of a cell: a digest of all that decides it."""
    return hashlib.sha256("\0".join((str(FORMAT), *parts)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


class CellFile:
    """A file of cells by key; cells are read from disk on demand, so that memory use stays constant."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._places: dict[str, int] = {}
        self._file: BinaryIO | None = None
        self._read: BinaryIO | None = None

    def __enter__(self) -> CellFile:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab")
            self._read = self.path.open("rb")
        except OSError as error:
            raise ReviewError(str(self.path), f"cells cannot be kept there: {os_reason(error)}") from error
        try:
            self._index()
        except ReviewError:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        for file in (self._file, self._read):
            if file is not None:
                file.close()
        self._file = self._read = None

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def get(self, key: str) -> Cell | None:
        """The cell of a key, if it is kept and whole."""
        at = self._places.get(key)
        if at is None or self._read is None:
            return None
        self._read.seek(at)
        line = _parse(self._read.readline(_LONGEST_LINE))
        try:
            return cell_from(line["cell"]) if line and line["key"] == key else None
        except (KeyError, TypeError, ValueError):
            return None

    def put(self, key: str, cell: Cell) -> None:
        """Append a cell and flush it at once, so that a killed process loses none."""
        assert self._file is not None
        self._file.seek(0, os.SEEK_END)
        at = self._file.tell()
        self._file.write(
            json.dumps({"key": key, "cell": cell_as_json(cell)}, ensure_ascii=False).encode("utf-8", "surrogatepass")
            + b"\n"
        )
        self._file.flush()
        self._places[key] = at

    def sync(self) -> None:
        """Sync the file to disk."""
        if self._file is not None:
            os.fsync(self._file.fileno())

    def _index(self) -> None:
        """Index the position of each cell; an unfinished last line is ignored."""
        assert self._read is not None and self._file is not None
        at, last = 0, b"\n"
        for last in iter(lambda: self._read.readline(_LONGEST_LINE), b""):  # type: ignore[union-attr]
            line = _parse(last)
            if line is not None and isinstance(line.get("key"), str):
                self._places[line["key"]] = at
            elif at == 0 and line is None:
                raise ReviewError(str(self.path), "is not a file of cells, and is left alone; choose another name")
            at += len(last)
        if not last.endswith(b"\n"):
            self._file.write(b"\n")


def cell_as_json(cell: Cell) -> dict[str, Any]:
    """A cell in plain JSON types, without what is empty."""
    row: dict[str, Any] = {"name": cell.name, "state": cell.state.value, "chance": round(cell.chance, 4)}
    for key in (*_PLAIN, "note_kind"):
        if (value := getattr(cell, key)) not in ("", None):
            row[key] = value
    if cell.span is not None:
        row["span"] = [cell.span.start, cell.span.end]
    return row


def cell_from(row: dict[str, Any]) -> Cell:
    """A cell from its JSON."""
    span = row.get("span")
    kept = {key: row[key] for key in _PLAIN if key in row}
    return Cell(
        row["name"],
        CellState(row["state"]),
        float(row["chance"]),
        **kept,
        span=Span(*span) if span else None,
        note_kind=CellNote(row["note_kind"]) if "note_kind" in row else None,
    )


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
