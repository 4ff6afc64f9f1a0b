"""Records of a search index, as Azure's samples keep them, as files that can be read and indexed.

A record has `content`, and perhaps `id`, `category`, `sourcepage`, `sourcefile`, `parent_id` and `chunks`, which are
records themselves. Records of one document become one text file; what else they say goes into a manifest.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pincite.errors import BenchmarkError
from pincite.files import write_text
from pincite.spreadsheet_text import guard

MANIFEST = "manifest.csv"
_COLUMNS = ("category", "sourcepage", "sourcefile", "storageUrl", "updated")
# What an exporter puts before each piece: the document's name, "Part 1 of 2", and a line of signs.
_HEAD = re.compile(r"\A(?:[^\n]{0,400}\n){1,6}?={10,}\n")
_CHUNK = re.compile(r"_chunk_(\d{1,9})$")
_UNSAFE = re.compile(r"[^\w .,()&'’–-]+")


@dataclass(slots=True)
class RecordedDocument:
    """A document put together from its records, in order."""

    name: str
    pieces: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """All pieces, without what the exporter put before them."""
        order = sorted(self.pieces, key=lambda id: (int(m[1]) if (m := _CHUNK.search(id)) else 0, id))
        return "\n\n".join(_HEAD.sub("", self.pieces[id]).strip() for id in order) + "\n"


def read_records(paths: Iterable[Path]) -> dict[str, RecordedDocument]:
    """The documents of JSON or JSON-lines files, and of folders of them, by name; a record met twice counts once."""
    found: dict[str, RecordedDocument] = {}
    for path in paths:
        files = sorted([*path.rglob("*.json"), *path.rglob("*.jsonl")]) if path.is_dir() else [path]
        for file in files:
            for number, record in enumerate(_records(file), start=1):
                _add(found, record, where=f"{file}, record {number}")
    if not found:
        raise BenchmarkError(", ".join(map(str, paths)), "holds no records with 'content'")
    return found


def write_records(documents: Mapping[str, RecordedDocument], out: Path) -> list[Path]:
    """A text file for each document, and a manifest that says what their records say."""
    out.mkdir(parents=True, exist_ok=True)
    written, rows, taken = [], [], set[str]()
    for name, document in documents.items():
        stem = " ".join(_UNSAFE.sub(" ", name).split()).strip(". ")[:120] or "document"
        file, copy = f"{stem}.txt", 2
        while file.casefold() in taken:
            file, copy = f"{stem} ({copy}).txt", copy + 1
        taken.add(file.casefold())
        write_text(out / file, document.text)
        written.append(out / file)
        rows.append([guard(text) for text in (file, name, *(document.said.get(column, "") for column in _COLUMNS))])
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows([["file", "title", *_COLUMNS], *rows])
    write_text(out / MANIFEST, table.getvalue())
    return written


def _records(file: Path) -> Iterator[Any]:
    try:
        text = file.read_text("utf-8-sig")
        data = [json.loads(line) for line in text.split("\n") if line.strip()] if file.suffix == ".jsonl" else None
        data = json.loads(text) if data is None else data
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BenchmarkError(str(file), f"cannot be read as JSON ({error})") from error
    if isinstance(data, dict) and isinstance(data.get("value"), list):
        data = data["value"]
    yield from data if isinstance(data, list) else [data]


def _add(found: dict[str, RecordedDocument], record: Any, *, where: str) -> None:
    if not isinstance(record, dict) or not isinstance(record.get("content"), str):
        raise BenchmarkError(where, "needs 'content' in words")
    pieces: Sequence[Any] = record.get("chunks") or [record]
    id = str(record.get("id") or "")
    name = str(record.get("parent_id") or record.get("sourcepage") or _CHUNK.sub("", id) or where)
    document = found.setdefault(name, RecordedDocument(name))
    for column in _COLUMNS:
        if isinstance(value := record.get(column), str) and value.strip():
            document.said.setdefault(column, " ".join(value.split()))
    for number, piece in enumerate(pieces, start=1):
        if isinstance(piece, dict) and isinstance(piece.get("content"), str):
            document.pieces.setdefault(str(piece.get("id") or f"{id}_chunk_{number}"), piece["content"])
