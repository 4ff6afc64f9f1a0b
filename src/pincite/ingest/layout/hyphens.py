"""Words broken at the end of a line: which hyphens belong to the word, and which only broke it."""

from __future__ import annotations

import re

from pincite.ingest.layout.page import Word

_PREFIXES = frozenset({"non", "self", "anti", "ex", "quasi", "semi", "pre", "post", "co", "sub", "multi", "inter"})
# These open whole words too, so what follows them must be a word by itself.
_OPENINGS = frozenset({"re", "de", "un", "mid", "over", "under", "out"})


def rejoin(left: Word, right: Word, *, vocabulary: frozenset[str]) -> tuple[str, str]:
    """What becomes of a word that ends a line with a hyphen: its text, and what stands between it and the next."""
    stem, tail = left.text[:-1], right.text
    if not left.text.endswith("-") or not stem[-1:].isalnum() or not tail[:1].isalnum():
        return left.text, " "
    if tail in {"and", "or", "to"}:
        return left.text, " "
    if not (stem[-1].islower() and tail[0].islower()):
        return left.text, ""
    return (stem if _is_broken(stem, tail, vocabulary) else left.text), ""


def _is_broken(stem: str, tail: str, vocabulary: frozenset[str]) -> bool:
    """Tell whether the hyphen was put in to break the word, and is no part of it."""
    before = re.split(r"[^\w]", stem)[-1].lower()
    after = re.match(r"\w+", tail)
    rest = after.group().lower() if after else ""
    if before + rest in vocabulary:
        return True
    if f"{before}-{rest}" in vocabulary or before in _PREFIXES or "-" in stem:
        return False
    return not (rest in vocabulary and (before in vocabulary or before in _OPENINGS))
