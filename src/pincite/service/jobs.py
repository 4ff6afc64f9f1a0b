"""Indexing jobs: saved to disk before they begin, run one at a time in a process, resumed after a crash."""

from __future__ import annotations

import json
import logging
import secrets
import shutil
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from pincite.errors import NotFound, PinciteError, SettingsError
from pincite.files import os_reason, write_text
from pincite.render.wire.document import WireCollection
from pincite.service.index_process import IndexProcess
from pincite.service.job import Job, JobFile, JobState, job_files, outcomes, read_job
from pincite.service.options import check_name
from pincite.service.originals import Originals, StagedFile
from pincite.service.service import Service

_LOG = logging.getLogger("pincite.serve")
# How many finished jobs are remembered per collection.
_KEPT = 200
# Maximum files per process, when several jobs wait.
_MOST_AT_ONCE = 500


class Jobs:
    """The jobs of all collections; one is done at a time. May be used by several threads."""

    def __init__(
        self, service: Service, *, preset: str | None = None, flags: Sequence[str] = (), data: Path | None = None
    ) -> None:
        self._service = service
        self._preset = preset
        self._flags = tuple(flags)
        self._data = data
        self._lock = threading.RLock()
        self._jobs: dict[str, Job] = {}
        self._queue: Queue[str] = Queue()
        self._running: tuple[frozenset[str], IndexProcess] | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start working: first the jobs left by an earlier server process, then new ones."""
        for name in self._service.names:
            self._recover(name)
        self._thread = threading.Thread(target=self._work, name="pincite-jobs", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the running process; its job is resumed at the next start."""
        self._stopping.set()
        with self._lock:
            running = self._running
        if running:
            running[1].stop()
        if self._thread:
            self._thread.join(timeout=15)

    @property
    def waiting(self) -> int:
        """How many jobs are not over."""
        with self._lock:
            return sum(not job.state.is_over for job in self._jobs.values())

    def add(self, collection: str, files: Iterable[StagedFile]) -> Job:
        """Add a job that indexes received files."""
        kept = tuple(JobFile(file.name, file.sha256) for file in files)
        job = Job(secrets.token_hex(8), collection, datetime.now(UTC).isoformat(timespec="microseconds"), kept)
        self._save(job)
        self._queue.put(job.id)
        return job

    def of(self, collection: str) -> list[Job]:
        """The jobs of a collection, the newest first."""
        with self._lock:
            return sorted(
                (job for job in self._jobs.values() if job.collection == collection),
                key=lambda job: (job.made, job.id),
                reverse=True,
            )

    def get(self, collection: str, identity: str) -> Job:
        """A job by its id."""
        with self._lock:
            job = self._jobs.get(identity)
        if job is None or job.collection != collection:
            raise NotFound(f"The collection '{collection}' has no job {identity}.")
        return job

    def cancel(self, collection: str, identity: str) -> Job:
        """End a job; documents that are indexed already stay."""
        with self._lock:
            job = self.get(collection, identity)
            if job.state.is_over:
                return job
            job = replace(job, state=JobState.CANCELLED)
            self._save(job)
            running = self._running
        if running and identity in running[0]:
            running[1].stop()
        return job

    def resume(self, collection: str, identity: str) -> Job:
        """Resume a job that was cancelled or failed."""
        job = self.get(collection, identity)
        if job.state.is_over:
            job = replace(job, state=JobState.QUEUED, problem="", progress=None)
            self._save(job)
            self._queue.put(identity)
        return job

    def remove(self, collection: str, document: str) -> None:
        """Take a document out of a collection, and delete the file that was uploaded for it."""
        digest = self._service.digest(collection, document)
        self._service.remove(collection, document)
        Originals(self._service.folder(collection)).forget(digest)

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
                self._jobs.pop(job.id)
            self._service.drop(name)
            # Moved away first, so that no reader sees a half-deleted collection.
            gone = folder.rename(folder.with_name(f".deleted-{secrets.token_hex(4)}"))
        shutil.rmtree(gone, ignore_errors=True)

    def _home(self, name: str) -> Path:
        if self._data is None:
            raise SettingsError("data", "is not set: this server makes and deletes no collections")
        return self._data / name

    def _recover(self, collection: str) -> None:
        originals = Originals(self._service.folder(collection))
        originals.clear_staging()
        jobs = sorted(filter(None, map(read_job, job_files(originals.jobs))), key=lambda job: (job.made, job.id))
        for job in jobs[:-_KEPT]:
            if job.state.is_over:
                (originals.jobs / f"{job.id}.json").unlink(missing_ok=True)
        for job in jobs:
            # The collection may have been renamed.
            own = replace(job, collection=collection)
            self._jobs[job.id] = own
            if not job.state.is_over:
                self._jobs[job.id] = replace(own, state=JobState.QUEUED)
                self._queue.put(job.id)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                identity = self._queue.get(timeout=0.5)
            except Empty:
                continue
            if batch := self._batch(identity):
                self._try(batch)

    def _batch(self, identity: str) -> list[Job]:
        """A job, with others of its collection that wait: many small uploads need not start a process each.

        Of two files with one name the later waits for its turn, so that it is the one which stays.
        """
        with self._lock:
            first = self._jobs.get(identity)
            if first is None or first.state is not JobState.QUEUED:
                return []
            names: set[str] = set()
            batch: list[Job] = []
            for job in reversed(self.of(first.collection)):
                own = {file.name for file in job.files}
                if job.state is JobState.QUEUED and not own & names and len(names) < _MOST_AT_ONCE:
                    batch.append(job)
                if job.state is JobState.QUEUED:
                    names |= own
            return batch

    def _try(self, batch: Sequence[Job]) -> None:
        """Run jobs together; their failure does not stop the following ones."""
        try:
            self._do(batch)
        except (PinciteError, OSError) as error:
            reason = os_reason(error) if isinstance(error, OSError) else self._service.public_message(error)
            for job in batch:
                with self._lock:
                    self._jobs[job.id] = replace(job, state=JobState.FAILED, problem=f"It could not be done: {reason}")
                with suppress(PinciteError, OSError):
                    self._save(self._jobs[job.id])

    def _do(self, batch: Sequence[Job]) -> None:
        collection = batch[0].collection
        originals = Originals(self._service.folder(collection))
        files = [file for job in batch for file in job.files]
        for file in files:
            originals.lay_out(file.name, file.sha256)
        process = IndexProcess(
            self._service.location(collection),
            originals.files,
            names=[file.name for file in files],
            preset=self._preset,
            flags=self._flags,
        )
        with self._lock:
            self._running = (frozenset(job.id for job in batch), process)
            for job in batch:
                if self._jobs[job.id].state is not JobState.CANCELLED:
                    self._save(replace(job, state=JobState.RUNNING))
            if self._cancelled(batch):
                process.stop()
        try:
            outcome = process.follow(lambda stage, done, total: self._note(batch, (stage, done, total)))
        finally:
            with self._lock:
                self._running = None
        if outcome is None and self._cancelled(batch):
            self._put_back(batch)
            return
        for job in batch:
            self._finish(job, outcome)

    def _cancelled(self, batch: Sequence[Job]) -> bool:
        with self._lock:
            return any(job.id in self._jobs and self._jobs[job.id].state is JobState.CANCELLED for job in batch)

    def _put_back(self, batch: Sequence[Job]) -> None:
        """Queue the other jobs again after one job of the batch was cancelled."""
        with self._lock:
            for job in batch:
                now = self._jobs.get(job.id)
                if now is not None and not now.state.is_over:
                    self._save(replace(now, state=JobState.QUEUED, progress=None))
                    self._queue.put(job.id)

    def _note(self, batch: Sequence[Job], progress: tuple[str, int, int]) -> None:
        with self._lock:
            for job in batch:
                if job.id in self._jobs:
                    self._jobs[job.id] = replace(self._jobs[job.id], progress=progress)

    def _finish(self, job: Job, outcome: dict[str, Any] | None) -> None:
        with self._lock:
            now = self._jobs.get(job.id)
            if now is None or now.state is JobState.CANCELLED or (outcome is None and self._stopping.is_set()):
                return
        if outcome is None:
            done = replace(now, state=JobState.FAILED, problem="The process that indexes ended before it was done.")
        elif "problem" in outcome:
            done = replace(now, state=JobState.FAILED, problem=outcome["problem"])
        else:
            self._service.refresh(job.collection)
            done = replace(now, state=JobState.DONE, files=outcomes(now.files, outcome))
        self._save(done)
        _LOG.info("job", extra={"fields": {"job": job.id, "state": done.state.value, "files": len(job.files)}})

    def _save(self, job: Job) -> None:
        """Save a job to disk, so that an accepted job is never lost."""
        folder = Originals(self._service.folder(job.collection)).jobs
        write_text(folder / f"{job.id}.json", json.dumps({**asdict(job), "progress": None}, indent=1) + "\n")
        with self._lock:
            self._jobs[job.id] = job
