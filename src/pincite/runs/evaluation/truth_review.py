"""A sample of answers for people to read: out as a sheet, CSV or Excel, and back as corrected truth."""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from collections.abc import Sequence
from pathlib import Path

from pincite.errors import BenchmarkError
from pincite.files import atomic_draft, write_text
from pincite.runs.evaluation.results import Results
from pincite.runs.evaluation.truth_rows import write_truth
from pincite.spreadsheet_text import guard, unguard

COLUMNS = ("question", "truth", "answer", "confidence", "verdict", "corrected_truth", "note")
_GIVEN = COLUMNS[:4]
_VERDICTS = frozenset({"", "right", "partly", "wrong"})
# Column widths that are easy to read.
_WIDTHS = (40, 60, 60, 12, 10, 60, 40)
# A workbook is a zip file: its unpacked size is checked before it is opened.
_MOST_BYTES = 256 * 2**20


def write_sheet(results: Results, path: Path, *, sample: int, seed: int = 0, flagged: bool = False) -> int:
    """A random sample of an evaluation as a sheet with empty columns for the reviewer; `flagged`: of low confidence."""
    among = results.flagged() if flagged else range(len(results.rows))
    chosen = sorted(random.Random(seed).sample(list(among), min(sample, len(among))))
    rows = [[str(results.rows[at].get(name, "")) for name in _GIVEN] + ["", "", ""] for at in chosen]
    (_write_excel if path.suffix.lower() == ".xlsx" else _write_csv)(path, rows)
    return len(chosen)


def _write_csv(path: Path, rows: Sequence[Sequence[str]]) -> None:
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([guard(text) for text in row] for row in rows)
    write_text(path, "\ufeff" + table.getvalue())


def _write_excel(path: Path, rows: Sequence[Sequence[str]]) -> None:
    from openpyxl import Workbook
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.active
    sheet.title = "answers"
    for number, width in enumerate(_WIDTHS, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    for at, row in enumerate([COLUMNS, *rows], start=1):
        for number, text in enumerate(row, start=1):
            cell = sheet.cell(at, number)
            cell.value = ILLEGAL_CHARACTERS_RE.sub("", text)[:32000]
            # Text, even where it begins like a formula.
            cell.data_type = "s"
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.font = Font(bold=at == 1)
    sheet.freeze_panes = "A2"
    with atomic_draft(path) as draft:
        book.save(draft)


def read_sheet(sheet: Path, truth: Path, out: Path) -> dict[str, int]:
    """The ground truth with the corrections of a sheet; gives how many rows have each verdict or were corrected."""
    try:
        reviewed = _read_excel(sheet) if sheet.suffix.lower() == ".xlsx" else _read_csv(sheet)
        rows = [json.loads(line) for line in truth.read_text("utf-8-sig").split("\n") if line.strip()]
    except (OSError, UnicodeDecodeError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BenchmarkError(str(sheet), f"cannot be read with {truth} ({error})") from error
    corrections: dict[str, str] = {}
    counts: dict[str, int] = {"corrected": 0}
    for number, row in enumerate(reviewed, start=2):
        verdict = (row.get("verdict") or "").strip().lower()
        if verdict not in _VERDICTS:
            raise BenchmarkError(
                f"{sheet}, line {number}", f"has the verdict '{verdict}'; write right, partly or wrong"
            )
        if verdict:
            counts[verdict] = counts.get(verdict, 0) + 1
        if (corrected := (row.get("corrected_truth") or "").strip()) and (question := row.get("question")):
            corrections[question] = corrected
    known = {row.get("question") for row in rows}
    missing = [question for question in corrections if question not in known]
    if missing:
        raise BenchmarkError(str(sheet), f"corrects a question that {truth} does not have: {missing[0]!r}")
    counts["corrected"] = len(corrections)
    write_truth(out, [{**row, "truth": corrections.get(row.get("question"), row.get("truth"))} for row in rows])
    return counts


def _read_csv(path: Path) -> list[dict[str, str]]:
    rows = csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline=""))
    return [{name: unguard(value or "") for name, value in row.items() if name} for row in rows]


def _read_excel(path: Path) -> list[dict[str, str]]:
    from openpyxl import load_workbook

    with zipfile.ZipFile(path) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > _MOST_BYTES:
            raise ValueError("it unpacks to too much")
    book = load_workbook(path, read_only=True, data_only=True)
    try:
        rows = [["" if value is None else str(value) for value in row] for row in book.active.values]
    finally:
        book.close()
    head = rows[0] if rows else []
    return [dict(zip(head, row, strict=False)) for row in rows[1:] if any(row)]
