"""Which document a query names, and what it asks of it.

The two halves of a query do two jobs: the words that name a document find it, the words that ask rank inside it.
Ranking by the whole query would favour passages that repeat the document's name. Where a query names no document the
route stays open and the whole store is searched.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from pincite.ports import SearchIndex

# "Consider X; …", "Under X: …": a clause at the front that does nothing but name.
_EXPLICIT = re.compile(
    r"^\s*(?:(?P<set>[^;]{3,300});|"
    r"(?:consider(?:ing)?|regarding|concerning|as to|with respect to|according to|based on)\s+(?P<told>.{3,300}?)[:,])"
    r"\s+(?P<ask>\S.{2,})$",
    re.IGNORECASE | re.DOTALL,
)
# "In the X Agreement, …": a clause at the front that may name.
_FRONT = re.compile(
    r"^\s*(?:in|under|per|for|within|pursuant to)\s+(?P<name>[^;:,]{3,200})[:,]\s+(?P<ask>\S.{2,})$",
    re.IGNORECASE | re.DOTALL,
)
# "… in the X Agreement?", "… of X's policy": a phrase at the end, or in the middle, that may name.
_PHRASE = re.compile(
    r"\b(?:in|under|of|from|by|per|within|according to|pursuant to)\s+(?:the\s+|our\s+|this\s+)?"
    r"(?P<name>(?:[\w&.,'’()-]+\s+){0,12}?(?:agreement|contract|nda|policy|lease|licen[cs]e|deed|plan|act|rules?|guide|"
    r"amendment|judgment|statute|terms)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Trust:
    """What a match must show before it is believed: a least score, and a lead over the second best.

    The score is in weights of a word that only one document has: in a small store every word weighs less.
    """

    score: float
    lead: float


_NAMES = _Trust(score=0.5, lead=1.02)
_MAY_NAME = _Trust(score=1.0, lead=1.2)


@dataclass(frozen=True, slots=True)
class Route:
    """The documents a query is about (none: all of them), the question without their names, and why."""

    doc_ids: tuple[str, ...]
    question: str
    why: str
    scores: tuple[tuple[str, float], ...] = ()


def route(query: str, index: SearchIndex, *, most: int = 2) -> Route:
    """Find the document a query names; where several fit equally well, up to `most` of them; else leave it open."""
    rarest = math.log(1 + (len(index.cards) - 0.5) / 1.5)
    for name, question, trust in _readings(query):
        scores = sorted(index.name_scores(name).items(), key=lambda pair: (-pair[1], pair[0]))
        best = scores[0][1] if scores else 0.0
        fitting = tuple(id for id, score in scores if score * trust.lead >= best)
        if best >= trust.score * rarest and (len(fitting) == 1 or (trust is _NAMES and len(fitting) <= most)):
            why = f"“{name}” names it" if len(fitting) == 1 else f"“{name}” fits {len(fitting)} documents equally"
            return Route(fitting, question, why, tuple(scores[:5]))
    return Route((), query, "no document is named")


def _readings(query: str) -> list[tuple[str, str, _Trust]]:
    """The ways to read a query as a name and a question, the most explicit first."""
    found = []
    if explicit := _EXPLICIT.match(query):
        found.append((explicit["told"] or explicit["set"], explicit["ask"].strip(), _NAMES))
    if front := _FRONT.match(query):
        found.append((front["name"], front["ask"].strip(), _MAY_NAME))
    for phrase in _PHRASE.finditer(query):
        rest = re.sub(r"\s+", " ", f"{query[: phrase.start()]} {query[phrase.end() :]}").strip()
        found.append((phrase["name"], rest or query, _MAY_NAME))
    return found
