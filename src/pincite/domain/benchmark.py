"""Benchmark: questions with the passages that answer them, over a named corpus."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from pincite.domain.document import Passage
from pincite.errors import BenchmarkError

# The tag of a question whose gold is whole files: measures of characters have no value for it.
FILE_LEVEL = "file-level"


@dataclass(frozen=True, slots=True)
class Query:
    """A question as a person would ask it."""

    id: str
    text: str

    def __post_init__(self) -> None:
        if not self.id:
            raise BenchmarkError("A query", f"has no id: {self.text[:80]!r}")
        if not self.text.strip():
            raise BenchmarkError(f"Query {self.id}", "has no text")


@dataclass(frozen=True, slots=True)
class Gold:
    """A query with the passages that answer it.

    No passage is empty, and no two share a character; touching ones are allowed. A query whose answer is not in the
    corpus has no passages. `answer` is the answer in free words, where the dataset has one. `grades` says how relevant
    each document is, where the dataset grades them.
    """

    query: Query
    passages: tuple[Passage, ...]
    answer: str | None = None
    tags: tuple[str, ...] = ()
    grades: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        where = f"Query {self.query.id}"
        for passage in self.passages:
            if not passage.span:
                at = passage.span.start
                raise BenchmarkError(where, f"has an empty gold passage at {at} in {passage.doc_id}")
        for one, other in pairwise(sorted(self.passages)):
            if one.doc_id == other.doc_id and one.span.overlaps(other.span):
                spans = f"[{one.span.start}, {one.span.end}) and [{other.span.start}, {other.span.end})"
                raise BenchmarkError(where, f"has overlapping gold passages {spans} in {one.doc_id}")

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents its passages lie in, each once, in order of first mention."""
        return tuple(dict.fromkeys(passage.doc_id for passage in self.passages))


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A named, versioned list of gold over one corpus; ids of queries are unique."""

    name: str
    version: str
    corpus: str
    items: tuple[Gold, ...]

    def __post_init__(self) -> None:
        repeated = [id for id, count in Counter(gold.query.id for gold in self.items).items() if count > 1]
        if repeated:
            raise BenchmarkError(f"Benchmark {self.name}", f"has several queries with the id {repeated[0]!r}")

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents that hold gold, each once, in order of first mention."""
        return tuple(dict.fromkeys(path for gold in self.items for path in gold.documents))
