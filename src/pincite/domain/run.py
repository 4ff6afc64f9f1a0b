"""Run: what was asked of which target under which settings, and on what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.domain.benchmark import Gold


@dataclass(frozen=True, slots=True)
class RunQuestion:
    """A gold query as a run asks it, with the name of the set it belongs to."""

    set: str
    gold: Gold

    @property
    def id(self) -> str:
        """The query's id, unique within a run."""
        return self.gold.query.id


@dataclass(frozen=True, slots=True)
class RunSpec:
    """Everything that decides a run's results: two runs with equal specs give the same results.

    `target` says what was asked (preset and settings, or a third party's system) and `answers` whether it was asked for
    answers; `sets` and `corpus` say what it was run on, by hash; `code` and `packages` give the versions that ran.
    """

    name: str
    k: int
    target: dict[str, Any]
    sets: dict[str, dict[str, Any]]
    corpus: dict[str, Any]
    code: dict[str, Any]
    packages: dict[str, str]
    answers: bool = False
