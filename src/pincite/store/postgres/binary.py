"""Rows in PostgreSQL's binary form of COPY: vectors and words travel without being written out as text."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.store.digest import half
from pincite.store.words import shorten_term

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

HEAD = b"PGCOPY\n\xff\r\n\x00" + struct.pack(">ii", 0, 0)
END = struct.pack(">h", -1)
# A term that stands more often in one passage counts as if it stood so often.
MOST = 100
_LENGTH = struct.Struct(">i")
_NOTHING = _LENGTH.pack(-1)


def copy_row(fields: Sequence[bytes | None]) -> bytes:
    """One row of COPY."""
    parts = [struct.pack(">h", len(fields))]
    for field in fields:
        parts += [_NOTHING] if field is None else [_LENGTH.pack(len(field)), field]
    return b"".join(parts)


def int2(number: int) -> bytes:
    """A smallint."""
    return struct.pack(">h", number)


def int4(number: int) -> bytes:
    """An integer."""
    return struct.pack(">i", number)


def int8(number: int) -> bytes:
    """A bigint."""
    return struct.pack(">q", number)


def halfvecs(vectors: Floats) -> list[bytes]:
    """Vectors in half precision."""
    head = struct.pack(">hh", vectors.shape[1], 0)
    return [head + row.tobytes() for row in half(vectors).astype(">f2")]


def floats_of(stored: Iterable[bytes]) -> Floats:
    """Vectors as they were stored."""
    return np.array([np.frombuffer(one, dtype=">f2", offset=4) for one in stored], dtype=np.float32)


def tsvector(terms: Iterable[str]) -> bytes:
    """The terms of a passage: each, and for a term that stands n times also `term 2` to `term n`."""
    held = lexemes(terms)
    # Each is closed by a zero byte, and has no positions.
    return _LENGTH.pack(len(held)) + b"".join(lexeme.encode() + b"\0\0\0" for lexeme in held)


def lexemes(terms: Iterable[str]) -> list[str]:
    """What a passage with some terms holds."""
    counted = Counter(map(shorten_term, terms)).items()
    return [lexeme for term, count in counted for lexeme in _levels(term, min(count, MOST))]


def level(term: str, count: int) -> str:
    """What says that a term stands so many times at least."""
    return term if count == 1 else f"{term} {count}"


def _levels(term: str, count: int) -> Iterable[str]:
    return (level(term, at) for at in range(1, count + 1))
