"""Size: how long a piece of text is, in characters or in tokens."""

from __future__ import annotations

from typing import Literal

from pincite.errors import SettingsError
from pincite.spans import Span
from pincite.tokens import TokenRuler

Unit = Literal["characters", "tokens"]


class Ruler:
    """Measures ranges of one text in the unit that was set."""

    def __init__(self, text: str, unit: Unit) -> None:
        self._tokens = TokenRuler(text) if unit == "tokens" else None

    def measure(self, span: Span) -> int:
        """The length of a range."""
        return self._tokens.measure(span) if self._tokens else len(span)

    def advance(self, start: int, *, size: int, limit: int) -> int:
        """Where a piece of `size` from `start` ends; never at `start` itself."""
        if self._tokens is None:
            return min(start + size, limit)
        return max(self._tokens.advance(start, tokens=size, limit=limit), min(start + 1, limit))


def check_size(size: int, overlap: int, unit: str) -> None:
    """Refuse sizes that cannot be."""
    if unit not in ("characters", "tokens"):
        raise SettingsError("chunker.unit", f"is {unit!r}", known=["characters", "tokens"])
    if size < 1:
        raise SettingsError("chunker.size", f"is {size}: it must be at least 1")
    if not 0 <= overlap < size:
        raise SettingsError("chunker.overlap", f"is {overlap}: it must be at least 0 and less than the size, {size}")
