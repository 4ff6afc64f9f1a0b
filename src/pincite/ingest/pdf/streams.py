"""PDF streams that are deflated more than once: a few kilobytes of them can unpack to gigabytes."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError

_FILTERS = re.compile(rb"/Filter\s{0,20}\[(?P<names>[^\[\]]{1,400})\]")
_DEFLATED = re.compile(rb"/(?:FlateDecode|Fl)(?![A-Za-z])")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_STREAM = re.compile(rb"stream\r?\n")
_DICTIONARY = 4000
# More than any page of a real document contains.
_MOST_BYTES = 64_000_000
_PIECE = 1 << 20


def refuse_bombs(file: RawFile) -> None:
    """Raise a ReadError if a repeatedly deflated stream unpacks to an excessive size.

    One deflation packs a thousand to one at most, which the limit on the size of a file bounds; two pack a million to
    one, and no program writes them.
    """
    data = file.data
    for filters in _FILTERS.finditer(data):
        names = _ESCAPE.sub(lambda found: bytes([int(found[1], 16)]), filters["names"])
        layers = len(_DEFLATED.findall(names))
        start = _STREAM.search(data, filters.end(), filters.end() + _DICTIONARY) if layers > 1 else None
        if start and _is_bomb(data, start.end(), layers):
            reason = f"a stream in it is packed {layers} times over and unpacks to more than {_MOST_BYTES // 10**6} MB."
            raise ReadError(file.name, "too-large", f"{reason} It is damaged or was made to do harm.")


def _is_bomb(data: bytes, start: int, layers: int) -> bool:
    pieces: Iterator[bytes] = (data[at : at + _PIECE] for at in range(start, len(data), _PIECE))
    for _ in range(layers):
        pieces = _inflated(pieces)
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > _MOST_BYTES:
            return True
    return False


def _inflated(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """What pieces of a deflated stream unpack to, a piece at a time, up to the first damage or the end."""
    inflater = zlib.decompressobj()
    for piece in pieces:
        left = piece
        while left and not inflater.eof:
            try:
                yield inflater.decompress(left, _PIECE)
            except zlib.error:
                return
            left = inflater.unconsumed_tail
        if inflater.eof:
            return
