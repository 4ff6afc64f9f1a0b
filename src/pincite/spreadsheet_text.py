"""Text for spreadsheets, of documents and of people: always text, never a formula."""

from __future__ import annotations

import re

# How a formula or command begins, possibly after tabs and line ends; some programs drop a first tab or line end.
_FORMULA = re.compile(r"[\t\r]|\s*+[=+\-@＝＋－＠]")
# Characters that XML cannot hold, and halves of surrogate pairs.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
# What Excel takes in one cell.
_LONGEST = 32_000


def writable(text: str) -> str:
    """Remove characters that spreadsheet files cannot contain."""
    kept = _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)
    return kept if len(kept) <= _LONGEST else f"{kept[: _LONGEST - 1]}…"


def is_formula(text: str) -> bool:
    """Tell whether a spreadsheet would calculate instead of show."""
    return _FORMULA.match(text) is not None


def guard(text: str) -> str:
    """Text for a CSV file: an apostrophe before what would be taken for a formula."""
    return f"'{writable(text)}" if is_formula(text) else writable(text)


def unguard(text: str) -> str:
    """The text before `guard`."""
    return text[1:] if text.startswith("'") and is_formula(text[1:]) else text
