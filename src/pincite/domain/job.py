"""An indexing job: files that were uploaded together, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class JobState(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it by itself."""
        return self not in (JobState.QUEUED, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class JobFile:
    """A file of a job; `outcome` is `waiting`, `added`, `changed`, `unchanged`, `same-text`, `failed` or `skipped`.

    `kind` is the kind of trouble in a word, as a `ReadError` has it.
    """

    name: str
    sha256: str
    outcome: str = "waiting"
    problem: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """Files that were uploaded together and are to be indexed; `progress` is a stage, how many, and of how many."""

    id: str
    collection: str
    made: str
    files: tuple[JobFile, ...]
    state: JobState = JobState.QUEUED
    problem: str = ""
    progress: tuple[str, int, int] | None = None
