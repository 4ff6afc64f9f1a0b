"""Counting tokens with a real tokenizer: the one our models read with."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pincite.spans import Span

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# The tokenizer copies its input several times over; a long document is given to it in pieces of this many characters.
_PIECE = 20_000


@cache
def load_tokenizer() -> Tokenizer:
    """The WordPiece tokenizer that ships with the models, without truncation or padding."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(files("pincite.models").joinpath("tokenizer.json").read_text("utf-8"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def sound(text: str) -> str:
    """The text with each half of a broken surrogate pair replaced: the tokenizer takes none; offsets stay."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def count_tokens(text: str) -> int:
    """How many tokens a text is."""
    text = sound(text)
    pieces = [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
    return sum(len(encoded.ids) for encoded in load_tokenizer().encode_batch(pieces, add_special_tokens=False))


class TokenRuler:
    """Measures any range of one text in tokens, after reading the text once."""

    def __init__(self, text: str) -> None:
        text = sound(text)
        starts = range(0, len(text), _PIECE)
        encoded = load_tokenizer().encode_batch([text[at : at + _PIECE] for at in starts], add_special_tokens=False)
        begins = (at + start for at, piece in zip(starts, encoded, strict=True) for start, _ in piece.offsets)
        self._starts = array("q", begins)

    def measure(self, span: Span) -> int:
        """How many tokens begin in a range."""
        return bisect_left(self._starts, span.end) - bisect_left(self._starts, span.start)

    def advance(self, start: int, *, tokens: int, limit: int) -> int:
        """The offset at which `tokens` tokens from `start` end, at most `limit`."""
        at = bisect_left(self._starts, start) + tokens
        return min(self._starts[at], limit) if at < len(self._starts) else limit
