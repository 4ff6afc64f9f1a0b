"""Tables of any make as records: JSON lines, CSV and TSV, Parquet, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.bench.corpus import read_text
from pincite.bench.files import read_json
from pincite.bench.legalbenchrag import tables
from pincite.errors import BenchmarkError, MissingExtra

# Where JSON files of this and that make keep their rows.
ROW_KEYS = ("data", "rows", "examples", "questions", "items")


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A row of a source by column, knowing where it stands; cells of CSV are all text."""

    where: str
    values: dict[str, Any]
    cells_are_text: bool = False


def read_records(path: Path, *, format: str, lenient: bool = False) -> Iterator[SourceRecord]:
    """The records of a file in one of the table formats."""
    if format in {"csv", "tsv"}:
        separator = "\t" if format == "tsv" else ","
        for row in tables.read_rows(path, needs=(), separator=separator, lenient=lenient):
            yield SourceRecord(row.where, dict(row.cells), cells_are_text=True)
    elif format == "parquet":
        yield from _parquet(path)
    elif format == "json":
        yield from _json(path)
    else:
        yield from read_lines(path, lenient=lenient)


def read_lines(path: Path, *, lenient: bool = False) -> Iterator[SourceRecord]:
    """The objects of a file with one in each line; a row's number is that of its line."""
    # Not splitlines: a line separator of Unicode may stand inside a JSON string.
    for number, line in enumerate(read_text(path, lenient=lenient).lstrip("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, row {number}"
        try:
            value = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            place = f": {error.msg} at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
            raise BenchmarkError(where, f"is not JSON{place}") from error
        yield _record(value, where=where)


def _json(path: Path) -> Iterator[SourceRecord]:
    data = read_json(path, mark="question", unit="row")
    if isinstance(data, dict):
        data = next((data[key] for key in ROW_KEYS if isinstance(data.get(key), list)), None)
    if not isinstance(data, list):
        raise BenchmarkError(str(path), f"holds no list of rows, nor one under {', '.join(ROW_KEYS)}")
    for number, value in enumerate(data, 1):
        yield _record(value, where=f"{path}, row {number}")


def _record(value: Any, *, where: str) -> SourceRecord:
    if not isinstance(value, dict):
        raise BenchmarkError(where, f"a row must be an object, not {type(value).__name__}")
    return SourceRecord(where, value)


def _parquet(path: Path) -> Iterator[SourceRecord]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("parquet", "Reading Parquet") from error
    number = 0
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=1024):
                for value in batch.to_pylist():
                    number += 1
                    yield SourceRecord(f"{path}, row {number}", value)
    except FileNotFoundError as error:
        raise BenchmarkError(str(path), "there is no such file") from error
    except (pyarrow.ArrowException, OSError) as error:
        raise BenchmarkError(str(path), f"cannot be read as Parquet after row {number}: {error}") from error
