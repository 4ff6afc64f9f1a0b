"""Files become a store: only what is new or changed is read, and the store is whole at every moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from pathlib import Path

from filelock import FileLock, Timeout

from pincite.domain.chunk import Layer
from pincite.domain.reading import Failure, Reading
from pincite.errors import StoreError
from pincite.pipeline.ingest import entry_of, is_unchanged, reader_version
from pincite.pipeline.prepare import IndexStages, prepare, wire_index
from pincite.pipeline.read import read_files
from pincite.pipeline.wire import check_wiring, make
from pincite.ports import LexicalIndex, VectorIndex
from pincite.settings import Settings
from pincite.store.generations import Generation, SegmentRef, commit_generation, damaged_files, load_generation
from pincite.store.readings import Entry
from pincite.store.segments import Prepared, Segment, reopen, write_document, write_segment

# A killed build loses at most this much work; each commit costs a small segment that is later merged.
_COMMIT_ROWS = 20_000
_COMMIT_SECONDS = 60.0
# Search visits every segment: above this many, the small ones are merged into one.
_MOST_SEGMENTS = 8
_SMALL_ROWS = 60_000
# Rows are numbered in the order of the files, whichever worker is done first, so that ties in a search are broken the
# same way in every build; but no more readings than this wait in memory for a slow file before them.
_MOST_WAITING = 64

Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Built:
    """What a build did: paths by what became of them, failures, and the recall of approximate indexes."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    same_text: list[tuple[str, str]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    rebuilt: list[str] = field(default_factory=list)
    recall: float = 1.0
    seconds: dict[str, float] = field(default_factory=dict)


def build_store(
    files: Iterable[Path], folder: Path, settings: Settings, *, prune: bool = False, progress: Progress | None = None
) -> Built:
    """Bring a store up to date with files; with `prune`, documents whose file is not among them are removed."""
    check_wiring(settings)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "LOCK", timeout=0):
            return _Build(folder, settings, progress or (lambda *_: None)).run(list(files), prune=prune)
    except Timeout as error:
        raise StoreError(folder, "another process is writing to it; wait until that one is done") from error


def remove_documents(folder: Path, doc_ids: Collection[str]) -> None:
    """Take documents out of a store."""
    with FileLock(folder / "LOCK", timeout=10):
        generation = load_generation(folder)
        if generation is None:
            raise StoreError(folder, "there is no store; make one with 'pincite index PATH… --store DIR'")
        segments = generation.without(doc_ids)
        commit_generation(folder, replace(generation, number=generation.number + 1, segments=segments))


class _Build:
    """One run of the builder, holding the lock."""

    def __init__(self, folder: Path, settings: Settings, progress: Progress) -> None:
        self._folder = folder
        self._settings = settings
        self._progress = progress
        self._stages: IndexStages = wire_index(settings)
        self._vectors: VectorIndex = make("vectors", settings.vectors)
        self._lexical: LexicalIndex = make("lexical", settings.lexical)
        self._built = Built()
        self._generation = self._begin()

    def run(self, files: list[Path], *, prune: bool) -> Built:
        began = time.perf_counter()
        known = {entry.path: entry for entry in self._entries()}
        self._built.seconds["open"] = time.perf_counter() - began
        pending = self._sort_out(files, known)
        self._index(pending, known)
        if prune:
            gone = [entry for path, entry in known.items() if Path(path) not in set(files)]
            self._built.removed = [entry.path for entry in gone]
            self._commit(self._generation.without({entry.doc_id for entry in gone}))
        self._merge()
        self._built.seconds["all"] = time.perf_counter() - began
        return self._built

    def _begin(self) -> Generation:
        """The store as it is, less what is damaged; or an empty one."""
        wanted = self._settings.for_index()
        identity = self._stages.embedder.identity
        generation = load_generation(self._folder)
        if generation is None:
            return Generation(number=0, embedder=identity, settings=wanted)
        if (generation.embedder, generation.settings) != (identity, wanted):
            differing = sorted(key for key in wanted if generation.settings.get(key) != wanted[key]) or ["embedder"]
            raise StoreError(
                self._folder, f"it was made with another {', '.join(differing)}; use a new folder, or the same settings"
            )
        broken = {segment for segment, _ in damaged_files(self._folder, generation)}
        self._built.rebuilt = [
            f"segments/{segment}/{file}" for segment, file in damaged_files(self._folder, generation)
        ]
        return replace(generation, segments=tuple(ref for ref in generation.segments if ref.name not in broken))

    def _entries(self) -> list[Entry]:
        return [
            record.entry
            for ref in self._generation.segments
            for record in self._open(ref).records
            if record.card.id in ref.alive
        ]

    def _open(self, ref: SegmentRef) -> Segment:
        return Segment(self._folder / "segments" / ref.name, vectors=self._vectors, lexical=self._lexical)

    def _sort_out(self, files: list[Path], known: dict[str, Entry]) -> list[Path]:
        """Which files need reading."""
        version = reader_version(self._settings)
        pending = []
        for path in files:
            entry = known.get(str(path))
            if entry is not None and entry.reader == version and is_unchanged(path, entry):
                self._built.unchanged.append(str(path))
            else:
                pending.append(path)
        return pending

    def _index(self, pending: Sequence[Path], known: dict[str, Entry]) -> None:
        """Read, prepare and commit in batches."""
        version = reader_version(self._settings)
        batch: list[Prepared] = []
        replaced: set[str] = set()
        present = set(self._generation.doc_ids)
        last_commit = time.monotonic()
        for done, (path, result) in enumerate(_in_order(read_files(pending, self._settings), pending), start=1):
            self._progress(path.name, done, len(pending))
            if isinstance(result, Failure):
                self._built.failures.append(result)
                continue
            old = known.get(str(path))
            if old is not None and old.doc_id != result.doc.id:
                replaced.add(old.doc_id)
            (self._built.added if old is None else self._built.changed).append(str(path))
            if result.doc.id in present:
                self._built.same_text.append((str(path), result.doc.id))
                continue
            present.add(result.doc.id)
            batch.append(self._prepare(result, version))
            rows = sum(len(document.places[Layer.CHUNK]) for document in batch)
            if rows >= _COMMIT_ROWS or time.monotonic() - last_commit > _COMMIT_SECONDS:
                self._add(batch, replaced)
                batch, last_commit = [], time.monotonic()
        self._add(batch, replaced)

    def _prepare(self, reading: Reading, version: str) -> Prepared:
        write_document(self._folder, reading)
        return prepare(reading, entry_of(reading, version), self._stages)

    def _add(self, batch: list[Prepared], replaced: set[str]) -> None:
        segments = self._generation.without(replaced)
        if batch:
            ref, recall = write_segment(self._folder, batch, vectors=self._vectors, lexical=self._lexical)
            self._built.recall = min(self._built.recall, recall)
            segments = (*segments, ref)
        self._commit(segments)

    def _commit(self, segments: tuple[SegmentRef, ...]) -> None:
        if segments != self._generation.segments or self._generation.number == 0:
            self._generation = replace(self._generation, number=self._generation.number + 1, segments=segments)
            commit_generation(self._folder, self._generation)

    def _merge(self) -> None:
        """Join the small segments once there are many."""
        if len(self._generation.segments) <= _MOST_SEGMENTS:
            return
        opened = [(ref, self._open(ref)) for ref in self._generation.segments]
        small = [(ref, segment) for ref, segment in opened if len(segment.places[Layer.CHUNK]) < _SMALL_ROWS]
        documents = [document for ref, segment in small for document in reopen(segment, self._folder, ref.alive)]
        merged, recall = write_segment(self._folder, documents, vectors=self._vectors, lexical=self._lexical)
        self._built.recall = min(self._built.recall, recall)
        names = {ref.name for ref, _ in small}
        kept = tuple(ref for ref in self._generation.segments if ref.name not in names)
        self._commit((*kept, merged))


def _in_order(
    results: Iterable[tuple[Path, Reading | Failure]], paths: Sequence[Path]
) -> Iterator[tuple[Path, Reading | Failure]]:
    """Results in the order of their paths, however they come."""
    place = {path: number for number, path in enumerate(paths)}
    waiting: list[tuple[int, Path, Reading | Failure]] = []
    due = 0
    for path, result in results:
        heappush(waiting, (place[path], path, result))
        while waiting and (waiting[0][0] <= due or len(waiting) > _MOST_WAITING):
            number, found, reading = heappop(waiting)
            due = max(due, number + 1)
            yield found, reading
    while waiting:
        _, found, reading = heappop(waiting)
        yield found, reading
