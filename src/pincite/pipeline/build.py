"""Build a store from files: only new or changed files are read, and the store is consistent at every moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from pincite.domain.chunk import Layer, Summaries
from pincite.domain.document import Document
from pincite.domain.indexed import IndexedDocument
from pincite.domain.raw_file import RawFile
from pincite.domain.reading import Failure, Reading
from pincite.domain.store_place import StorePlace
from pincite.domain.store_state import FileRef, StoreState
from pincite.domain.usage import Usage
from pincite.errors import ExecutionError, Hint, ReadError, StoreError
from pincite.pipeline.embed import DocumentEmbedder
from pincite.pipeline.identity import index_identity, keep_identity, received_identity
from pincite.pipeline.ingest import file_mark, has_digest, reader_versions
from pincite.pipeline.manifest import Manifest, read_manifest
from pincite.pipeline.prepare import ChunkedDocument, IndexStages, chunk_document, summarise_ahead, wire_index
from pincite.pipeline.read import read_files
from pincite.pipeline.remote import RemoteFile, is_remote
from pincite.pipeline.upgrade import EmbedderChange, OnUpgrade, StoredDocuments, require_consent
from pincite.pipeline.wire import check_wiring, locate_store, plugin_maker, store_engine
from pincite.ports.store import Writer
from pincite.settings import Settings

# A killed build loses at most this much work; each commit costs a small segment that is later merged.
_COMMIT_ROWS = 20_000
_COMMIT_SECONDS = 60.0

# Called with the stage, how many documents are through it, and of how many.
Progress = Callable[[str, int, int], None]
SourceFile = Path | RemoteFile
_T = TypeVar("_T")


@dataclass(slots=True)
class BuildReport:
    """What a build did: paths by what became of them, failures, and the recall of approximate indexes.

    `gone` are paths that the store still answers from although there is no file any more. `others` says whether it
    holds further documents whose files were not among those given. `passed_over` counts files of other kinds. `pages`
    and `characters` count what was read this time; a text file has no pages. `upgraded` says that all documents were
    embedded again, because the store was made with another embedder.
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
    upgraded: EmbedderChange | None = None
    recall: float = 1.0
    pages: int = 0
    ocr_pages: int = 0
    characters: int = 0
    usage: Usage = field(default_factory=Usage)
    seconds: dict[str, float] = field(default_factory=dict)


def build_store(
    files: Iterable[SourceFile],
    place: StorePlace,
    settings: Settings,
    *,
    prune: bool = False,
    patience: float = 0,
    manifest: Path | None = None,
    upgrade: bool = False,
    progress: Progress | None = None,
    on_upgrade: OnUpgrade | None = None,
) -> BuildReport:
    """Bring a store up to date with files; with `prune`, documents whose file is not among them are removed.

    Another process that writes to the store is waited for as many seconds as `patience` says. A manifest says what a
    person knows of the documents; without one, what an earlier one said still holds. A store made with another embedder
    is embedded again, which `on_upgrade` is told first; where that asks a provider, only with `upgrade`.
    """
    check_wiring(settings)
    files = list(files)
    said, wrong = read_manifest(manifest, [file for file in files if isinstance(file, Path)]) if manifest else ({}, [])
    with store_engine(place, settings).write(plugin_maker(settings), patience=patience) as writer:
        build = _Build(place, settings, writer=writer, may_ask=upgrade, progress=progress or (lambda *_: None))
        build.note_manifest(said, wrong)
        if build.change and on_upgrade:
            on_upgrade(build.change)
        return build.run(files, prune=prune)


def upgrade_store(
    place: StorePlace | str,
    *,
    settings: Settings,
    upgrade: bool = False,
    progress: Progress | None = None,
    on_upgrade: OnUpgrade | None = None,
) -> BuildReport:
    """Embed the documents of a store again if the settings name another embedder; no file is looked at.

    Where that asks a provider, it is done only with `upgrade`.
    """
    place = locate_store(place, settings)
    require(store_engine(place, settings).latest(), place)
    return build_store([], place, settings, upgrade=upgrade, progress=progress, on_upgrade=on_upgrade)


def remove_documents(place: StorePlace, doc_ids: Collection[str], settings: Settings | None = None) -> None:
    """Take documents out of a store."""
    with store_engine(place, settings).write(patience=10) as writer:
        writer.remove(doc_ids)
        writer.commit(keep_identity(require(writer.state, place)))


def repair_store(place: StorePlace) -> None:
    """Take out of a store what is damaged, so that the next build makes it anew."""
    with store_engine(place).write(patience=10) as writer:
        writer.repair(thorough=True)
        writer.commit(keep_identity(require(writer.state, place)))


def require(found: _T | None, place: StorePlace) -> _T:
    """Return the state of a store, or raise an error if there is none."""
    if found is None:
        raise StoreError(place, "there is no store", hint=Hint.MAKE_STORE)
    return found


class _Build:
    """One run of the builder, holding the lock."""

    def __init__(
        self, place: StorePlace, settings: Settings, *, writer: Writer, may_ask: bool, progress: Progress
    ) -> None:
        self._place = place
        self._settings = settings
        self._writer = writer
        self._may_ask = may_ask
        self._progress = progress
        self._built = BuildReport()
        self._began = time.perf_counter()
        self._stages: IndexStages = wire_index(settings)
        self._versions = reader_versions(settings)
        self._state = self._begin()
        self._files = {file.path: file for file in self._state.files}
        # Documents in the store that were read by the current readers, each with the file that was read.
        self._current = {file.doc_id: file.path for file in reversed(self._state.files) if self._is_current(file)}
        # Files whose text is being embedded, by the file that was read; they are recorded once its vectors are there.
        self._under_way: dict[str, list[tuple[SourceFile, Document]]] = {}
        self._embedded = 0
        self._note("open", since=self._began)

    @property
    def change(self) -> EmbedderChange | None:
        """The change of embedder that this run makes."""
        return self._built.upgraded

    def note_manifest(self, said: Manifest, wrong: list[Failure]) -> None:
        """Keep what a manifest says, and the rows of it that cannot be used."""
        self._built.failures += wrong
        if said:
            self._state = replace(self._state, manifest=self._state.manifest | said)

    def run(self, files: list[SourceFile], *, prune: bool) -> BuildReport:
        pending = self._sort_out(files)
        if self.change:
            # None of the old vectors may stay. Readers keep what they have until the commit.
            self._writer.remove(self._writer.doc_ids)
        self._index(pending)
        named = {str(path) for path in files}
        if prune:
            self._built.removed = [path for path in self._files if path not in named]
            self._files = {path: file for path, file in self._files.items() if path in named}
        if self.change:
            self._embed_again({file.doc_id for file in self._files.values()} - set(self._writer.doc_ids))
        self._commit(final=True)
        self._note_gone(named)
        self._built.recall = self._writer.recall
        self._built.seconds |= self._writer.seconds
        self._built.usage = self._stages.usage
        self._note("all", since=self._began)
        return self._built

    def _note_gone(self, named: Collection[str]) -> None:
        """Note the documents that still answer although their file is not there any more."""
        others = [path for path in sorted(self._files) if path not in named]
        self._built.gone = [path for path in others if not is_remote(path) and not Path(path).exists()]
        self._built.others = len(self._built.gone) < len(others)

    def _begin(self) -> StoreState:
        """Load the store without its damaged documents, or start an empty one."""
        wanted = index_identity(self._settings)
        identity = self._stages.embedder.identity
        retrieval = self._settings.retrieval.model_dump()
        state = self._writer.state
        if state is None:
            return StoreState(embedder=identity, settings=wanted, retrieval=retrieval)
        made_with = received_identity(state.settings, self._settings)
        differing = sorted(key for key in wanted if key != "embedder" and made_with.get(key) != wanted[key])
        if differing:
            raise StoreError(
                self._place, f"it was made with another {', '.join(differing)}; use a new folder, or the same settings"
            )
        self._built.rebuilt = list(self._writer.repair())
        if state.embedder != identity and self._writer.doc_ids:
            self._plan_upgrade(state, identity)
        files = require(self._writer.state, self._place).files
        return replace(state, embedder=identity, settings=wanted, retrieval=retrieval, files=files)

    def _plan_upgrade(self, state: StoreState, identity: str) -> None:
        change = EmbedderChange(state.embedder, identity, documents=len(self._writer.doc_ids))
        if not self._may_ask:
            require_consent(change, state, self._settings, self._place)
        self._built.upgraded = change
        if self._built.rebuilt:
            # Readings are taken from what is committed, and a damaged store cannot be opened.
            self._writer.commit(keep_identity(require(self._writer.state, self._place)))

    def _embed_again(self, doc_ids: Collection[str]) -> None:
        """Embed documents that were not read in this run from their stored readings."""
        began = time.perf_counter()
        snapshot = require(store_engine(self._place, self._settings).latest(), self._place)
        stored = StoredDocuments(snapshot.open(plugin_maker(self._settings)).library, self._settings, self._stages)
        for done in stored.embed(doc_ids, self._writer):
            self._progress("upgrading", done, len(doc_ids))
        stored.require_all(self._place)
        self._note("upgrade", since=began)

    def _sort_out(self, files: list[SourceFile]) -> dict[SourceFile, tuple[int, int]]:
        """Return the files that need reading, each with its mark from before it is read."""
        pending: dict[SourceFile, tuple[int, int]] = {}
        for path in files:
            mark = path.mark if isinstance(path, RemoteFile) else file_mark(path)
            known = self._files.get(str(path))
            if known is None or mark is None or not self._is_current(known):
                pending[path] = mark or (0, 0)
            elif mark == (known.size, known.mtime_ns):
                self._built.unchanged.append(str(path))
            elif isinstance(path, Path) and mark[0] == known.size and has_digest(path, known.sha256):
                # Copied or touched, but the content is the same.
                self._files[str(path)] = replace(known, mtime_ns=mark[1])
                self._built.unchanged.append(str(path))
            else:
                pending[path] = mark
        return pending

    def _is_current(self, file: FileRef) -> bool:
        """Whether a file was read by the current readers with the same settings."""
        return file.reader in self._versions.values()

    def _index(self, pending: dict[SourceFile, tuple[int, int]]) -> None:
        """Read, prepare and add documents, with a commit from time to time."""
        rows = 0
        last_commit = time.monotonic()
        total = len(pending)
        readings = self._counted("reading", self._read(pending), total)
        summarised = self._counted("summarising", summarise_ahead(readings, self._stages.summarizer), total)
        embedder = DocumentEmbedder(self._settings, self._stages)
        for document, result in embedder.embed(self._chunked(summarised, pending)):
            rows += self._add(document, result, pending)
            if rows >= _COMMIT_ROWS or time.monotonic() - last_commit > _COMMIT_SECONDS:
                self._keep_some(total)
                rows, last_commit = 0, time.monotonic()
        self._built.seconds["embed"] = self._built.seconds.get("embed", 0.0) + embedder.seconds
        if total and not self.change:
            self._progress("writing", total, total)

    def _keep_some(self, total: int) -> None:
        """Commit what is done so far; during an upgrade it must not be seen before all is done."""
        if self.change:
            self._writer.stash()
            return
        self._commit()
        self._progress("writing", self._embedded, total)

    def _read(self, pending: Iterable[SourceFile]) -> Iterator[tuple[SourceFile, Any]]:
        """Each file with its reading or its failure; an object is fetched when a reader is free."""
        named = {str(file): file for file in pending}
        for file, result in read_files(self._fetched(named.values()), self._settings):
            yield named[file.name if isinstance(file, RawFile) else str(file)], result

    def _fetched(self, files: Iterable[SourceFile]) -> Iterator[Path | RawFile]:
        limits = self._settings.limits.limits()
        for file in files:
            try:
                yield file.fetch(limits=limits) if isinstance(file, RemoteFile) else file
            except ReadError as error:
                self._built.failures.append(Failure(str(file), "read", error.kind, str(error)))

    def _chunked(
        self,
        items: Iterable[tuple[SourceFile, Reading | Failure, Summaries | None]],
        marks: Mapping[SourceFile, tuple[int, int]],
    ) -> Iterator[ChunkedDocument]:
        """Yield the documents that must be embedded; record the outcome of the others."""
        for path, result, summaries in items:
            if isinstance(result, Failure):
                self._built.failures.append(result)
            elif summaries is not None:
                doc, chosen = result.doc, self._chosen_file(result.doc.id)
                if chosen is None or doc.source.path < chosen:
                    self._under_way[doc.source.path] = [(path, doc)]
                    began = time.perf_counter()
                    document = chunk_document(result, summaries, self._stages)
                    self._note("embed", since=began)
                    yield document
                    continue
                if chosen in self._under_way:
                    self._under_way[chosen].append((path, doc))
                    continue
                self._note_file(path, doc, mark=marks[path])
            self._count_embedded(1, of=len(marks))

    def _chosen_file(self, doc_id: str) -> str | None:
        """The file whose reading of a text is in the store or being embedded; None where the text is new.

        Of files with the same text the first by path is indexed, in whatever order the executor reads them.
        """
        waiting = [path for path, files in self._under_way.items() if files[0][1].id == doc_id]
        return min([*waiting, *([self._current[doc_id]] if doc_id in self._current else [])], default=None)

    def _count_embedded(self, files: int, *, of: int) -> None:
        self._embedded += files
        self._progress("embedding", self._embedded, of)

    def _add(
        self,
        document: ChunkedDocument,
        result: IndexedDocument | ExecutionError,
        marks: Mapping[SourceFile, tuple[int, int]],
    ) -> int:
        """Add a document and record its files; return its number of chunks."""
        files = self._under_way.pop(document.card.path)
        self._count_embedded(len(files), of=len(marks))
        if isinstance(result, ExecutionError):
            self._built.failures += [Failure(str(path), "embed", result.kind, result.reason) for path, _ in files]
            return 0
        doc_id, own = document.card.id, document.card.path
        first = own <= self._current.get(doc_id, own)
        for path, doc in files:
            self._note_file(path, doc, mark=marks[path])
        if not first:
            return 0
        self._current[doc_id] = own
        self._writer.add(result)
        return len(result.places[Layer.CHUNK])

    def _counted(self, stage: str, items: Iterable[_T], total: int) -> Iterator[_T]:
        """The items, each reported to `progress` as it comes."""
        for done, item in enumerate(items, start=1):
            self._progress(stage, done, total)
            yield item

    def _note_file(self, path: SourceFile, doc: Document, *, mark: tuple[int, int]) -> None:
        """Note which document a file holds, and that the store has it."""
        self._built.pages += len(doc.pages)
        self._built.ocr_pages += sum(page.confidence is not None for page in doc.pages)
        self._built.characters += len(doc.text)
        doc_id, old = doc.id, self._files.get(str(path))
        version = self._versions[doc.source.format]
        self._files[str(path)] = FileRef(str(path), *mark, version, doc_id, doc.source.sha256)
        missing = doc_id not in self._current
        if old is None:
            self._built.added.append(str(path))
        elif old.doc_id != doc_id or missing:
            self._built.changed.append(str(path))
        else:
            self._built.unchanged.append(str(path))
        if not missing and (old is None or old.doc_id != doc_id):
            self._built.same_text.append((str(path), doc_id))
        self._current.setdefault(doc_id, doc.source.path)

    def _commit(self, *, final: bool = False) -> None:
        """Commit the added documents and files, and remove documents that no file has any more."""
        wanted = {file.doc_id for file in self._files.values()}
        self._writer.remove(set(self._writer.doc_ids) - wanted)
        # A text that is taken out now may be read again, from another file.
        self._current = {doc_id: path for doc_id, path in self._current.items() if doc_id in wanted}
        files = tuple(self._files[path] for path in sorted(self._files))
        self._writer.commit(replace(self._state, files=files), final=final)

    def _note(self, stage: str, *, since: float) -> None:
        self._built.seconds[stage] = self._built.seconds.get(stage, 0.0) + time.perf_counter() - since
