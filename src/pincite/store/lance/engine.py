"""The store in LanceDB: tables in a folder or on object storage, named `lance:FOLDER` or `lance:s3://bucket/prefix`."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from pincite.domain.store_place import StoreAddress, StorePlace
from pincite.domain.store_state import Damage, StoreState
from pincite.errors import Hint, SettingsError, StoreError
from pincite.options import Execution, Injected
from pincite.ports.store import MakePlugin, OpenStore
from pincite.store.lance.vector_choice import VectorChoice

if TYPE_CHECKING:
    from pincite.store.lance.tables import LanceState, LanceTables
    from pincite.store.lance.writer import LanceWriter


@dataclass(frozen=True, slots=True)
class LanceSnapshot:
    """One state of a store, not opened yet."""

    tables: LanceTables
    saved: LanceState
    choice: VectorChoice

    @property
    def state(self) -> StoreState:
        """What the store says of itself."""
        return self.saved.state

    def open(self, make: MakePlugin) -> OpenStore:
        """Open the state; nothing is loaded before it is asked for."""
        from pincite.store.lance.library import LanceLibrary
        from pincite.store.lance.search import LanceSearch

        library, search = LanceLibrary(self.tables, self.saved), LanceSearch(self.tables, self.saved, self.choice)
        found = "index of partitions" if search.has_vector_index else "exact search"
        details = {"words": "LanceDB's index, ranked by our BM25", "vectors": f"{found}, half precision"}
        return OpenStore(library, search, self.state, dict(details))


class LanceEngine:
    """A store in LanceDB, on this machine or on object storage; credentials come from the environment.

    With more than `above` chunks their vectors have an index, and a search looks at a share of them, `probed`.
    """

    def __init__(
        self, place: Injected[StorePlace], *, above: Execution[int] = 100_000, probed: Execution[float] = 0.1
    ) -> None:
        if not isinstance(place, StoreAddress):
            raise SettingsError("store", f"is the folder {place}; a store in LanceDB is written lance:{place}")
        self._place = place
        self._choice = VectorChoice(above, probed)

    def latest(self) -> LanceSnapshot | None:
        """The newest committed state; None where there is no store yet."""
        tables = self._tables()
        saved = tables.latest()
        return LanceSnapshot(tables, saved, self._choice) if saved else None

    def mark(self) -> bytes:
        """What tells the newest committed state from every other one: its number."""
        return str(self._tables().number()).encode()

    @contextmanager
    def write(self, make: MakePlugin | None = None, *, patience: float = 0) -> Iterator[LanceWriter]:
        """A writer, the only one of this machine at a time."""
        from pincite.store.lance.writer import LanceWriter

        name = hashlib.sha256(self._place.rest.encode()).hexdigest()[:16]
        try:
            with FileLock(Path(tempfile.gettempdir()) / f"pincite-lance-{name}.lock", timeout=patience):
                yield LanceWriter(self._tables(writes=True), may_add=make is not None, choice=self._choice)
        except Timeout as error:
            raise StoreError(self._place, "another process is writing to it; wait until that one is done") from error

    def damage(self) -> Damage:
        """The documents that are not as they were written, by the digest of each."""
        from pincite.store.lance.damage import verify_newest

        found = verify_newest(self._tables())
        if found is None:
            raise StoreError(self._place, "there is no store", hint=Hint.MAKE_STORE)
        return found

    def _tables(self, *, writes: bool = False) -> LanceTables:
        from pincite.store.lance.tables import LanceTables

        return LanceTables(self._place.rest, self._place, writes=writes)
