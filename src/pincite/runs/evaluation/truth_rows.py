"""Rows of ground truth that are made or corrected, as the lines of a JSON-lines file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pincite.files import write_text

_RULE = re.compile(r"^(?:CPR\b|Parts? \d|Rules? \d)", re.IGNORECASE)
_DIRECTION = re.compile(r"^(?:PD\b|Practice Direction)", re.IGNORECASE)
_GUIDE = re.compile(r"\bguide\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z(“\"])")


def source_type(*names: str) -> str:
    """What sort of source names tell of: CPR, PD, Court Guide, or nothing known."""
    for kind, pattern in (("PD", _DIRECTION), ("CPR", _RULE), ("Court Guide", _GUIDE)):
        if any(pattern.search(name) for name in names):
            return kind
    return ""


def opening(text: str, *, most: int = 400) -> str:
    """The first sentences of a text, in one line, up to a length; at least one."""
    line = " ".join(text.split())
    kept = ""
    for sentence in _SENTENCES.split(line):
        if kept and len(kept) + len(sentence) + 1 > most:
            break
        kept = f"{kept} {sentence}".strip()
    return kept[: 2 * most]


def cited(words: str, source: str) -> str:
    """A truth: words, and the source they come from in brackets."""
    return f"{words} [{source.replace('[', '(').replace(']', ')')}]"


def write_truth(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write rows, and say how many; what is empty is left out of a row."""
    kept = [{name: value for name, value in row.items() if value not in ("", None)} for row in rows]
    write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept))
    return len(kept)
