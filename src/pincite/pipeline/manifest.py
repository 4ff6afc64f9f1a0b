"""Manifest: what a person says of their documents, in a CSV file: `file`, and `authority`, `title` or `kind`.

Any other column is free metadata, which searches can be limited to.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from pathlib import Path
from typing import Any

from pincite.domain.profile import DocumentKind
from pincite.domain.reading import Failure
from pincite.errors import SettingsError
from pincite.files import os_reason
from pincite.spreadsheet_text import unguard

_COLUMNS = ("file", "authority", "title", "kind")
_LAST = 9

Manifest = dict[str, dict[str, Any]]


def read_manifest(path: Path, files: Collection[Path]) -> tuple[Manifest, list[Failure]]:
    """What a manifest says of files, by path; rows that cannot be used are failures, and the others hold.

    A file is named by its path from the manifest's folder, or by its name alone.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "it is not UTF-8"
        raise SettingsError("manifest", f"cannot be read from {path}: {reason}") from error
    rows = csv.DictReader(io.StringIO(text))
    if "file" not in (rows.fieldnames or ()):
        raise SettingsError("manifest", f"has no column 'file': {path}", known=_COLUMNS)
    said: Manifest = {}
    failures: list[Failure] = []
    for number, row in enumerate(rows, start=2):
        name = (row["file"] or "").strip()
        # A name may really begin as one that is guarded against spreadsheets.
        meant = _named(name, files, path.parent) or _named(unguard(name), files, path.parent)
        problem = "" if meant else "no such file is among the documents"
        values, wrong = _values(row)
        if problem or wrong:
            failures.append(Failure(name, "manifest", "manifest", f"line {number} of {path}: {problem or wrong}"))
            continue
        said |= {str(file): values for file in meant}
    return said, failures


def _named(name: str, files: Collection[Path], folder: Path) -> list[Path]:
    """The files that a row means."""
    return [file for file in files if file.resolve() == (folder / name).resolve() or file.name == name]


def _values(row: dict[str, str | None]) -> tuple[dict[str, Any], str]:
    """What a row says, and what is wrong with it."""
    values: dict[str, Any] = {}
    authority, title, kind = (unguard(row.get(name) or "").strip() for name in _COLUMNS[1:])
    if authority:
        if not authority.isdecimal() or not 1 <= int(authority) <= _LAST:
            return {}, f"authority is '{authority}': it must be a number from 1 to {_LAST}"
        values["authority"] = int(authority)
    if kind:
        if kind not in list(DocumentKind):
            return {}, f"kind is '{kind}'; known: {', '.join(DocumentKind)}"
        values["kind"] = kind
    if title:
        values["title"] = title
    # Cells beyond the last heading have no name.
    said = {name: value for name, value in row.items() if isinstance(name, str) and isinstance(value, str)}
    free = {name: unguard(value).strip() for name, value in said.items()}
    metadata = {name.strip(): value for name, value in free.items() if name not in _COLUMNS and name.strip() and value}
    return values | ({"metadata": metadata} if metadata else {}), ""
