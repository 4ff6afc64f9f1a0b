"""BM25 in SQL: the same scores as the local store gives, from terms in a tsvector.

A passage holds `rent` and, where the word stands twice, also `rent 2`: so a plain match tells how often it stands. What
depends on the whole collection (how many passages hold a term, their mean length) is counted for one state of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg import Connection

from pincite.domain.chunk import Layer
from pincite.store.postgres.binary import level
from pincite.store.postgres.generation import LAYERS, CollectionGeneration
from pincite.store.words import K1, B, shorten_term, term_weight

# How many ways to reach a score a query of the index may name; each costs time at every passage that it looks at.
_BRANCHES = 4


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a query: how many passages hold it, how often one of them does at most, and what it weighs."""

    text: str
    passages: int
    most: int
    weight: float

    @property
    def limit(self) -> float:
        """More than it adds to the score of any passage: one that were of no length would score so much."""
        return self.weight * self.most / (self.most + K1 * (1 - B))


@dataclass(frozen=True, slots=True)
class WordQuery:
    """The terms of a query that passages hold, the rarest first, and how long passages are."""

    terms: tuple[Term, ...]
    mean_length: float

    def score(self) -> tuple[str, list[Any]]:
        """The score of a passage in SQL, and the values it takes."""
        parts, values = [], []
        # Decimal literals have arbitrary precision in SQL and are slow, unless they are cast.
        norm = f"({K1 * (1 - B)}::float8 + {K1 * B / self.mean_length!r}::float8 * length)"
        for term in self.terms:
            count, asked = _count(term)
            # n / (n + norm), with the counting done once.
            parts.append(f"%s::float8 * (1::float8 - {norm} / ({count} + {norm}))")
            values += [term.weight, *asked]
        return " + ".join(parts) or "0::float8", values

    def match(self, score: float = 0.0) -> str:
        """What finds the passages that reach a score, and perhaps others; with 0, those with any term."""
        # A little less, because sums of floats depend on their order.
        return _reaching(self.terms, score * (1 - 1e-6), branches=_BRANCHES)

    @property
    def limit(self) -> float:
        """More than any passage scores."""
        return _limit(self.terms)

    @property
    def least(self) -> float:
        """What every passage with a term may score."""
        return min((term.limit for term in self.terms), default=0.0)


def word_query(
    connection: Connection[Any], generation: CollectionGeneration, layer: Layer, terms: Sequence[str]
) -> WordQuery:
    """What a state knows of the terms of a query."""
    rows = connection.execute(
        "SELECT term, sum(passages), sum(words), max(most) FROM term"
        " WHERE collection = %s AND layer = %s AND generation <= %s AND term = ANY(%s) GROUP BY term",
        [generation.collection, LAYERS[layer], generation.number, ["", *map(shorten_term, terms)]],
    ).fetchall()
    counted = {term: (int(passages), int(words), int(most)) for term, passages, words, most in rows}
    size, words, _ = counted.pop("", (0, 0, 0))
    known = [
        Term(term, passages, most, term_weight(passages, size))
        for term, (passages, _, most) in counted.items()
        if passages > 0
    ]
    return WordQuery(tuple(sorted(known, key=lambda one: (-one.weight, one.text))), words / size if words else 1.0)


def any_of(terms: Sequence[str]) -> str:
    """A tsquery for passages that hold any of some terms."""
    return " | ".join(map(_quoted, terms))


def _reaching(terms: Sequence[Term], score: float, *, branches: int) -> str:
    """A tsquery for passages with terms that can add up to more than a score, which all of them together can.

    Every way to reach the score is a branch: with the first term or without it. When there are to be no more branches,
    it finds more than it must: passages with any term that, with those after it, can reach the score.
    """
    rest, first = terms[1:], terms[0]
    if not rest or branches < 2:
        return any_of([first.text, *(term.text for at, term in enumerate(rest) if _limit(rest[at:]) > score)])
    ways = [_quoted(first.text)]
    if first.limit <= score:
        ways = [f"{ways[0]} & ({_reaching(rest, score - first.limit, branches=branches // 3)})"]
    if _limit(rest) > score:
        ways.append(_reaching(rest, score, branches=branches - branches // 3))
    return " | ".join(ways)


def _limit(terms: Sequence[Term]) -> float:
    return sum(term.limit for term in terms)


def _count(term: Term) -> tuple[str, list[str]]:
    """Return SQL for a term's count in a passage: test the levels one by one until one is missing."""
    asked = [_quoted(level(term.text, at)) for at in range(1, term.most + 1)]
    steps = " ".join(f"WHEN NOT words @@ %s::tsquery THEN {at}" for at in range(term.most))
    return f"CASE {steps} ELSE {term.most} END", asked


def _quoted(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"
