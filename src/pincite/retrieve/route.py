"""Which document a query names, and what it asks of it.

The two halves of a query do two jobs: the words that name a document find it, the words that ask rank inside it.
Ranking by the whole query would favour passages that repeat the document's name. Where a query names no document the
route stays open and the whole store is searched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.ports import SearchIndex

# "Consider X; …", "In X, …", "Under X: …": a clause at the front that only names.
_FRONT = re.compile(
    r"^\s*(?:consider(?:ing)?|regarding|concerning|in|under|per|for|with respect to|according to|based on|as to)?\s*"
    r"(?P<name>.{3,300}?)\s*[;:,]\s+(?P<ask>\S.{2,})$",
    re.IGNORECASE | re.DOTALL,
)
# "… in the X Agreement?", "… of X's policy": a phrase at the end, or in the middle, that only names.
_PHRASE = re.compile(
    r"\b(?:in|under|of|from|by|per|within|according to|pursuant to)\s+(?:the\s+|our\s+|this\s+)?"
    r"(?P<name>(?:[\w&.,'’()-]+\s+){0,12}?(?:agreement|contract|nda|policy|lease|licen[cs]e|deed|plan|act|rules?|guide|"
    r"amendment|judgment|statute|terms)\b)",
    re.IGNORECASE,
)
# How far the best match must lead the second, and what it must reach beside a perfect match, to be trusted.
_LEAD = 1.15
_NAMED = 6.0


@dataclass(frozen=True, slots=True)
class Route:
    """The documents a query is about (none: all of them), the question without their names, and why."""

    doc_ids: tuple[str, ...]
    question: str
    why: str
    scores: tuple[tuple[str, float], ...] = ()


def route(query: str, index: SearchIndex, *, most: int = 1) -> Route:
    """Find the documents a query names, or leave the route open."""
    for name, question in _readings(query):
        scores = sorted(index.name_scores(name).items(), key=lambda pair: (-pair[1], pair[0]))
        best = scores[0][1] if scores else 0.0
        rival = scores[1][1] if len(scores) > 1 else 0.0
        if best >= _NAMED and best >= _LEAD * rival:
            return Route((scores[0][0],), question, f"“{name}” names it", tuple(scores[:5]))
        close = [id for id, score in scores if score > best / _LEAD]
        if best >= _NAMED and len(close) <= most:
            return Route(tuple(close), question, f"“{name}” fits {len(close)} documents", tuple(scores[:5]))
    return Route((), query, "no document is named")


def _readings(query: str) -> list[tuple[str, str]]:
    """The ways to read a query as a name and a question, the most explicit first."""
    found = []
    front = _FRONT.match(query)
    if front:
        found.append((front["name"], front["ask"].strip()))
    for phrase in _PHRASE.finditer(query):
        rest = re.sub(r"\s+", " ", f"{query[: phrase.start()]} {query[phrase.end() :]}").strip()
        found.append((phrase["name"], rest or query))
    return found
