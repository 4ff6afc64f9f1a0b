"""Work on untrusted files in processes of their own: a crash, a hang or a memory bomb costs one item, not the run."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pincite.domain.limits import Limits
from pincite.errors import ExecutionError, PinciteError
from pincite.execute.module_path import module_path
from pincite.execute.worker import receive, send
from pincite.options import Injected

Item = TypeVar("Item")
Result = TypeVar("Result")

# How long a worker may take to load its libraries before it is given up; the time limit of an item begins after that.
# A worker that starts is not at fault: on a busy machine, with low priority, it may take minutes.
_START_SECONDS = 600.0
# The child finds modules where this process does, whatever was put on the path since it began. `-P`: not in the current
# folder, which may be one of strangers' documents with a json.py among them.
_COMMAND = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from pincite.execute.worker import main; main()"
_ENDED = object()


@dataclass(slots=True, eq=False)
class _Worker(Generic[Item]):
    process: subprocess.Popen[bytes]
    deadline: float
    item: Item | None = None
    busy: bool = False
    ready: bool = False


class ProcessExecutor:
    """Each item is done by one of `jobs` workers, within limits of time and memory; results come as they are ready."""

    def __init__(self, *, jobs: Injected[int] = 1) -> None:
        self._jobs = jobs or os.cpu_count() or 1

    def run(
        self, items: Iterable[Item], *, start: Callable[[], Callable[[Item], Result]], limits: Limits | None = None
    ) -> Iterator[tuple[Item, Result | PinciteError]]:
        """Each item with its result or its error, in whatever order they finish.

        `start` is called once in each worker; it must be importable, and items and results must be picklable.
        """
        yield from _ProcessPool[Item](items, start, limits).work(self._jobs)


class _ProcessPool(Generic[Item]):
    """The workers of one run."""

    def __init__(
        self, items: Iterable[Item], start: Callable[[], Callable[[Item], Any]], limits: Limits | None
    ) -> None:
        self._items = iter(items)
        self._start = start
        self._limits = limits
        self._workers: list[_Worker[Item]] = []
        self._messages: queue.SimpleQueue[tuple[_Worker[Item], Any]] = queue.SimpleQueue()

    def work(self, jobs: int) -> Iterator[tuple[Item, Any]]:
        try:
            while self._assign(jobs):
                yield from self._collect()
        finally:
            for worker in self._workers:
                _stop_worker(worker)

    def _assign(self, jobs: int) -> bool:
        """Give items to idle workers, starting more workers if needed; return whether any is busy."""
        idle = [worker for worker in self._workers if not worker.busy]
        while idle or len(self._workers) < jobs:
            item = next(self._items, _ENDED)
            if item is _ENDED:
                break
            worker = idle.pop() if idle else self._start_worker()
            worker.item, worker.busy = item, True  # type: ignore[assignment]
            if worker.ready:
                self._give(worker)
        return any(worker.busy for worker in self._workers)

    def _start_worker(self) -> _Worker[Item]:
        command = [sys.executable, "-P", "-c", _COMMAND, json.dumps(module_path())]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        worker: _Worker[Item] = _Worker(process, deadline=time.monotonic() + _START_SECONDS)
        self._workers.append(worker)
        threading.Thread(target=self._listen, args=(worker,), daemon=True, name="pincite-worker").start()
        _write(worker, (self._start, self._limits.memory_mb if self._limits else None))
        return worker

    def _listen(self, worker: _Worker[Item]) -> None:
        """Pass on the messages of a worker, and that it has ended."""
        pipe = worker.process.stdout
        # A message that cannot be read ends the worker, just like the end of the pipe.
        with suppress(Exception):
            while pipe is not None:
                self._messages.put((worker, receive(pipe)))
        self._messages.put((worker, _ENDED))
        # Closed here, not where the worker is stopped: two threads must not use one pipe at exit.
        if pipe is not None:
            pipe.close()

    def _give(self, worker: _Worker[Item]) -> None:
        worker.deadline = time.monotonic() + self._limits.seconds if self._limits else float("inf")
        _write(worker, worker.item)

    def _collect(self) -> Iterator[tuple[Item, Any]]:
        """Wait for the next message or deadline, and yield what came of it."""
        deadline = min(worker.deadline for worker in self._workers if worker.busy)
        patience = None if deadline == float("inf") else max(0.0, deadline - time.monotonic())
        try:
            worker, message = self._messages.get(timeout=patience)
        except queue.Empty:
            yield from self._give_up_late()
            return
        if worker not in self._workers:
            return
        if message is _ENDED:
            yield from self._drop_worker(worker, self._failure_reason(worker))
        elif not worker.ready:
            worker.ready = True
            self._give(worker)
        else:
            worker.busy = False
            yield worker.item, message  # type: ignore[misc]

    def _give_up_late(self) -> Iterator[tuple[Item, Any]]:
        for worker in [one for one in self._workers if one.busy and time.monotonic() >= one.deadline]:
            yield from self._drop_worker(worker, ExecutionError("timeout", self._lateness(worker)))

    def _lateness(self, worker: _Worker[Item]) -> str:
        if worker.ready and self._limits:
            return f"took longer than {self._limits.seconds} s (setting limits.seconds)."
        return f"no process to read it had started after {_START_SECONDS:g} s; try again when the machine is less busy."

    def _drop_worker(self, worker: _Worker[Item], error: ExecutionError) -> Iterator[tuple[Item, Any]]:
        """Drop a worker; its item, if it had one, is returned with an error."""
        _stop_worker(worker)
        self._workers.remove(worker)
        if worker.busy:
            yield worker.item, error  # type: ignore[misc]

    def _failure_reason(self, worker: _Worker[Item]) -> ExecutionError:
        with suppress(subprocess.TimeoutExpired):
            worker.process.wait(timeout=5)
        return ExecutionError("crashed", f"the process that read it stopped (exit status {worker.process.returncode}).")


def _write(worker: _Worker[Any], message: Any) -> None:
    pipe = worker.process.stdin
    # The listener notices a worker that has ended.
    with suppress(BrokenPipeError, OSError):
        if pipe is not None:
            send(pipe, message)


def _stop_worker(worker: _Worker[Any]) -> None:
    worker.process.kill()
    worker.process.wait()
    with suppress(OSError):
        if worker.process.stdin is not None:
            worker.process.stdin.close()
