"""A collection: one store that stays open and follows its writers."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pincite.domain.reading import Reading
from pincite.domain.store_place import StoreAddress, StorePlace
from pincite.errors import StoreError
from pincite.pipeline.store import Store
from pincite.pipeline.wire import store_engine
from pincite.ports.server_state import JobStore, ServerState
from pincite.service.job_folder import JobFolder
from pincite.service.originals import Originals
from pincite.service.shared import shared_state
from pincite.service.tags import Tags
from pincite.settings import cache_folder
from pincite.store.recent import RecentValues

T = TypeVar("T")

# A writer may replace the state being opened or read this many times in a row before it is an error.
_ATTEMPTS = 10
# Cached readings: someone who turns pages asks for the same one repeatedly.
_READINGS = 8


def _few_readings() -> RecentValues[Reading]:
    return RecentValues(limit=_READINGS)


@dataclass(frozen=True, slots=True)
class OpenState:
    """A store opened in one state, with a cache of readings."""

    store: Store
    readings: RecentValues[Reading] = field(default_factory=_few_readings)

    def reading(self, doc_id: str) -> Reading:
        """Return the reading of a document."""
        return self.readings.get(doc_id, self.store.library.reading)


class Collection:
    """A store that is opened when it is first needed, and reopened after each write.

    Whoever is at work goes on with the state they began with. Where the files of that state are deleted under them,
    the work is done again on the newest state, so that nobody sees half of each. May be used by several threads.
    """

    def __init__(self, location: StorePlace, open_store: Callable[[StorePlace], Store]) -> None:
        self.location = location
        # Where the server keeps its own files: in the store, if that is a folder.
        self.folder = location if isinstance(location, Path) else _folder_beside(location)
        self.tags = Tags(self.folder)
        self._open_store = open_store
        self._job_folder = JobFolder(Originals(self.folder).jobs)
        self._opening = threading.Lock()
        self._state: OpenState | None = None

    @cached_property
    def jobs(self) -> JobStore:
        """The indexing jobs; where the store is in a database that servers share, they are there too."""
        return self._shared.jobs() if self._shared else self._job_folder

    @cached_property
    def originals(self) -> Originals:
        """The files that were uploaded."""
        return Originals(self.folder, shared=self._shared.uploads() if self._shared else None)

    @cached_property
    def _shared(self) -> ServerState | None:
        return shared_state(self.location)

    def run(self, work: Callable[[OpenState], T]) -> T:
        """Do some work on the newest state; it may be done more than once, and only the last time counts."""
        state = self._newest(wait=False)
        for _ in range(_ATTEMPTS):
            try:
                return work(state)
            except StoreError:
                # Damage, unless the state is an old one whose files a writer has swept up.
                if state.store.is_current():
                    raise
                state = self._newest(wait=True)
        return work(state)

    def refresh(self) -> None:
        """Open the newest state now: what was written before this call is seen by all work that begins after it."""
        self._newest(wait=True)

    def _newest(self, *, wait: bool) -> OpenState:
        """The newest state. Without `wait`, the one before is given while another thread opens the new one."""
        state = self._state
        if state is not None and state.store.is_current():
            return state
        if not self._opening.acquire(blocking=wait or state is None):
            assert state is not None
            return state
        try:
            if self._state is None or not self._state.store.is_current():
                # The old state is not closed explicitly: it is freed when the last work that uses it ends.
                self._state = OpenState(self._open())
            return self._state
        finally:
            self._opening.release()

    def _open(self) -> Store:
        """Open the store; where a writer replaced the state meanwhile, the next one."""
        engine = store_engine(self.location)
        for _ in range(_ATTEMPTS):
            mark = engine.mark()
            try:
                return self._open_store(self.location)
            except StoreError:
                if mark == engine.mark():
                    raise
        return self._open_store(self.location)


def _folder_beside(location: StoreAddress) -> Path:
    """A folder of this machine for a store that another engine keeps."""
    return cache_folder() / "served" / hashlib.sha256(str(location).encode()).hexdigest()[:16]
