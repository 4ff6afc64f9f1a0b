"""Raw datasets in CSV: rows with their place, columns by name."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pincite.bench.corpus import read_text
from pincite.errors import BenchmarkError

LONGEST_CELL = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table, knowing where it stands: row 1 is the header, as in a spreadsheet."""

    where: str
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


def read_rows(path: Path, *, needs: Iterable[str], separator: str = ",", lenient: bool = False) -> Iterator[TableRow]:
    """The rows of a CSV file, which must have the named columns; names compare without regard to spacing."""
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(read_text(path, lenient=lenient), newline=""), delimiter=separator, strict=False)
    header = [_tidy(name) for name in next(reader, [])]
    missing = [column for column in needs if _tidy(column) not in header]
    if missing:
        seen = ", ".join(repr(name) for name in header[:6]) or "nothing"
        raise BenchmarkError(str(path), f"has no column {missing[0]!r}; its columns begin {seen}")
    asked = {_tidy(column): column for column in needs}
    names = [asked.get(name, name) for name in header]
    number = 1
    try:
        for number, cells in enumerate(reader, 2):
            if not any(cells):
                continue
            if len(cells) != len(names):
                problem = f"has {len(cells)} cells where the header has {len(names)}"
                raise BenchmarkError(f"{path}, row {number}", problem)
            yield TableRow(f"{path}, row {number}", dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        raise BenchmarkError(f"{path}, row {number + 1}", f"is not CSV: {error}") from error


def _tidy(name: str) -> str:
    return " ".join(name.lstrip("\ufeff").split())


def find_file(raw: Path, *names: str) -> Path:
    """The first of several places, relative to the raw folder, where a file is."""
    for name in names:
        if (raw / name).exists():
            return raw / name
    raise BenchmarkError(str(raw), f"holds no {names[0]}; give the folder of the published dataset")
