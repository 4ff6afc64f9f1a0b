"""Which document a query names, and what it asks of it.

The two halves of a query do two jobs: the words that name a document find it, the words that ask rank inside it.
Ranking by the whole query would favour passages that repeat the document's name. Where a query names no document the
route stays open and the whole store is searched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.ports import SearchIndex
from pincite.retrieve.absent import Presence, Register, say_absent
from pincite.retrieve.names import FEW, LEADS, PLAIN, Names
from pincite.retrieve.naming import fold_name

# "Consider X; …", "Under X: …": a clause at the front that does nothing but name.
_EXPLICIT = re.compile(
    r"^\s*(?:(?P<set>[^;]{3,300});|"
    r"(?:consider(?:ing)?|regarding|concerning|as to|with respect to|according to|based on)\s++(?P<told>.{3,300}?)[:,])"
    r"\s+(?P<ask>\S.{2,})$",
    re.IGNORECASE | re.DOTALL,
)
# "In the X Agreement, …": a clause at the front that may name.
_FRONT = re.compile(
    r"^\s*(?:in|under|per|for|within|pursuant to)\s++(?P<name>[^;:,]{3,200})[:,]\s+(?P<ask>\S.{2,})$",
    re.IGNORECASE | re.DOTALL,
)
# "under the lease", "our services agreement": what kind of document is meant.
_OF_A_KIND = re.compile(
    r"\b(?:the|our|my|this)\s+(?P<kind>lease|nda|licen[cs]e|franchise|tenancy|judgment|privacy policy|"
    r"(?:[a-z]+[\s-]){1,2}(?:agreement|contract|lease|licen[cs]e|policy|guide|deed))\b",
    re.IGNORECASE,
)
# How surely names inside a question must stand for a document, in names that are its own, and how far before others.
_SURE, _LEAD = 0.7, 1.2
# A question keeps the document's name where fewer words of its own than these would be left.
_OWN_WORDS = 2


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
    """The documents a query is about (none: all of them), the question without their names, and why.

    `name` are the words of the query that name them; `absent` says that what it names is not in the store.
    """

    doc_ids: tuple[str, ...]
    question: str
    why: str
    scores: tuple[tuple[str, float], ...] = ()
    name: str = ""
    absent: str = ""


class Router:
    """Finds the document a query names; where a few fit equally well, all of them; else leaves it open."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._names = Names(index)
        self._register = Register(index)

    def route(self, query: str) -> Route:
        """Read a query as a name and a question."""
        present, absence = self._register.look_up(query)
        if absence is not None:
            sentence = say_absent(absence, self._index)
            return Route((), query, sentence, absent=sentence)
        found = self._by_reading(query)
        return found if found.doc_ids else self._by_presence(query, present) or self._by_kind(query) or found

    def _by_presence(self, query: str, present: Sequence[Presence]) -> Route | None:
        """The few documents that bear a name which the query puts before a word for a document."""
        for thing in present:
            if 0 < len(thing.labelled) <= FEW:
                return Route(thing.labelled, query, _why(thing.thing.words, len(thing.labelled)))
        return None

    def _by_kind(self, query: str) -> Route | None:
        """The one document that is what the query calls it: “the lease”, “our services agreement”."""
        for phrase in _OF_A_KIND.finditer(query):
            words = fold_name(phrase["kind"])
            fitting = [
                card.id
                for card in self._index.cards
                if words in fold_name(f"{card.title or ''} {Path(card.path).stem}") or words == fold_name(card.kind)
            ]
            if len(fitting) == 1:
                return Route(tuple(fitting), query, _why(phrase["kind"], 1))
        return None

    def _by_reading(self, query: str) -> Route:
        rarest = math.log(1 + (len(self._index.cards) - 0.5) / 1.5)
        for name, question, trust in _readings(query):
            scores = sorted(self._index.name_scores(name).items(), key=lambda pair: (-pair[1], pair[0]))
            best = scores[0][1] if scores else 0.0
            fitting = tuple(id for id, score in scores if score * trust.lead >= best)
            if best >= trust.score * rarest and len(fitting) <= (2 if trust is _NAMES else 1):
                return Route(fitting, question, _why(name, len(fitting)), tuple(scores[:5]), name)
        return self._by_names(query)

    def _by_names(self, query: str) -> Route:
        """Find the names wherever they stand."""
        named = self._names.find(query)
        best = named.scores[0][1] if named.scores else 0.0
        fitting = tuple(id for id, score in named.scores if score * _LEAD >= best)
        if best < _SURE or len(fitting) > FEW:
            return Route((), query, "no document is named")
        said = " … ".join(query[start:end] for start, end in named.places) or query
        rest = _without(query, named.places)
        own = sum(word not in PLAIN for word in re.findall(r"[^\W_]+", rest.casefold()))
        return Route(fitting, rest if own >= _OWN_WORDS else query, _why(said, len(fitting)), named.scores, said)


def _readings(query: str) -> Iterator[tuple[str, str, _Trust]]:
    """The ways to read the front of a query as a name, the most explicit first."""
    if explicit := _EXPLICIT.match(query):
        yield explicit["told"] or explicit["set"], explicit["ask"].strip(), _NAMES
    if front := _FRONT.match(query):
        yield front["name"], front["ask"].strip(), _MAY_NAME


def _why(name: str, documents: int) -> str:
    return f"“{name}” names it" if documents == 1 else f"“{name}” fits {documents} documents equally"


def _without(query: str, places: Sequence[tuple[int, int]]) -> str:
    """A query without its names; one that is part of the sentence leaves “it” behind."""
    parts, at = [], 0
    for start, end in places:
        before, name = query[at:start], query[start:end]
        framed = name.split(maxsplit=1)[0].casefold() in LEADS - {"the", "a", "an", "our", "its", "their"}
        part = not framed and query[:start].strip() and re.search(r"\w", query[end:])
        parts += [before, "it" if part else ""]
        at = end
    rest = " ".join("".join([*parts, query[at:]]).split())
    return re.sub(r"^[\s,;:.–—-]+|\s(?=[?.,;:!])", "", rest)
