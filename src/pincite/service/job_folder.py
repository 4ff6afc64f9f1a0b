"""Jobs as files in a folder of this machine, for one server."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from pincite.domain.job import Job, JobFile, JobState
from pincite.files import write_text

_JOB_ID = re.compile(r"[0-9a-f]{16}")
# How many jobs are remembered.
_KEPT = 200


class JobFolder:
    """Jobs by their files, which are read once: no other server writes there. May be used by several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._loaded: dict[str, Job] | None = None

    def all(self) -> list[Job]:
        """Every job, the oldest first."""
        with self._lock:
            return sorted(self._jobs.values(), key=lambda job: (job.made, job.id))

    def find(self, identity: str) -> Job | None:
        """A job by its id."""
        with self._lock:
            return self._jobs.get(identity)

    def waiting(self) -> int:
        """How many jobs are not over."""
        with self._lock:
            return sum(not job.state.is_over for job in self._jobs.values())

    def add(self, job: Job) -> None:
        """Keep a new job: what was accepted is never lost."""
        with self._lock:
            self._write(job)
            self._jobs[job.id] = job

    def change(self, job: Job, *, over: bool) -> bool:
        """Keep a job as it is now, if what is kept is over, or is not, as said; gives whether it was."""
        with self._lock:
            kept = self._jobs.get(job.id)
            if kept is None or kept.state.is_over != over:
                return False
            # Known even where the disk is full: a job that failed is not done again and again.
            self._jobs[job.id] = job
            self._write(job)
            return True

    def note(self, identities: Collection[str], progress: tuple[str, int, int]) -> None:
        """Say how far jobs are."""
        with self._lock:
            for identity in identities:
                job = self._jobs.get(identity)
                if job is not None and not job.state.is_over:
                    self._jobs[identity] = replace(job, progress=progress)

    @contextmanager
    def claim(self) -> Iterator[FolderClaim]:
        """The right to do the jobs: this server alone has it."""
        yield FolderClaim()

    @property
    def _jobs(self) -> dict[str, Job]:
        if self._loaded is None:
            jobs = sorted(filter(None, map(_read_job, self._files())), key=lambda job: (job.made, job.id))
            for job in jobs[:-_KEPT]:
                if job.state.is_over:
                    self._file(job.id).unlink(missing_ok=True)
            self._loaded = {job.id: job for job in jobs}
        return self._loaded

    def _write(self, job: Job) -> None:
        write_text(self._file(job.id), json.dumps({**asdict(job), "progress": None}, indent=1) + "\n")

    def _file(self, identity: str) -> Path:
        return self._folder / f"{identity}.json"

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return [path for path in self._folder.iterdir() if path.suffix == ".json" and _JOB_ID.fullmatch(path.stem)]


class FolderClaim:
    """The right of the only server."""

    def is_held(self) -> bool:
        """Always: nobody can take it away."""
        return True


def _read_job(path: Path) -> Job | None:
    """A job from its file; None where that is nothing that we wrote."""
    try:
        row = json.loads(path.read_text("utf-8"))
        files = tuple(JobFile(**file) for file in row.pop("files"))
        return Job(**{**row, "files": files, "state": JobState(row["state"]), "progress": None})
    except (OSError, ValueError, TypeError, KeyError):
        return None
