"""Work on a Ray cluster: limits hold on every machine, and what was lost with a worker is done again by another."""

from __future__ import annotations

import logging
import os
import pickle
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from pincite.domain.limits import Limits
from pincite.errors import ExecutionError, MissingExtra, PinciteError, SettingsError
from pincite.execute.module_path import module_path
from pincite.execute.placement import place_worker, require_gpus, room_for_workers
from pincite.execute.station import Station, installed_version
from pincite.options import Execution, Injected

Item = TypeVar("Item")
Result = TypeVar("Result")

# Each worker has one item running and one queued, so that none is idle while results are handled.
_AT_EACH = 2
# How often an item is given to a worker that is lost, or whose process crashes, before it is a failure.
_ATTEMPTS = 3
_KNOCK_SECONDS = 30.0
_ENDED = object()


class RayExecutor:
    """Each item is done by one of `jobs` workers of a Ray cluster, within limits of time and memory.

    Without an address (or the variable RAY_ADDRESS) Ray is started on this machine for as long as there is work; `auto`
    is the cluster that runs on this machine already. With `gpus`, each worker has that many GPUs, or that share of one.
    """

    def __init__(self, *, address: Execution[str] = "", jobs: Injected[int] = 1, gpus: Injected[float] = 0) -> None:
        if find_spec("ray") is None:
            raise MissingExtra("ray", "Work on a Ray cluster")
        self._address = address
        self._jobs = jobs
        self._gpus = gpus

    def run(
        self, items: Iterable[Item], *, start: Callable[[], Callable[[Item], Result]], limits: Limits | None = None
    ) -> Iterator[tuple[Item, Result | PinciteError]]:
        """Each item with its result or its error, in whatever order they finish.

        `start` is called once in each worker; it must be importable there, and items and results must be picklable. An
        item that is lost with its machine or its process is tried again elsewhere.
        """
        waiting = iter(items)
        first = next(waiting, _ENDED)
        if first is _ENDED:
            return
        with _CONNECTION.to(self._address):
            pool = _RayPool[Item](start, limits, jobs=self._jobs, gpus=self._gpus)
            yield from pool.work(chain([first], waiting))  # type: ignore[list-item]


@dataclass(slots=True, eq=False)
class _Assignment(Generic[Item]):
    """An item that was sent to a worker, and how many times it was tried."""

    item: Item
    station: Any
    attempt: int


class _RayPool(Generic[Item]):
    """The workers of one run."""

    def __init__(
        self, start: Callable[[], Callable[[Item], Any]], limits: Limits | None, *, jobs: int, gpus: float
    ) -> None:
        self._start = pickle.dumps(start)
        self._limits = limits
        self._gpus = gpus
        rooms = room_for_workers(gpus)
        require_gpus(rooms, gpus=gpus)
        room = max(1, sum(rooms.values()))
        # Cores can be shared, GPUs cannot: a worker without one would wait until the others are done.
        self._size = min(jobs or room, room) if gpus else jobs or room
        # Each with the node it was placed on.
        self._stations: dict[Any, str] = {}
        # How many workers each node has lost.
        self._lost: Counter[str] = Counter()
        self._assignments: dict[Any, _Assignment[Item]] = {}

    def work(self, items: Iterator[Item]) -> Iterator[tuple[Item, Any]]:
        import ray

        try:
            while self._assign(items):
                yield from self._collect()
        finally:
            for station in self._stations:
                ray.kill(station)

    def _assign(self, items: Iterator[Item]) -> bool:
        """Send items until every worker has its share; return whether any is pending."""
        while len(self._assignments) < self._size * _AT_EACH:
            item = next(items, _ENDED)
            if item is _ENDED:
                break
            self._send(item, attempt=1)  # type: ignore[arg-type]
        return bool(self._assignments)

    def _send(self, item: Item, *, attempt: int) -> None:
        station = self._start_worker() or self._least_busy()
        ref = station.work.remote(pickle.dumps(item, protocol=pickle.HIGHEST_PROTOCOL))
        self._assignments[ref] = _Assignment(item, station, attempt)

    def _start_worker(self) -> Any:
        """One worker more; None where there are enough, or where GPUs that were lost leave no room."""
        import ray

        if len(self._stations) >= self._size:
            return None
        rooms = room_for_workers(self._gpus)
        if self._gpus and self._stations and len(self._stations) >= sum(rooms.values()):
            return None
        require_gpus(rooms, gpus=self._gpus)
        options, node = place_worker(rooms, self._stations.values(), lost=self._lost, gpus=self._gpus)
        make = ray.remote(Station).options(**options)
        station = make.remote(self._start, self._limits, version=installed_version(), paths=module_path())
        self._stations[station] = node
        return station

    def _least_busy(self) -> Any:
        loads = Counter(assignment.station for assignment in self._assignments.values())
        return min(self._stations, key=lambda station: loads[station])

    def _collect(self) -> Iterator[tuple[Item, Any]]:
        """Wait for the next item that is done or lost, and yield what came of it."""
        import ray
        from ray.exceptions import RayError

        (ref,), _ = ray.wait(list(self._assignments), num_returns=1)
        try:
            result = ray.get(ref)
        except RayError as error:
            if getattr(error, "actor_init_failed", False):
                raise PinciteError(f"A worker of the Ray cluster cannot begin: {_last_line(error)}.") from error
            # Whatever Ray says, the worker is of no more use: it is gone, or its own code has failed. The errors have
            # no common type: a worker that was ended for memory is no `RayActorError`.
            yield from self._drop_worker(self._assignments[ref].station, error)
            return
        assignment = self._assignments.pop(ref)
        crashed = isinstance(result, ExecutionError) and result.kind == "crashed"
        if crashed and assignment.attempt < _ATTEMPTS:
            self._send(assignment.item, attempt=assignment.attempt + 1)
        else:
            yield assignment.item, pickle.loads(result) if isinstance(result, bytes) else result

    def _drop_worker(self, station: Any, error: Exception) -> Iterator[tuple[Item, Any]]:
        """Drop a lost worker and reassign its items; an item that lost too many workers is a failure."""
        import ray

        self._lost[self._stations.pop(station)] += 1
        ray.kill(station)
        lost = [ref for ref, assignment in self._assignments.items() if assignment.station == station]
        for place, assignment in enumerate([self._assignments.pop(ref) for ref in lost]):
            # Items run in the order sent: only the first was running, so the others are not to blame.
            attempt = assignment.attempt + (place == 0)
            if attempt > _ATTEMPTS:
                reason = f"was lost with its worker {_ATTEMPTS} times{_cause_of_loss(error)}."
                yield assignment.item, ExecutionError("crashed", reason)
            else:
                self._send(assignment.item, attempt=attempt)


class _Connection:
    """The connection to Ray while it is in use; an existing connection of the program is used and left open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._own = False

    @contextmanager
    def to(self, address: str) -> Iterator[None]:
        """Hold the connection for the length of a block."""
        import ray

        with self._lock:
            if not ray.is_initialized():
                _connect(address or os.environ.get("RAY_ADDRESS") or "local")
                self._own = True
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if self._own and not self._users:
                    self._own = False
                    ray.shutdown()


_CONNECTION = _Connection()


def _connect(address: str) -> None:
    import ray

    own = {"include_dashboard": False} if address == "local" else {}
    try:
        _check_reachable(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise SettingsError("executor.address", f"leads to no Ray cluster ({_last_line(error)})") from error
    # Or Ray prints what its nodes report, such as that one is lost, between the lines of a command; it has no setting.
    ray._private.worker._worker_logs_enabled = False


def _check_reachable(address: str) -> None:
    """Fail at once if nothing listens at the address: Ray itself would retry for fifteen minutes."""
    parts = urlsplit(address if "://" in address else f"//{address}")
    if parts.port is not None:
        socket.create_connection((parts.hostname or "", parts.port), timeout=_KNOCK_SECONDS).close()


def _cause_of_loss(error: Exception) -> str:
    """What is to be said of the last loss, where that helps; what Ray says of a killed process does not."""
    from ray.exceptions import OutOfMemoryError, RayTaskError

    if isinstance(error, OutOfMemoryError):
        return (
            ", the last time because its machine had no memory left; start fewer workers (setting jobs), or use "
            "machines with more memory"
        )
    return f" ({_last_line(error)})" if isinstance(error, RayTaskError) else ""


def _last_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip().rstrip(".") if lines else type(error).__name__
