"""Files become a store: only what is new or changed is read, and the store is whole at every moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from pincite.domain.chunk import Layer, Summaries
from pincite.domain.document import Document
from pincite.domain.reading import Failure, Reading
from pincite.domain.usage import Usage
from pincite.errors import Hint, StoreError
from pincite.files import os_reason
from pincite.pipeline.identity import index_identity, keep_identity, received_identity
from pincite.pipeline.ingest import file_mark, has_digest, reader_version
from pincite.pipeline.manifest import Manifest, read_manifest
from pincite.pipeline.merge import choose_segments
from pincite.pipeline.prepare import IndexStages, prepare, summarise_ahead, wire_index
from pincite.pipeline.read import read_files
from pincite.pipeline.wire import check_wiring, make
from pincite.ports import LexicalIndex, VectorIndex
from pincite.settings import Settings
from pincite.store.damage import find_damage
from pincite.store.generations import (
    FileRef,
    Generation,
    SegmentRef,
    commit_generation,
    drop_documents,
    recover_generation,
)
from pincite.store.marker import claim_folder
from pincite.store.open_store import open_segment
from pincite.store.segments import Prepared, merge_segments, write_document, write_segment
from pincite.store.sweep import sweep

# A killed build loses at most this much work; each commit costs a small segment that is later merged.
_COMMIT_ROWS = 20_000
_COMMIT_SECONDS = 60.0

# Told the stage, how many documents are through it, and of how many.
Progress = Callable[[str, int, int], None]
_T = TypeVar("_T")


@dataclass(slots=True)
class BuildReport:
    """What a build did: paths by what became of them, failures, and the recall of approximate indexes.

    `gone` are paths that the store still answers from although there is no file any more. `others` says whether it
    holds further documents whose files were not among those given. `passed_over` counts files of other kinds. `pages`
    and `characters` count what was read this time; a text file has no pages.
    """

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    same_text: list[tuple[str, str]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    others: bool = False
    passed_over: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    rebuilt: list[str] = field(default_factory=list)
    recall: float = 1.0
    pages: int = 0
    ocr_pages: int = 0
    characters: int = 0
    usage: Usage = field(default_factory=Usage)
    seconds: dict[str, float] = field(default_factory=dict)


def build_store(
    files: Iterable[Path],
    folder: Path,
    settings: Settings,
    *,
    prune: bool = False,
    patience: float = 0,
    manifest: Path | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Bring a store up to date with files; with `prune`, documents whose file is not among them are removed.

    Another process that writes to the store is waited for as many seconds as `patience` says. A manifest says what a
    person knows of the documents; without one, what an earlier one said still holds.
    """
    check_wiring(settings)
    files = list(files)
    said, wrong = read_manifest(manifest, files) if manifest else ({}, [])
    with _locked(folder, patience=patience):
        build = _Build(folder, settings, progress or (lambda *_: None))
        build.note_manifest(said, wrong)
        return build.run(files, prune=prune)


def remove_documents(folder: Path, doc_ids: Collection[str]) -> None:
    """Take documents out of a store."""
    with _locked(folder, patience=10):
        generation = keep_identity(recover_generation(folder).generation)
        if generation is None:
            raise StoreError(folder, "there is no store", hint=Hint.MAKE_STORE)
        sweep(folder, commit_generation(folder, generation.without(doc_ids)))


@contextmanager
def _locked(folder: Path, *, patience: float) -> Iterator[None]:
    try:
        claim_folder(folder)
        with FileLock(folder / "LOCK", timeout=patience):
            yield
    except Timeout as error:
        raise StoreError(folder, "another process is writing to it; wait until that one is done") from error
    except OSError as error:
        raise StoreError(
            folder, f"it cannot be written to: {os_reason(error)}; what it held before is still there"
        ) from error


class _Build:
    """One run of the builder, holding the lock."""

    def __init__(self, folder: Path, settings: Settings, progress: Progress) -> None:
        self._folder = folder
        self._settings = settings
        self._progress = progress
        self._built = BuildReport()
        self._began = time.perf_counter()
        self._stages: IndexStages = wire_index(settings)
        self._vectors: VectorIndex = make("vectors", settings.vectors)
        self._lexical: LexicalIndex = make("lexical", settings.lexical)
        self._version = reader_version(settings)
        self._saved: Generation | None = None
        self._generation = self._begin()
        self._files = {file.path: file for file in self._generation.files}
        # Documents that are in the store as this version reads them.
        self._current = {file.doc_id for file in self._files.values() if file.reader == self._version}
        self._note("open", since=self._began)

    def note_manifest(self, said: Manifest, wrong: list[Failure]) -> None:
        """Keep what a manifest says, and the rows of it that cannot be used."""
        self._built.failures += wrong
        if said:
            self._generation = replace(self._generation, manifest=self._generation.manifest | said)

    def run(self, files: list[Path], *, prune: bool) -> BuildReport:
        pending = self._sort_out(files)
        self._index(pending)
        named = {str(path) for path in files}
        if prune:
            self._built.removed = [path for path in self._files if path not in named]
            self._files = {path: file for path, file in self._files.items() if path in named}
            self._commit(self._generation.segments)
        self._note_gone(named)
        self._merge()
        self._built.usage = self._stages.usage
        self._note("all", since=self._began)
        return self._built

    def _note_gone(self, named: Collection[str]) -> None:
        """Note the documents that still answer although their file is not there any more."""
        others = [path for path in sorted(self._files) if path not in named]
        self._built.gone = [path for path in others if not Path(path).exists()]
        self._built.others = len(self._built.gone) < len(others)

    def _begin(self) -> Generation:
        """The store as it is, less what is damaged; or an empty one."""
        wanted = index_identity(self._settings)
        identity = self._stages.embedder.identity
        retrieval = self._settings.retrieval.model_dump()
        recovery = recover_generation(self._folder)
        self._saved = generation = recovery.generation
        if generation is None:
            return Generation(number=0, embedder=identity, settings=wanted, retrieval=retrieval)
        made_with = received_identity(generation.settings, self._settings)
        if (generation.embedder, made_with) != (identity, wanted):
            differing = sorted(key for key in wanted if made_with.get(key) != wanted[key]) or ["embedder"]
            raise StoreError(
                self._folder, f"it was made with another {', '.join(differing)}; use a new folder, or the same settings"
            )
        sweep(self._folder, generation)
        damage = find_damage(self._folder, generation)
        self._built.rebuilt = [*recovery.damaged, *damage.files]
        if recovery.damaged:
            # Written anew even if no document changes: until then no reader opens the store.
            self._saved = None
        return replace(generation.without(damage.doc_ids), settings=wanted, retrieval=retrieval)

    def _sort_out(self, files: list[Path]) -> dict[Path, tuple[int, int]]:
        """Which files need reading, each with its mark from before it is read."""
        pending = {}
        for path in files:
            mark = file_mark(path)
            known = self._files.get(str(path))
            if known is None or mark is None or known.reader != self._version:
                pending[path] = mark or (0, 0)
            elif mark == (known.size, known.mtime_ns):
                self._built.unchanged.append(str(path))
            elif mark[0] == known.size and has_digest(path, known.sha256):
                # Copied or touched: a scan need not be read again for that.
                self._files[str(path)] = replace(known, mtime_ns=mark[1])
                self._built.unchanged.append(str(path))
            else:
                pending[path] = mark
        return pending

    def _index(self, pending: dict[Path, tuple[int, int]]) -> None:
        """Read, prepare and commit in batches."""
        batch: list[Prepared] = []
        rows = 0
        last_commit = time.monotonic()
        total = len(pending)
        readings = self._counted("reading", read_files(pending, self._settings), total)
        summarised = self._counted("summarising", summarise_ahead(readings, self._stages.summarizer), total)
        for done, (path, result, summaries) in enumerate(summarised, start=1):
            if isinstance(result, Failure):
                self._built.failures.append(result)
            elif summaries is not None and self._note_file(path, result.doc, mark=pending[path]):
                batch.append(self._prepare(result, summaries))
                rows += len(batch[-1].places[Layer.CHUNK])
            self._progress("embedding", done, total)
            if rows >= _COMMIT_ROWS or time.monotonic() - last_commit > _COMMIT_SECONDS:
                self._add(batch)
                self._progress("writing", done, total)
                batch, rows, last_commit = [], 0, time.monotonic()
        self._add(batch)
        if total:
            self._progress("writing", total, total)

    def _counted(self, stage: str, items: Iterable[_T], total: int) -> Iterator[_T]:
        """The items, each told to whoever watches as it comes."""
        for done, item in enumerate(items, start=1):
            self._progress(stage, done, total)
            yield item

    def _note_file(self, path: Path, doc: Document, *, mark: tuple[int, int]) -> bool:
        """Note which document a file holds; tells whether that document must be made, or made anew."""
        self._built.pages += len(doc.pages)
        self._built.ocr_pages += sum(page.confidence is not None for page in doc.pages)
        self._built.characters += len(doc.text)
        doc_id, old = doc.id, self._files.get(str(path))
        self._files[str(path)] = FileRef(str(path), *mark, self._version, doc_id, doc.source.sha256)
        missing = doc_id not in self._current
        if old is None:
            self._built.added.append(str(path))
        elif old.doc_id != doc_id or missing:
            self._built.changed.append(str(path))
        else:
            self._built.unchanged.append(str(path))
        if not missing and (old is None or old.doc_id != doc_id):
            self._built.same_text.append((str(path), doc_id))
        self._current.add(doc_id)
        return missing

    def _prepare(self, reading: Reading, summaries: Summaries) -> Prepared:
        began = time.perf_counter()
        files = write_document(self._folder, reading)
        self._note("write", since=began)
        began = time.perf_counter()
        prepared = prepare(reading, summaries, self._stages, files=files)
        self._note("embed", since=began)
        return prepared

    def _add(self, batch: Sequence[Prepared]) -> None:
        began = time.perf_counter()
        segments = drop_documents(self._generation.segments, {document.card.id for document in batch})
        if batch:
            ref, recall = write_segment(self._folder, batch, vectors=self._vectors, lexical=self._lexical)
            self._built.recall = min(self._built.recall, recall)
            segments = (*segments, ref)
        self._commit(segments)
        self._note("write", since=began)

    def _commit(self, segments: tuple[SegmentRef, ...]) -> None:
        """Make the segments and files the store, less the documents that no file holds any more."""
        wanted = {file.doc_id for file in self._files.values()}
        new = replace(
            self._generation, segments=segments, files=tuple(self._files[path] for path in sorted(self._files))
        )
        new = new.without(set(new.doc_ids) - wanted)
        self._generation = new
        if new != self._saved:
            self._saved = self._generation = commit_generation(self._folder, new)
            sweep(self._folder, self._generation)

    def _merge(self) -> None:
        """Join segments of like size once there are many, so that a search has few to visit."""
        while chosen := choose_segments(self._generation.segments):
            began = time.perf_counter()
            # Opened with every checksum: damage must not be copied under a new one.
            opened = [open_segment(self._folder, ref, vectors=self._vectors, lexical=self._lexical) for ref in chosen]
            parts = [(segment, set(ref.alive)) for segment, ref in zip(opened, chosen, strict=True)]
            merged, recall = merge_segments(self._folder, parts, vectors=self._vectors, lexical=self._lexical)
            self._built.recall = min(self._built.recall, recall)
            self._commit((*(ref for ref in self._generation.segments if ref not in chosen), merged))
            self._note("merge", since=began)

    def _note(self, stage: str, *, since: float) -> None:
        self._built.seconds[stage] = self._built.seconds.get(stage, 0.0) + time.perf_counter() - since
