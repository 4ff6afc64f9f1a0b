"""Work on untrusted files in processes of their own: a crash, a hang or a memory bomb costs one file, not the run."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Any

from pincite.domain.limits import Limits
from pincite.errors import PinciteError, ReadError

# Spawned, not forked: the parent draws progress from a thread, and OCR runs threads of its own.
_CONTEXT = multiprocessing.get_context("spawn")

Start = Callable[[], Callable[[Path], Any]]


# How long a worker may take to load its libraries before it is given up; the time limit of a file begins after that.
_START_SECONDS = 120.0


@dataclass(slots=True, eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    deadline: float
    task: int | None = None
    ready: bool = False


def run_in_workers(
    paths: Sequence[Path], *, start: Start, jobs: int, limits: Limits
) -> Iterator[tuple[Path, Any | PinciteError]]:
    """Give each path to a worker and yield its result or its error as they come, in whatever order they finish.

    `start` is called once in each worker and returns the function that does one path; it must be importable.
    """
    waiting = deque(range(len(paths)))
    crew = [_hire(start, limits) for _ in range(min(jobs, len(paths)))]
    try:
        while waiting or any(worker.task is not None for worker in crew):
            for worker in crew:
                if worker.task is None and waiting:
                    worker.task = waiting.popleft()
                    if worker.ready:
                        _give(worker, paths=paths, limits=limits)
            yield from _collect(crew, paths=paths, start=start, limits=limits)
    finally:
        for worker in crew:
            _dismiss(worker)


def _hire(start: Start, limits: Limits) -> _Worker:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_serve, args=(theirs, start, limits.memory_mb), daemon=True)
    with apart_from_main():
        process.start()
    theirs.close()
    return _Worker(process, ours, deadline=time.monotonic() + _START_SECONDS)


@contextmanager
def apart_from_main() -> Iterator[None]:
    """Start processes that do not run the caller's script again.

    A spawned process first imports the parent's main module, so a script that builds a store outside of
    `if __name__ == "__main__"` would have every worker build it too.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _give(worker: _Worker, *, paths: Sequence[Path], limits: Limits) -> None:
    if worker.task is not None:
        worker.deadline = time.monotonic() + limits.seconds
        worker.pipe.send(paths[worker.task])


def _collect(
    crew: list[_Worker], *, paths: Sequence[Path], start: Start, limits: Limits
) -> Iterator[tuple[Path, Any | PinciteError]]:
    """Wait for the next result, death or deadline, and yield what came of it."""
    busy = [(worker, paths[worker.task]) for worker in crew if worker.task is not None]
    patience = max(0.0, min(worker.deadline for worker, _ in busy) - time.monotonic())
    ready = wait([worker.pipe for worker, _ in busy], timeout=patience)
    for worker, path in busy:
        if worker.pipe in ready:
            try:
                result = worker.pipe.recv()
                if not worker.ready:
                    worker.ready = True
                    _give(worker, paths=paths, limits=limits)
                    continue
            except (EOFError, ConnectionError):
                result = _obituary(worker, path)
                _replace(crew, worker, start=start, limits=limits)
        elif time.monotonic() >= worker.deadline:
            result = ReadError(path, "timeout", f"took longer than {limits.seconds} s (setting limits.seconds).")
            _replace(crew, worker, start=start, limits=limits)
        else:
            continue
        worker.task = None
        yield path, result


def _obituary(worker: _Worker, path: Path) -> ReadError:
    worker.process.join(timeout=5)
    return ReadError(path, "crashed", f"the reader stopped on it (exit status {worker.process.exitcode}).")


def _replace(crew: list[_Worker], worker: _Worker, *, start: Start, limits: Limits) -> None:
    _dismiss(worker)
    crew[crew.index(worker)] = _hire(start, limits)


def _dismiss(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()


def _serve(pipe: Connection, start: Start, memory_mb: int) -> None:
    """The worker's life: paths in, results or errors out, until the pipe closes."""
    # Ctrl-C reaches the whole process group; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(memory_mb)
    work = start()
    pipe.send("ready")
    while True:
        try:
            path: Path = pipe.recv()
        except EOFError:
            return
        try:
            result = work(path)
        except PinciteError as error:
            result = error
        except MemoryError:
            result = ReadError(path, "too-large", f"needs more than {memory_mb} MB (setting limits.memory_mb).")
        pipe.send(result)


def _limit_memory(memory_mb: int) -> None:
    if sys.platform.startswith("linux"):
        import resource

        size = memory_mb * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
