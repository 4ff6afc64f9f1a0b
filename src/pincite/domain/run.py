"""Run: what was asked of which system under which settings, what it found, and how it scored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pincite.domain.benchmark import Gold
from pincite.domain.hit import Hit


@dataclass(frozen=True, slots=True)
class Score:
    """One measure of one query; there is a row for every gold query, answered or not."""

    query_id: str
    measure: str
    value: float


@dataclass(frozen=True, slots=True)
class Question:
    """A gold query as a run asks it, with the name of the set it belongs to."""

    set: str
    gold: Gold

    @property
    def id(self) -> str:
        """The query's id, unique within a run."""
        return self.gold.query.id


@dataclass(frozen=True, slots=True)
class Record:
    """What a system found for one query, in the benchmark's own coordinates, and how long each stage took.

    `texts` are the passages' words where a system gives words and no places.
    """

    query_id: str
    hits: tuple[Hit, ...]
    seconds: dict[str, float] = field(default_factory=dict)
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunSpec:
    """Everything that decides a run's results: two runs with equal specs give the same results.

    `system` says what was run (preset and settings, or a foreign retriever); `sets` and `corpus` what it was run on, by
    hash; `code` and `packages` the versions of all that ran.
    """

    name: str
    k: int
    system: dict[str, Any]
    sets: dict[str, dict[str, Any]]
    corpus: dict[str, Any]
    code: dict[str, Any]
    packages: dict[str, str]
