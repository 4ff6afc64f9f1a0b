"""A reviewer's sheet read back: Excel, CSV or JSON as `pincite review` writes them, with a person's changes."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time
from pathlib import Path
from typing import Any

from pincite.errors import ReviewError
from pincite.files import os_reason
from pincite.review.forms.as_csv import HEAD
from pincite.review.forms.excel import REVIEW, SOURCE_HEAD, SOURCES
from pincite.spreadsheet_text import unguard

# A workbook is a zip file: its unpacked size is checked before it is opened.
_MOST_BYTES = 512 * 2**20
_DOUBT = " (?)"
_SEE = "see the quotation"
_SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell as the reviewer left it; `where` is its place in the file."""

    where: str
    doc_id: str
    column: str
    question: str
    state: str
    value: str
    quote: str
    start: int | None = None
    end: int | None = None


def read_sheet(path: Path, *, questions: dict[str, str]) -> list[SheetCell]:
    """The cells of a sheet; `questions` are those of the columns, for forms that do not hold them."""
    readers = {".xlsx": _from_excel, ".csv": _from_csv, ".json": _from_json}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ReviewError(str(path), f"a reviewed sheet is {', '.join(readers)}; save it as one of them")
    try:
        return list(reader(path, questions))
    except OSError as error:
        raise ReviewError(str(path), f"cannot be read: {os_reason(error)}") from error


def _from_json(path: Path, questions: dict[str, str]) -> Iterator[SheetCell]:
    try:
        data = json.loads(path.read_bytes())
        asked = {one["name"]: one["question"] for one in data["questions"]} | questions
        for number, row in enumerate(data["rows"], start=1):
            for cell in row["cells"]:
                start, end = cell.get("span") or (None, None)
                where = f"{path.name}, row {number}, {cell['name']}"
                yield SheetCell(
                    *(where, row["doc_id"], cell["name"], asked.get(cell["name"], ""), cell["state"]),
                    *(cell.get("value", ""), cell.get("quote", ""), start, end),
                )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReviewError(str(path), f"is not a review in JSON ({type(error).__name__}: {error})") from error


def _from_csv(path: Path, questions: dict[str, str]) -> Iterator[SheetCell]:
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReviewError(str(path), "is not UTF-8; save it as CSV UTF-8") from error
    reader = csv.DictReader(io.StringIO(text, newline=""))
    columns = [name for name in reader.fieldnames or () if name not in HEAD and "." not in name]
    if not columns or not set(HEAD) <= set(reader.fieldnames or ()):
        raise ReviewError(str(path), f"is not a review in CSV: it needs the columns {', '.join(HEAD)}")
    for number, row in enumerate(reader, start=2):
        fields = {key: unguard(value) for key, value in row.items() if isinstance(value, str)}
        for column in columns:
            yield SheetCell(
                *(f"{path.name}, row {number}, {column}", fields.get("doc_id", ""), column, questions.get(column, "")),
                *(
                    fields.get(f"{column}.state", "").strip().casefold(),
                    fields.get(column, ""),
                    fields.get(f"{column}.quote", ""),
                ),
                *(_number(fields.get(f"{column}.start")), _number(fields.get(f"{column}.end"))),
            )


def _from_excel(path: Path, questions: dict[str, str]) -> Iterator[SheetCell]:
    book = _open_workbook(path)
    if REVIEW not in book.sheetnames or SOURCES not in book.sheetnames:
        raise ReviewError(str(path), f"has no sheets '{REVIEW}' and '{SOURCES}'")
    changed = _matrix(book[REVIEW])
    rows = book[SOURCES].iter_rows(values_only=True)
    head = [str(name) for name in next(rows, ())]
    # Workbooks written before the column `shown` was there are read, too.
    lacking = sorted(set(SOURCE_HEAD) - {_SHOWN} - set(head))
    if lacking:
        raise ReviewError(str(path), f"the sheet '{SOURCES}' lacks the column {lacking[0]}")
    for number, fields in enumerate(rows, start=2):
        row = {name: _text(field) for name, field in zip(head, fields, strict=False)}
        if not row.get("doc_id"):
            continue
        cell = SheetCell(
            *(f"{path.name}, {SOURCES} row {number}", row["doc_id"], row["column"], row["question"]),
            *(row["state"].strip().casefold(), row["value"], row["quotation"]),
            *(_number(row["start"]), _number(row["end"])),
        )
        yield _with_matrix(cell, changed.get((row["document"], cell.column)), written=row.get(_SHOWN) or None)


def _matrix(sheet: Any) -> dict[tuple[str, str], str]:
    """What the table itself shows, by document and column."""
    rows = sheet.iter_rows(values_only=True)
    head = [str(name) for name in next(rows, ())]
    return {
        (_text(fields[0]), name): _text(field)
        for fields in rows
        for name, field in zip(head[1:], fields[1:], strict=False)
    }


def _with_matrix(cell: SheetCell, shown: str | None, *, written: str | None) -> SheetCell:
    """Apply what the reviewer typed into the table; what it showed from the start changes nothing in the sources."""
    if written is None:
        doubt = _DOUBT if cell.state == "unsure" else ""
        written = "not found" if cell.state == "not found" else f"{cell.value or _SEE}{doubt}"
    if shown is None or shown == written or not shown.strip():
        return cell
    state = "not found" if shown.strip().casefold() == "not found" else "found"
    value = "" if state == "not found" else shown.removesuffix(_DOUBT).strip()
    return replace(cell, state=state, value="" if value == _SEE else value)


def _text(field: Any) -> str:
    """What a field shows: a day that was typed in is kept by the workbook as a time, and a number as a fraction."""
    if isinstance(field, datetime):
        return field.date().isoformat() if field.time() == time() else field.isoformat(" ")
    if isinstance(field, float) and field.is_integer():
        return str(int(field))
    return "" if field is None else str(field)


def _open_workbook(path: Path) -> Any:
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(path) as packed:
            if sum(item.file_size for item in packed.infolist()) > _MOST_BYTES:
                raise ReviewError(str(path), "unpacks to more than a review can be")
        return load_workbook(path, read_only=True, data_only=True, keep_links=False)
    except ReviewError:
        raise
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise ReviewError(str(path), f"is not an Excel workbook, or is damaged ({error})") from error


def _number(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None
