"""Indexing jobs: saved before they begin, run one at a time in a process, resumed after a crash.

Where several servers share the jobs of a collection, the one that holds its claim runs them.
"""

from __future__ import annotations

import logging
import secrets
import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pincite.domain.job import Job, JobFile, JobState
from pincite.errors import NotFound, PinciteError, SettingsError
from pincite.files import os_reason
from pincite.ports.server_state import JobClaim, JobStore
from pincite.render.wire.document import WireCollection
from pincite.service.index_process import IndexProcess
from pincite.service.job_outcomes import outcomes
from pincite.service.options import check_name
from pincite.service.originals import StagedFile
from pincite.service.service import Service

_LOG = logging.getLogger("pincite.serve")
# Maximum files per process, when several jobs wait.
_MOST_AT_ONCE = 500
# How often a server looks for jobs that others left or took, and for what became of the claim on its own.
_LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class JobBatch:
    """Jobs of one collection that are done together, by the right of a claim."""

    collection: str
    store: JobStore
    claim: JobClaim
    jobs: Sequence[Job]

    @property
    def ids(self) -> frozenset[str]:
        """The jobs by their ids."""
        return frozenset(job.id for job in self.jobs)

    def is_cancelled(self) -> bool:
        """Whether someone has ended one of the jobs, here or on another server."""
        kept = map(self.store.find, self.ids)
        return any(job is not None and job.state is JobState.CANCELLED for job in kept)


class Jobs:
    """The jobs of all collections; this server does one batch at a time. May be used by several threads."""

    def __init__(
        self, service: Service, *, preset: str | None = None, flags: Sequence[str] = (), data: Path | None = None
    ) -> None:
        self._service = service
        self._preset = preset
        self._flags = tuple(flags)
        self._data = data
        self._lock = threading.RLock()
        self._running: tuple[frozenset[str], IndexProcess] | None = None
        self._unreachable: set[str] = set()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start working: first the jobs left by an earlier server process, then new ones."""
        for name in self._service.names:
            self._service.held(name).originals.clear_staging()
        self._thread = threading.Thread(target=self._work, name="pincite-jobs", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the running process; its job is resumed at the next start, or by another server."""
        self._stopping.set()
        self._wake.set()
        with self._lock:
            running = self._running
        if running:
            running[1].stop()
        if self._thread:
            self._thread.join(timeout=15)

    @property
    def waiting(self) -> int:
        """How many jobs are not over; those of a database that does not answer are not counted."""
        count = 0
        for name in self._service.names:
            with suppress(PinciteError):
                count += self._store(name).waiting()
        return count

    def add(self, collection: str, files: Iterable[StagedFile]) -> Job:
        """Add a job that indexes received files."""
        originals = self._service.held(collection).originals
        kept = tuple(JobFile(file.name, file.sha256) for file in files)
        for file in kept:
            originals.share(file.sha256)
        job = Job(secrets.token_hex(8), collection, datetime.now(UTC).isoformat(timespec="microseconds"), kept)
        self._store(collection).add(job)
        self._wake.set()
        return job

    def of(self, collection: str) -> list[Job]:
        """The jobs of a collection, the newest first."""
        # The collection may bear another name elsewhere.
        return [replace(job, collection=collection) for job in reversed(self._store(collection).all())]

    def get(self, collection: str, identity: str) -> Job:
        """A job by its id."""
        job = self._store(collection).find(identity)
        if job is None:
            raise NotFound(f"The collection '{collection}' has no job {identity}.")
        return replace(job, collection=collection)

    def cancel(self, collection: str, identity: str) -> Job:
        """End a job; documents that are indexed already stay."""
        job = replace(self.get(collection, identity), state=JobState.CANCELLED, progress=None)
        if not self._store(collection).change(job, over=False):
            return self.get(collection, identity)
        with self._lock:
            running = self._running
        if running and identity in running[0]:
            running[1].stop()
        return job

    def resume(self, collection: str, identity: str) -> Job:
        """Resume a job that was cancelled or failed."""
        job = replace(self.get(collection, identity), state=JobState.QUEUED, problem="", progress=None)
        if not self._store(collection).change(job, over=True):
            return self.get(collection, identity)
        self._wake.set()
        return job

    def remove(self, collection: str, document: str) -> None:
        """Take a document out of a collection, and delete the file that was uploaded for it."""
        digest = self._service.digest(collection, document)
        self._service.remove(collection, document)
        self._service.held(collection).originals.forget(digest)

    def make_collection(self, name: str) -> WireCollection:
        """Make an empty collection in the folder for them."""
        from pincite.pipeline.store import index_files
        from pincite.settings import load_settings

        check_name(name)
        with self._lock:
            folder = self._home(name)
            if folder.exists() or name in self._service.names:
                raise SettingsError("name", f"is '{name}', and there is a collection of that name")
            index_files([], folder, settings=load_settings(self._preset, flags=self._flags).settings)
            self._service.add(name, folder)
        return self._service.collection(name)

    def delete_collection(self, name: str) -> None:
        """Delete a collection that was made here, with its documents."""
        with self._lock:
            if name not in self._service.names:
                raise NotFound(f"There is no collection '{name}'.")
            folder = self._service.folder(name)
            if folder != self._home(name):
                raise SettingsError("name", f"is '{name}', which was not made here; its folder is not deleted")
            for job in self.of(name):
                self.cancel(name, job.id)
            self._service.drop(name)
            # Moved away first, so that no reader sees a half-deleted collection.
            gone = folder.rename(folder.with_name(f".deleted-{secrets.token_hex(4)}"))
        shutil.rmtree(gone, ignore_errors=True)

    def _home(self, name: str) -> Path:
        if self._data is None:
            raise SettingsError("data", "is not set: this server makes and deletes no collections")
        return self._data / name

    def _store(self, collection: str) -> JobStore:
        return self._service.held(collection).jobs

    def _work(self) -> None:
        while not self._stopping.is_set():
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
            while not self._stopping.is_set() and any([self._take_turn(name) for name in self._service.names]):
                pass

    def _take_turn(self, collection: str) -> bool:
        """Do jobs of a collection, if some wait and no other server does them; gives whether there were any."""
        try:
            store = self._store(collection)
            if self._stopping.is_set() or not store.waiting():
                self._unreachable.discard(collection)
                return False
            with store.claim() as claim:
                jobs = _first_jobs(store.all()) if claim else []
                if claim is None or not jobs:
                    return False
                return self._try(JobBatch(collection, store, claim, jobs))
        except (PinciteError, OSError) as error:
            if collection not in self._unreachable:
                _LOG.warning("jobs", extra={"fields": {"collection": collection, "problem": str(error)}})
            self._unreachable.add(collection)
            return False

    def _try(self, batch: JobBatch) -> bool:
        """Run jobs together; their failure does not stop the following ones. Return whether the outcome was saved."""
        try:
            self._do(batch)
        except (PinciteError, OSError) as error:
            reason = os_reason(error) if isinstance(error, OSError) else self._service.public_message(error)
            problem = f"It could not be done: {reason}"
            for job in batch.jobs:
                try:
                    batch.store.change(replace(job, state=JobState.FAILED, problem=problem), over=False)
                except (PinciteError, OSError):
                    return False
        return True

    def _do(self, batch: JobBatch) -> None:
        originals = self._service.held(batch.collection).originals
        files = [file for job in batch.jobs for file in job.files]
        for file in files:
            originals.lay_out(file.name, file.sha256)
        for job in batch.jobs:
            batch.store.change(replace(job, state=JobState.RUNNING, progress=None), over=False)
        process = IndexProcess(
            self._service.location(batch.collection),
            originals.files,
            names=[file.name for file in files],
            preset=self._preset,
            flags=self._flags,
        )
        with self._watched(batch, process):
            outcome = process.follow(lambda stage, done, total: _note(batch, (stage, done, total)))
        if outcome is not None:
            for job in batch.jobs:
                self._finish(batch, job, outcome)
        elif not self._stopping.is_set() and batch.claim.is_held():
            self._put_back(batch)

    @contextmanager
    def _watched(self, batch: JobBatch, process: IndexProcess) -> Iterator[None]:
        """The process ends where one of its jobs is cancelled, here or elsewhere, and where the claim is lost."""
        done = threading.Event()

        def watch() -> None:
            while _may_go_on(batch):
                if done.wait(_LOOK_SECONDS):
                    return
            process.stop()

        watcher = threading.Thread(target=watch, name="pincite-job-watch", daemon=True)
        with self._lock:
            self._running = (batch.ids, process)
        watcher.start()
        try:
            yield
        finally:
            with self._lock:
                self._running = None
            done.set()
            watcher.join()

    def _put_back(self, batch: JobBatch) -> None:
        """The process ended early: because one of its jobs was cancelled, and the others wait again; or by itself."""
        is_cancelled = batch.is_cancelled()
        problem = "" if is_cancelled else "The process that indexes ended before it was done."
        state = JobState.QUEUED if is_cancelled else JobState.FAILED
        for job in batch.jobs:
            batch.store.change(replace(job, state=state, problem=problem, progress=None), over=False)

    def _finish(self, batch: JobBatch, job: Job, outcome: dict[str, Any]) -> None:
        if "problem" in outcome:
            done = replace(job, state=JobState.FAILED, problem=outcome["problem"], progress=None)
        else:
            self._service.refresh(batch.collection)
            done = replace(job, state=JobState.DONE, files=outcomes(job.files, outcome), progress=None)
        if batch.store.change(done, over=False):
            _LOG.info("job", extra={"fields": {"job": job.id, "state": done.state.value, "files": len(job.files)}})


def _first_jobs(jobs: Iterable[Job]) -> list[Job]:
    """Return the first job that waits, with others: many small uploads need not start a process each.

    Of two files with one name the later waits for its turn, so that it is the one which stays.
    """
    names: set[str] = set()
    batch: list[Job] = []
    for job in jobs:
        if job.state.is_over:
            continue
        own = {file.name for file in job.files}
        if not own & names and len(names) < _MOST_AT_ONCE:
            batch.append(job)
        names |= own
    return batch


def _may_go_on(batch: JobBatch) -> bool:
    try:
        return batch.claim.is_held() and not batch.is_cancelled()
    except PinciteError:
        return False


def _note(batch: JobBatch, progress: tuple[str, int, int]) -> None:
    # Progress that cannot be saved loses nothing.
    with suppress(PinciteError):
        batch.store.note(batch.ids, progress)
