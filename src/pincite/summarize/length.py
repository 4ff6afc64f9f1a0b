"""Lengths: a summary has a target and a tolerance, and is cut at a word where nothing else helps."""

from __future__ import annotations

import re

_SPACE = re.compile(r"\s+")


def fold_space(text: str) -> str:
    """The text on one line, with single spaces."""
    return _SPACE.sub(" ", text).strip()


def cut_at_word(text: str, longest: int) -> str:
    """The text, or as many whole words of it as fit."""
    if len(text) <= longest:
        return text
    cut = text[: longest + 1].rfind(" ")
    return text[: cut if cut > 0 else longest].rstrip(" ,;:–-(“\"'")
