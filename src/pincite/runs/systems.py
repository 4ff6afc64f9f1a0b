"""Systems under test: what a run asks its questions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from pincite.domain.reading import Failure
from pincite.domain.run import Question, Record
from pincite.domain.usage import Usage
from pincite.pipeline.prepare import cache_folder
from pincite.pipeline.store import Store, index_files
from pincite.pipeline.wire import make
from pincite.runs.places import Places, find_places
from pincite.runs.questions import Exam
from pincite.runs.versions import source_hash
from pincite.settings import Settings

Progress = Callable[[str, int, int], None]


class System(Protocol):
    """Something that finds passages for a question."""

    def describe(self) -> dict[str, Any]:
        """What it is, in full: a resumed run must find the same."""
        ...

    def prepare(self, exam: Exam, documents: Sequence[str], *, progress: Progress) -> list[Failure]:
        """Take in the documents; gives those that could not be taken in."""
        ...

    def places(self) -> Places:
        """Which documents are one and the same to the system."""
        ...

    def ask(self, question: Question, *, k: int) -> Record:
        """The best k passages, in the benchmark's coordinates."""
        ...

    @property
    def usage(self) -> Usage:
        """What was asked of hosted models so far, as far as is known."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class StoreSystem:
    """Our own pipeline under some settings: an index of the documents, and a search for each question."""

    def __init__(self, settings: Settings, *, store: Path | None = None, preset: str | None = None) -> None:
        self._settings = settings
        self._folder = store
        self._preset = preset
        self._store: Store | None = None
        self._places = Places()
        self._indexing = Usage()

    def describe(self) -> dict[str, Any]:
        """The preset's name and every setting that bears on results."""
        told = self._settings.model_dump(mode="json", exclude={"jobs", "limits"})
        return {"kind": "pincite", "preset": self._preset, "settings": told, "embedder": self._embedder}

    def prepare(self, exam: Exam, documents: Sequence[str], *, progress: Progress) -> list[Failure]:
        """Index the documents, or take the index that is there."""
        files = [exam.corpus.files.get(path, exam.corpus.folder / path) for path in documents]
        folder = self._folder or self._shared_store(files)
        report = index_files(files, folder, settings=self._settings, progress=progress)
        self._indexing = report.usage
        self._store = Store.open(folder, settings=self._settings)
        self._places = find_places(exam.corpus, documents, self._store.index.cards)
        return report.failures

    def places(self) -> Places:
        """Where the store's documents lie in the corpus."""
        return self._places

    def ask(self, question: Question, *, k: int) -> Record:
        """Search the store."""
        if self._store is None:
            raise RuntimeError("prepare() comes before ask()")
        ranking = self._store.search(question.gold.query.text, k=k)
        hits = tuple(replace(hit, passage=self._places.to_benchmark(hit.passage), row=None) for hit in ranking.hits)
        return Record(question.id, hits, {stage: round(spent, 6) for stage, spent in ranking.seconds.items()})

    @property
    def usage(self) -> Usage:
        """What indexing and searching asked of hosted models."""
        return self._indexing + (self._store.usage if self._store else Usage())

    def close(self) -> None:
        """Let the store go."""
        self._store = None

    @cached_property
    def _embedder(self) -> str:
        """Which model, exactly: a folder may hold another one tomorrow."""
        identity: str = make("embedder", self._settings.embedder).identity
        return identity

    def _shared_store(self, files: Sequence[Path]) -> Path:
        """A store in the cache that every run with the same documents and indexing settings uses."""
        key = {
            "settings": self._settings.for_index(),
            "embedder": self._embedder,
            "reading": self._settings.model_dump(mode="json", include={"ocr", "profiler", "structurer"}),
            "source": source_hash(indexing_only=True),
            "files": [str(path.resolve()) for path in files],
        }
        digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()[:20]
        return cache_folder() / "stores" / digest
