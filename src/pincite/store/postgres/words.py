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


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a query: how many passages hold it, how often one of them does at most, and what it weighs."""

    text: str
    passages: int
    most: int
    weight: float


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

    def match(self, terms: Sequence[Term] | None = None) -> str:
        """What finds the passages with any of some terms."""
        return any_of([term.text for term in (self.terms if terms is None else terms)])

    def rarest(self, passages: int) -> tuple[Term, ...]:
        """Return the rarest terms, as many as a limited number of passages contain, but at least one."""
        chosen: list[Term] = []
        total = 0
        for term in self.terms:
            total += term.passages
            if chosen and total > passages:
                break
            chosen.append(term)
        return tuple(chosen)


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


def _count(term: Term) -> tuple[str, list[str]]:
    """Return SQL for a term's count in a passage: test the levels one by one until one is missing."""
    asked = [_quoted(level(term.text, at)) for at in range(1, term.most + 1)]
    steps = " ".join(f"WHEN NOT words @@ %s::tsquery THEN {at}" for at in range(term.most))
    return f"CASE {steps} ELSE {term.most} END", asked


def _quoted(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"
