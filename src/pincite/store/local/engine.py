"""The local store: a folder, locked while it is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from pincite.domain.store_place import StorePlace
from pincite.domain.store_state import Damage, StoreState
from pincite.errors import Hint, SettingsError, StoreError
from pincite.files import os_reason
from pincite.options import Injected
from pincite.ports.store import MakePlugin, OpenStore
from pincite.store.local.damage import find_damage
from pincite.store.local.generations import Generation, load_generation, recover_generation, state_mark
from pincite.store.local.library import LocalLibrary
from pincite.store.local.marker import claim_folder
from pincite.store.local.search import LocalSearch
from pincite.store.local.segments import open_segment
from pincite.store.local.writer import LocalWriter


@dataclass(frozen=True, slots=True)
class LocalSnapshot:
    """A generation, and the folder it is in."""

    folder: Path
    generation: Generation

    @property
    def state(self) -> StoreState:
        """What the store says of itself."""
        return self.generation.state

    def open(self, make: MakePlugin) -> OpenStore:
        """Open the generation, every file checked."""
        vectors, lexical = make("vectors"), make("lexical")
        opened = [
            (open_segment(self.folder, ref, vectors=vectors, lexical=lexical), set(ref.alive))
            for ref in self.generation.segments
        ]
        records = [record for segment, alive in opened for record in segment.records if record.card.id in alive]
        return OpenStore(
            LocalLibrary(self.folder, self.generation, records),
            LocalSearch(opened, lexical=lexical),
            self.state,
            {"segments": len(opened)},
        )


class LocalEngine:
    """A store in a folder of this machine, searched with FAISS and BM25; no server is needed."""

    def __init__(self, place: Injected[StorePlace]) -> None:
        if not isinstance(place, Path):
            raise SettingsError("store", f"is {place}, and a local store is a folder")
        self._folder = place

    def latest(self) -> LocalSnapshot | None:
        """The newest committed state; None where there is no store yet."""
        generation = load_generation(self._folder)
        return LocalSnapshot(self._folder, generation) if generation else None

    def mark(self) -> bytes:
        """What tells the newest committed state from every other one: the list that is current."""
        return state_mark(self._folder)

    @contextmanager
    def write(self, make: MakePlugin | None = None, *, patience: float = 0) -> Iterator[LocalWriter]:
        """A writer, the only one at a time."""
        try:
            claim_folder(self._folder)
            with FileLock(self._folder / "LOCK", timeout=patience):
                yield LocalWriter(self._folder, make)
        except Timeout as error:
            raise StoreError(self._folder, "another process is writing to it; wait until that one is done") from error
        except OSError as error:
            raise StoreError(
                self._folder, f"it cannot be written to: {os_reason(error)}; what it held before is still there"
            ) from error

    def damage(self) -> Damage:
        """The files that are missing or damaged, by the checksum of each."""
        recovery = recover_generation(self._folder)
        if recovery.generation is None:
            raise StoreError(self._folder, "there is no store", hint=Hint.MAKE_STORE)
        found = find_damage(self._folder, recovery.generation, thorough=True)
        return Damage((*recovery.damaged, *found.files), found.doc_ids)
