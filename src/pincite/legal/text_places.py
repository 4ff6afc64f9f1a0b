"""Where some characters stand in a long text, found without reading all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.int64]

# Places are sorted by so many bytes of the text.
_GRAM = 4
_PLACE_BITS = 32


class TextPlaces:
    """Every place of a text, sorted by the bytes that begin there."""

    def __init__(self, text: bytes) -> None:
        self._text = np.frombuffer(text, dtype=np.uint8)
        # The bytes and the place as one number: sorting those takes a third of the time that sorting places takes.
        keys = _grams(np.concatenate([self._text, np.zeros(_GRAM - 1, dtype=np.uint8)]))
        self._sorted = np.sort((keys << np.uint64(_PLACE_BITS)) | np.arange(len(text), dtype=np.uint64))

    def find(self, part: bytes) -> Places:
        """The places where a part begins, in no order."""
        wanted = np.frombuffer(part, dtype=np.uint8)
        if not part:
            return np.zeros(0, dtype=np.int64)
        missing = max(0, _GRAM - len(part))
        first = _grams(np.concatenate([wanted, np.zeros(missing, dtype=np.uint8)]))
        last = _grams(np.concatenate([wanted, np.full(missing, 255, dtype=np.uint8)]))
        starts = np.searchsorted(self._sorted, first << np.uint64(_PLACE_BITS))
        ends = np.searchsorted(self._sorted, (last + np.uint64(1)) << np.uint64(_PLACE_BITS))
        # Of the bytes of the part, those that the fewest places have: only these places are compared.
        rarest = int(np.argmin(ends - starts))
        found = self._sorted[starts[rarest] : ends[rarest]] & np.uint64((1 << _PLACE_BITS) - 1)
        places = found.astype(np.int64) - rarest
        places = places[(places >= 0) & (places <= len(self._text) - len(part))]
        for at, byte in enumerate(part):
            if not rarest <= at < rarest + _GRAM or missing:
                places = places[self._text[places + at] == byte]
        return places


def _grams(text: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The bytes that begin at each place, as one number."""
    count = len(text) - _GRAM + 1
    keys = np.zeros(count, dtype=np.uint64)
    for at in range(_GRAM):
        keys = (keys << np.uint64(8)) | text[at : at + count]
    return keys
