"""Indexing jobs, in files and in PostgreSQL; where servers share them, each job is done by one server at a time."""

import asyncio
import threading
import time
from dataclasses import replace

import pytest
from tests.pipeline.conftest import lease_of, workshop

from pincite import registry
from pincite.domain.job import Job, JobFile, JobState
from pincite.domain.store_place import StoreAddress
from pincite.errors import NotFound
from pincite.pipeline.store import index_files
from pincite.ports.server_state import JobStore, UploadStore
from pincite.service import jobs as jobs_module
from pincite.service.job_folder import JobFolder
from pincite.service.jobs import Jobs
from pincite.service.service import Service
from pincite.service.shared import shared_state

__all__ = ["workshop"]
SHARED = registry.names("state")
FIRST = Job("0" * 16, "leases", "2026-01-01T00:00:00.000000+00:00", (JobFile("a \0 \ud800.txt", "0" * 64),))
SECOND = replace(FIRST, id="1" * 16, made="2026-01-02T00:00:00.000000+00:00")


@pytest.fixture(params=["files", *SHARED])
def open_jobs(request, tmp_path):
    """Opens the jobs of a collection, as a server does that starts."""
    if request.param == "files":
        return lambda: JobFolder(tmp_path / "jobs")
    place = StoreAddress(request.param, request.getfixturevalue("database")("leases"))
    return lambda: shared_state(place).jobs()


def test_jobs_are_kept_in_order_and_seen_by_the_next_server(open_jobs):
    store = open_jobs()
    assert isinstance(store, JobStore)
    assert store.all() == [] and store.find(FIRST.id) is None and store.waiting() == 0
    store.add(SECOND)
    store.add(FIRST)
    for one in (store, open_jobs()):
        assert one.all() == [FIRST, SECOND] and one.find(SECOND.id) == SECOND and one.waiting() == 2


def test_a_job_changes_only_from_the_state_that_is_said(open_jobs):
    store = open_jobs()
    store.add(FIRST)
    assert not store.change(replace(FIRST, state=JobState.QUEUED), over=True)
    assert store.change(replace(FIRST, state=JobState.CANCELLED), over=False)
    # It was cancelled while it ran: what came of it is not kept.
    assert not store.change(replace(FIRST, state=JobState.DONE), over=False)
    assert store.find(FIRST.id).state is JobState.CANCELLED and store.waiting() == 0
    assert store.change(FIRST, over=True)
    assert open_jobs().find(FIRST.id) == FIRST
    assert not store.change(SECOND, over=False)


def test_progress_is_seen_until_the_job_changes(open_jobs):
    store = open_jobs()
    store.add(FIRST)
    store.note([FIRST.id], ("read", 1, 3))
    assert store.find(FIRST.id).progress == ("read", 1, 3)
    store.change(replace(FIRST, state=JobState.DONE), over=False)
    assert store.find(FIRST.id).progress is None
    store.note([FIRST.id], ("read", 2, 3))
    assert store.find(FIRST.id).progress is None


def test_old_jobs_are_forgotten_when_they_are_over(open_jobs):
    store = open_jobs()
    store.add(FIRST)
    jobs = [replace(SECOND, id=f"{number:016x}", state=JobState.DONE) for number in range(2, 204)]
    for job in jobs:
        store.add(job)
    open_jobs().add(SECOND)
    left = {job.id for job in open_jobs().all()}
    assert FIRST.id in left and jobs[-1].id in left and jobs[0].id not in left


def test_whoever_has_the_claim_holds_it(open_jobs):
    with open_jobs().claim() as claim:
        assert claim.is_held()


@pytest.fixture(params=SHARED)
def place(request):
    """Where two servers share a collection."""
    return StoreAddress(request.param, request.getfixturevalue("database")("leases"))


def test_of_servers_that_race_for_the_claim_one_has_it(place):
    barrier, held = threading.Barrier(8), []

    def race():
        with shared_state(place).jobs().claim() as claim:
            held.append(claim is not None)
            barrier.wait(30)

    threads = [threading.Thread(target=race) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(held) == [False] * 7 + [True]
    with shared_state(place).jobs().claim() as claim:
        assert claim is not None


def test_a_claim_is_lost_with_its_connection_and_another_server_has_it(place, sql):
    here, there = shared_state(place).jobs(), shared_state(place).jobs()
    with here.claim() as lost:
        sql(
            # With a timeout it waits until the connection has ended, and its lock with it.
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks "
            "WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
        ).fetchall()
        with there.claim() as claim:
            assert claim.is_held() and not lost.is_held()


@pytest.mark.parametrize("content", [b"", b"x", b"\0" * (9 * 1024 * 1024) + b"end"])
def test_a_file_is_given_to_the_other_servers_as_it_is(place, tmp_path, content):
    here, there = shared_state(place).uploads(), shared_state(place).uploads()
    assert isinstance(here, UploadStore)
    (tmp_path / "sent").write_bytes(content)
    assert not there.fetch("a" * 64, tmp_path / "got")
    here.keep("a" * 64, tmp_path / "sent")
    here.keep("a" * 64, tmp_path / "sent")
    assert there.fetch("a" * 64, tmp_path / "got") and (tmp_path / "got").read_bytes() == content
    there.forget("a" * 64)
    assert not here.fetch("a" * 64, tmp_path / "got")


@pytest.fixture
def servers(place, workshop, tmp_path, monkeypatch):
    """Makes servers of one collection, each on a machine of its own."""
    index_files([], place, settings=workshop.settings())
    made = []

    def make():
        monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / f"machine-{len(made)}"))
        service = Service({"leases": place}, flags=("retrieval.results=chunks",))
        made.append((service, Jobs(service, flags=workshop.flags)))
        return made[-1]

    yield make
    for _, jobs in made:
        jobs.stop()


def upload(service, jobs, *subjects):
    async def pieces(subject):
        yield lease_of(subject).encode()

    originals = service.held("leases").originals
    files = [asyncio.run(originals.stage(f"{subject}.txt", pieces(subject))) for subject in subjects]
    return jobs.add("leases", files)


def wait_for(jobs, job, *, state=JobState.DONE, seconds=120):
    ends = time.monotonic() + seconds
    while (now := jobs.get("leases", job.id)).state is not state:
        assert time.monotonic() < ends and not (now.state.is_over and state.is_over), now
        time.sleep(0.05)
    return now


def test_a_job_of_a_server_that_died_is_done_by_another(servers):
    (service, here), (other, there) = servers(), servers()
    job = upload(service, here, "ferry")
    assert there.get("leases", job.id) == job and there.waiting == 1
    # The server that took it never began, or was cut off while it was at it.
    service.held("leases").jobs.change(replace(job, state=JobState.RUNNING), over=False)
    there.start()
    assert [file.outcome for file in wait_for(there, job).files] == ["added"]
    (card,) = other.documents("leases")
    assert card.path == "ferry.txt"
    digest = other.digest("leases", card.id)
    assert other.held("leases").originals.find(digest).read_text() == lease_of("ferry")
    assert here.get("leases", job.id).state is JobState.DONE and here.of("leases") == there.of("leases")
    there.remove("leases", card.id)
    (_, third) = servers()
    assert third._service.held("leases").originals.find(digest) is None
    with pytest.raises(NotFound):
        third.get("leases", "f" * 16)


class SlowProcess:
    """Stands for the process that indexes, and notes what is indexed at the same time."""

    log, open_names, lock = [], [], threading.Lock()

    def __init__(self, store, files, *, names, preset, flags):
        self._names, self._ended = list(names), threading.Event()
        with self.lock:
            assert not set(self._names) & set(self.open_names), "a job is done twice at once"
            self.open_names.extend(self._names)
            self.log.extend(self._names)

    seconds = 0.2

    def follow(self, on_progress):
        on_progress("read", 1, 2)
        is_stopped = self._ended.wait(self.seconds)
        with self.lock:
            for name in self._names:
                self.open_names.remove(name)
        done = {"added": self._names, "changed": [], "unchanged": [], "same": [], "failures": []}
        return None if is_stopped else done

    def stop(self):
        self._ended.set()


@pytest.fixture
def slow(monkeypatch):
    """Indexing that takes its time and changes nothing."""
    made = type("SlowProcess", (SlowProcess,), {"log": [], "open_names": [], "lock": threading.Lock()})
    monkeypatch.setattr(jobs_module, "IndexProcess", made)
    monkeypatch.setattr(jobs_module, "_LOOK_SECONDS", 0.1)
    return made


def test_two_servers_race_and_every_job_is_done_once(servers, slow):
    machines = [servers(), servers()]
    for _, jobs in machines:
        jobs.start()
    made = []
    for number in range(12):
        made.append(upload(*machines[number % 2], f"mill-{number}"))
        time.sleep(0.05)
    for job in made:
        assert wait_for(machines[0][1], job).files[0].outcome == "added"
    assert sorted(slow.log) == sorted(f"mill-{number}.txt" for number in range(12))


def test_a_job_is_seen_cancelled_and_resumed_from_another_server(servers, slow):
    (service, here), (_, there) = servers(), servers()
    slow.seconds = 60
    here.start()
    job = upload(service, here, "ferry")
    wait_for(there, job, state=JobState.RUNNING)
    assert there.cancel("leases", job.id).state is JobState.CANCELLED
    ends = time.monotonic() + 30
    while slow.open_names:
        assert time.monotonic() < ends
        time.sleep(0.05)
    assert here.get("leases", job.id).state is JobState.CANCELLED
    slow.seconds = 0.1
    assert there.resume("leases", job.id).state is JobState.QUEUED
    wait_for(there, job)
    assert slow.log == ["ferry.txt"] * 2


def test_a_job_whose_server_is_cut_off_is_taken_over_once(servers, slow, sql):
    machines = [servers(), servers(), servers()]
    slow.seconds = 60
    machines[0][1].start()
    job = upload(*machines[0], "ferry")
    wait_for(machines[1][1], job, state=JobState.RUNNING)
    # It ends on its own machine, and nobody there says so.
    machines[0][1].stop()
    assert machines[1][1].get("leases", job.id).state is JobState.RUNNING
    slow.seconds = 0.3
    for _, jobs in machines[1:]:
        jobs.start()
    assert wait_for(machines[1][1], job).files[0].outcome == "added"
    time.sleep(0.5)
    assert slow.log == ["ferry.txt"] * 2


def test_a_server_that_loses_its_claim_ends_its_process(servers, slow, sql):
    (service, here), _ = servers(), servers()
    slow.seconds = 60
    here.start()
    job = upload(service, here, "ferry")
    wait_for(here, job, state=JobState.RUNNING)
    slow.seconds = 0.1
    sql(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
    ).fetchall()
    wait_for(here, job)
    assert slow.log == ["ferry.txt"] * 2
