"""File names from addresses: the last segment of the path and the fragment, as they stand."""

from __future__ import annotations

from urllib.parse import urlparse

from pincite.addresses import hide_passwords
from pincite.errors import BenchmarkError, ReadError
from pincite.paths import safe_name


def stem_of(url: str, *, where: str) -> str:
    """A URL's last path segment and `#fragment`, neither decoded nor cleaned; one that is no file name is refused."""
    try:
        parts = urlparse(url)
    except ValueError as error:
        raise BenchmarkError(
            where, f"{hide_passwords(url)[:80]!r} is not a valid address: {type(error).__name__}"
        ) from error
    segment = parts.path.rpartition("/")[2]
    if not segment:
        raise BenchmarkError(where, f"{hide_passwords(url)[:80]!r} names no file: its path ends with a slash")
    stem = f"{segment}#{parts.fragment}" if parts.fragment else segment
    try:
        # Only judged: the composed form it would give is not how the address writes the name.
        safe_name(stem, where=where)
    except ReadError as error:
        raise BenchmarkError(where, error.reason) from error
    return stem
