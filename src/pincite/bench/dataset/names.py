"""Names of documents that come from ids and titles."""

from __future__ import annotations

from pincite.errors import BenchmarkError, ReadError
from pincite.paths import safe_name


def document_name(title: str, *, where: str) -> str:
    """A text file's name from an id or title, whose slashes are written `%2F` for they would make folders."""
    name = title.strip().replace("/", "%2F")
    name = name if name.lower().endswith(".txt") else f"{name}.txt"
    try:
        return safe_name(name, where=where)
    except ReadError as error:
        raise BenchmarkError(where, error.reason) from error
