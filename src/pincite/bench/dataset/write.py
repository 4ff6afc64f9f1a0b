"""Writing a dataset: the layout itself, and beside it `origin.json`, what the layout has no field for."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked_dataclass

from pincite.bench.corpus import read_text
from pincite.bench.dataset.layout import DatasetItem, Layout
from pincite.bench.fetch.download import sha256_of
from pincite.bench.files import move_into_place, read_json, refuse_existing, staged, write_json
from pincite.errors import BenchmarkError
from pincite.files import write_text
from pincite.paths import safe_join

ORIGIN = "origin.json"


@checked_dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class Trace:
    """What a source says of a row beyond the layout: its set, its id, and the span and score of each context."""

    set: str | None = None
    source_id: str | None = None
    spans: tuple[tuple[int, int] | None, ...] = ()
    scores: tuple[int, ...] = ()
    tags: tuple[str, ...] = ()


@checked_dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class DocumentTrace:
    """What a source said of a document: its id and title there, and where its paragraphs end."""

    source_id: str | None = None
    title: str | None = None
    paragraph_ends: tuple[int, ...] = ()


@checked_dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class Origin:
    """Where a dataset came from, with the traces of its rows (by id) and documents (by base name)."""

    format: str
    source: str
    sha256: str | None
    converted: str
    rows: dict[int, Trace]
    documents: dict[str, DocumentTrace]


@dataclass(slots=True)
class Conversion:
    """A source turned into the layout: rows with their traces, and documents as texts or as files to copy."""

    format: str
    items: list[DatasetItem] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    documents: dict[str, str | Path] = field(default_factory=dict)
    document_traces: dict[str, DocumentTrace] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, item: DatasetItem, trace: Trace) -> None:
        """Take a row."""
        self.items.append(item)
        self.traces.append(trace)


def read_origin(folder: Path) -> Origin | None:
    """What is known of a dataset's source, or None where nothing is."""
    path = folder / ORIGIN
    if not path.exists():
        return None
    try:
        return TypeAdapter(Origin).validate_python(read_json(path, mark="spans", unit="row"))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BenchmarkError(str(path), f"field '{place}': {first['msg']}; move the file away to do without") from error


def write_dataset(
    made: Conversion, out: Path, *, source: Path, lenient: bool = False, force: bool = False
) -> dict[str, Any]:
    """Write a conversion, whole or not at all; without documents of its own it keeps the corpus that is there."""
    train = _dump(made)
    keep = not made.documents and bool(Layout(out).files)
    names = [*([] if keep else ["corpus"]), "train.json", ORIGIN]
    refuse_existing(out, names, force=force)
    with staged(out) as stage:
        (stage / "corpus").mkdir()
        for name, content in made.documents.items():
            _place(safe_join(stage / "corpus", name), content, lenient=lenient)
        write_text(stage / "train.json", train)
        write_json(stage / ORIGIN, _origin(made, source))
        move_into_place(stage, out, names=names)
    return {
        "rows": len(made.items),
        "contexts": sum(len(item.contexts) for item in made.items),
        "documents": sum(map(len, Layout(out).files.values())),
        "notes": made.notes,
    }


def _dump(made: Conversion) -> str:
    if not made.items:
        raise BenchmarkError(made.format, "the source holds no row")
    for number, item in enumerate(made.items, 1):
        try:
            json.dumps(item.as_json(), ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise BenchmarkError(
                f"row {number}", f"contains a lone surrogate, which UTF-8 cannot encode: {error.reason}"
            ) from error
    return json.dumps([item.as_json() for item in made.items], indent=2, ensure_ascii=False) + "\n"


def _place(target: Path, content: str | Path, *, lenient: bool) -> None:
    """A document at its place: texts in UTF-8 with LF line ends, other files byte for byte."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, Path) and content.suffix.lower() not in {".txt", ".md"}:
        shutil.copyfile(content, target)
        return
    text = content if isinstance(content, str) else read_text(content, lenient=lenient)
    target.write_text(text, encoding="utf-8", newline="")


def _origin(made: Conversion, source: Path) -> dict[str, Any]:
    rows = {item.id: _known(trace) for item, trace in zip(made.items, made.traces, strict=True)}
    return {
        "format": made.format,
        "source": source.name,
        "sha256": fingerprint(source),
        "converted": datetime.now(UTC).date().isoformat(),
        "rows": {id: trace for id, trace in rows.items() if trace},
        "documents": {name: _known(trace) for name, trace in made.document_traces.items() if _known(trace)},
    }


def _known(trace: Trace | DocumentTrace) -> dict[str, Any]:
    # pydantic's dataclasses are dataclasses at run time.
    values: Mapping[str, Any] = asdict(trace)
    return {name: value for name, value in values.items() if value and value != (None,) * len(value)}


def fingerprint(path: Path) -> str:
    """The checksum of a file; of a folder, that of its files' paths and checksums."""
    if path.is_file():
        return sha256_of(path)
    files = sorted(file for file in path.rglob("*") if file.is_file() and not file.is_symlink())
    lines = (f"{sha256_of(file)}  {file.relative_to(path).as_posix()}\n" for file in files)
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
