"""Names of cases: "Rennick v Castlegate Ferries Ltd"."""

from __future__ import annotations

import re

_NAME = re.compile(
    r"\b[A-Z][\w’'&-]{1,60}+(?:\s(?:[A-Z&][\w’'.-]{0,60}+|of|and)){0,5}\sv\.?\s(?:the\s)?[A-Z][\w’'&-]{1,60}(?:\s[A-Z][\w’'-]{0,60}){0,5}"
)
_LEADING = re.compile(r"^(?:(?:the|under|in|see|by|per|and|of)\s+)+", re.IGNORECASE)


def find_case_names(text: str) -> list[str]:
    """The names of cases in a text, each once, in order."""
    return list(dict.fromkeys(_LEADING.sub("", match[0]) for match in _NAME.finditer(text)))
