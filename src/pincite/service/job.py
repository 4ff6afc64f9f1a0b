"""An indexing job: files that were uploaded together, and what became of them; kept as a file."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

_JOB_ID = re.compile(r"[0-9a-f]{16}")


class JobState(StrEnum):
    """The state of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether the job has ended, with success or not."""
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


def outcomes(files: Sequence[JobFile], outcome: dict[str, Any]) -> tuple[JobFile, ...]:
    """Return the files of a job with their outcomes."""
    failed = {name: (problem, kind) for name, problem, kind in outcome["failures"]}

    def one(file: JobFile) -> JobFile:
        if file.name in failed:
            problem, kind = failed[file.name]
            return replace(file, outcome="failed", problem=problem, kind=kind)
        for key, word in (
            ("same", "same-text"),
            ("added", "added"),
            ("changed", "changed"),
            ("unchanged", "unchanged"),
        ):
            if file.name in outcome[key]:
                return replace(file, outcome=word)
        unread = "It is not a kind of file that can be read."
        return replace(file, outcome="skipped", problem=unread, kind="unsupported")

    return tuple(map(one, files))


def job_files(folder: Path) -> list[Path]:
    """The files of jobs in a folder."""
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if path.suffix == ".json" and _JOB_ID.fullmatch(path.stem)]


def read_job(path: Path) -> Job | None:
    """Read a job from its file; None if it is not a job file."""
    try:
        row = json.loads(path.read_text("utf-8"))
        files = tuple(JobFile(**file) for file in row.pop("files"))
        return Job(**{**row, "files": files, "state": JobState(row["state"]), "progress": None})
    except (OSError, ValueError, TypeError, KeyError):
        return None
