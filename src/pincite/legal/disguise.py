"""Disguise: characters that make words look other than they are: struck out, or in another order."""

from __future__ import annotations

import re

# Strokes through the letter before them.
STROKES = "\u0334\u0335\u0336\u0337\u0338"
# Controls that turn the direction of writing, so that "009" is read as "900".
TURNS = "\u202a-\u202e\u2066-\u2069"
_TURNS = re.compile(f"[{TURNS}]")
_DISGUISE = re.compile(f"[{STROKES}{TURNS}]")
# Marks of direction for the sign beside them, which no reader sees.
_UNSEEN = re.compile("[\u061c\u200e\u200f]")


def show_turns(text: str) -> str:
    r"""The text with each control that turns its direction as a visible sign, such as \u202e, which turns nothing."""
    return _TURNS.sub(lambda found: f"\\u{ord(found[0]):04x}", _UNSEEN.sub("", text))


def find_turns(text: str) -> list[str]:
    """The controls of a text that turn its direction, in order."""
    return _TURNS.findall(text)


def is_disguised(text: str) -> bool:
    """Tell whether letters of a text are struck out, or its direction is turned."""
    return _DISGUISE.search(text) is not None
