"""The writer of a local store: documents wait for their segment, and become visible with a new generation."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.domain.indexed import IndexedDocument
from pincite.domain.store_state import StoreState
from pincite.errors import StoreError
from pincite.ports.store import MakePlugin
from pincite.store.cards import current_cards
from pincite.store.local.contracts import LexicalIndex, VectorIndex
from pincite.store.local.damage import find_damage
from pincite.store.local.documents import sync_documents, write_document
from pincite.store.local.generations import (
    Generation,
    SegmentRef,
    commit_generation,
    drop_documents,
    recover_generation,
)
from pincite.store.local.marks import Marks
from pincite.store.local.merging import choose_segments
from pincite.store.local.names_file import write_names
from pincite.store.local.segments import (
    SegmentDocument,
    StoredDocument,
    merge_segments,
    open_segment,
    read_records,
    write_segment,
)
from pincite.store.local.sweep import sweep


class LocalWriter:
    """Writes to a folder that is locked for it."""

    def __init__(self, folder: Path, make: MakePlugin | None) -> None:
        self.recall = 1.0
        self.seconds: dict[str, float] = {}
        self._folder = folder
        self._make = make
        recovery = recover_generation(folder)
        self._damaged_lists = recovery.damaged
        # A damaged list is replaced even if no document changes: until then no reader opens the store.
        self._saved = None if recovery.damaged else recovery.generation
        self._generation = recovery.generation
        # Kept here too: an intermediate commit has no names file.
        self._names: Marks = recovery.generation.names if recovery.generation else {}
        self._waiting: dict[str, SegmentDocument] = {}

    @property
    def state(self) -> StoreState | None:
        """What was committed last, less what is damaged."""
        return self._generation.state if self._generation else None

    @property
    def doc_ids(self) -> Collection[str]:
        """The documents of the store, as the next commit leaves them."""
        return {*(self._generation.doc_ids if self._generation else ()), *self._waiting}

    def repair(self, *, thorough: bool = False) -> tuple[str, ...]:
        """Leave out the documents that are damaged, and the files that hold them."""
        if self._generation is None:
            return ()
        sweep(self._folder, self._generation)
        damage = find_damage(self._folder, self._generation, thorough=thorough)
        names = {} if self._generation.names.keys() & set(damage.files) else self._generation.names
        self._generation = replace(self._generation.without(damage.doc_ids), names=names)
        return (*self._damaged_lists, *damage.files)

    def add(self, document: IndexedDocument) -> None:
        """Write the files of a document, and keep its rows for the next segment."""
        with self._timed("write"):
            files = write_document(self._folder, document.reading)
        self._waiting[document.card.id] = SegmentDocument(
            document.card, files, document.reading.doc.text, document.places, document.vectors
        )

    def remove(self, doc_ids: Collection[str]) -> None:
        """Take documents out."""
        for doc_id in doc_ids:
            self._waiting.pop(doc_id, None)
        if self._generation:
            self._generation = self._generation.without(doc_ids)

    def stash(self) -> None:
        """Write what waits as a segment that no generation names yet."""
        if self._generation and self._waiting:
            with self._timed("write"):
                self._generation = self._with_waiting(self._generation.state)

    def commit(self, state: StoreState, *, final: bool = True) -> None:
        """Write what waits as a segment, and make it and all else the store."""
        with self._timed("write"):
            new = self._with_waiting(state)
            if not final:
                self._save(new)
                return
        while self._make and (chosen := choose_segments(new.segments)):
            with self._timed("merge"):
                # Saved first: what was read and embedded is not lost if merging is interrupted.
                kept = self._save(new)
                others = (ref for ref in kept.segments if ref not in chosen)
                new = replace(kept, segments=(*others, self._merge(chosen)))
        with self._timed("write"):
            self._save(new, with_names=True)

    def _with_waiting(self, state: StoreState) -> Generation:
        """The next generation: what waits as a segment of its own, and no older version of it."""
        generation = self._generation or Generation(number=0, embedder=state.embedder, settings=state.settings)
        segments = drop_documents(generation.segments, self._waiting)
        if self._waiting:
            sync_documents(self._folder, {doc_id: document.files for doc_id, document in self._waiting.items()})
            ref, recall = write_segment(
                self._folder, list(self._waiting.values()), vectors=self._vectors, lexical=self._lexical
            )
            self.recall = min(self.recall, recall)
            segments = (*segments, ref)
            self._waiting = {}
        return replace(generation.with_state(state), segments=segments)

    def _save(self, new: Generation, *, with_names: bool = False) -> Generation:
        """Make a state the current one, unless it is that already; gives it with its number."""
        self._generation = new
        if new == self._saved and (new.names or not with_names):
            return new
        names: Marks = {}
        if with_names:
            cards = current_cards((record.card for record in self._living_records(new)), new.state)
            names = self._names = write_names(self._folder, cards, before=self._names)
        self._saved = self._generation = commit_generation(self._folder, replace(new, names=names))
        sweep(self._folder, self._generation)
        return self._generation

    def _merge(self, chosen: Sequence[SegmentRef]) -> SegmentRef:
        """Join segments of like size once there are many, so that a search has few to visit."""
        # Opened with every checksum: damage must not be copied under a new one.
        opened = [open_segment(self._folder, ref, vectors=self._vectors, lexical=self._lexical) for ref in chosen]
        parts = [(segment, set(ref.alive)) for segment, ref in zip(opened, chosen, strict=True)]
        merged, recall = merge_segments(self._folder, parts, vectors=self._vectors, lexical=self._lexical)
        self.recall = min(self.recall, recall)
        return merged

    def _living_records(self, generation: Generation) -> list[StoredDocument]:
        found: list[StoredDocument] = []
        for ref in generation.segments:
            alive = set(ref.alive)
            records = read_records(self._folder / "segments" / ref.name)
            found += [record for record in records if record.card.id in alive]
        return found

    @contextmanager
    def _timed(self, work: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[work] = self.seconds.get(work, 0.0) + time.perf_counter() - began

    @cached_property
    def _vectors(self) -> VectorIndex:
        vectors: VectorIndex = self._plugin("vectors")
        return vectors

    @cached_property
    def _lexical(self) -> LexicalIndex:
        lexical: LexicalIndex = self._plugin("lexical")
        return lexical

    def _plugin(self, port: str) -> Any:
        if self._make is None:
            raise StoreError(self._folder, "it was opened to take documents out, not to add any")
        return self._make(port)
