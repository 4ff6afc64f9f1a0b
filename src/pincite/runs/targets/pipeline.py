"""Our own pipeline as a target: an index of the documents, and a search or an answer for each question."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.domain.answer import Answer
from pincite.domain.benchmark import Query
from pincite.domain.hit import Hit, Ranking
from pincite.domain.response import CitedSource, Intake, Response
from pincite.domain.usage import Usage
from pincite.errors import SettingsError
from pincite.options import Execution
from pincite.pipeline.identity import index_identity, reading_identity, run_identity
from pincite.pipeline.store import Store, index_files
from pincite.pipeline.wire import make
from pincite.ports.evaluation import Progress, Task
from pincite.render.citation_style import CitationStyle, styled
from pincite.runs.coordinates import StoreCoordinates, find_coordinates
from pincite.runs.versions import source_hash
from pincite.settings import Settings, cache_folder, load_settings

# Runs side by side share stores: how long one waits until another has made the store, or looked through it.
_PATIENCE = 3600.0


class PipelineTarget:
    """Pincite itself under some settings: searches, and answers where answers are asked for.

    The answer is the one `pincite ask` gives: it rests on as many passages as the settings say, however many the run
    retrieves. With `as_it_is` the store is asked as it stands, and nothing is indexed. The citation style `files`
    writes each "[N]" of an answer as "[file.ext#page=N]", which some evaluators look for.
    """

    answers = True

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        store: Execution[Path | str | None] = None,
        preset: str | None = None,
        as_it_is: bool = False,
        citation_style: CitationStyle = "numbers",
    ) -> None:
        if as_it_is and store is None:
            raise SettingsError("store", "is not given, and a store is to be asked as it stands")
        self._settings = settings or load_settings(preset).settings
        self._folder = store
        self._preset = preset
        self._as_it_is = as_it_is
        self._style: CitationStyle = citation_style
        self._store: Store | None = None
        self._coordinates = StoreCoordinates()
        self._without_text: frozenset[str] = frozenset()
        self._used = Usage()

    def describe(self) -> dict[str, Any]:
        """The preset's name and every setting that bears on results."""
        settings = run_identity(self._settings)
        found = {"kind": "pincite", "preset": self._preset, "settings": settings, "embedder": self._embedder}
        if self._style != "numbers":
            found["citation_style"] = self._style
        return found | ({"documents": self._contents} if self._as_it_is else {})

    def prepare(self, task: Task, *, progress: Progress) -> Intake:
        """Index the documents, or use the index that is there."""
        if self._as_it_is:
            self._store = Store.open(self._named_store, settings=self._settings)
            self._coordinates = find_coordinates(task, self._store.library.cards)
            self._without_text = frozenset(self._coordinates.path_of.values())
            return Intake()
        files = [task.file(path) for path in task.documents]
        folder = self._folder or self._shared_store(files)
        report = index_files(files, folder, settings=self._settings, patience=_PATIENCE, progress=progress)
        self._used = report.usage
        self._store = Store.open(folder, settings=self._settings)
        self._coordinates = find_coordinates(task, self._store.library.cards)
        self._without_text = frozenset(task.documents) - self._coordinates.shift.keys()
        return Intake(tuple(report.failures), self._coordinates.copies)

    def ask(self, query: Query, *, k: int, answer: bool = False) -> Response:
        """Search the store, and answer where that is asked for."""
        store = self._opened
        if not answer:
            return self._response(query, store.search(query.text, k=k))
        began = time.perf_counter()
        given = store.ask(query.text)
        seconds = time.perf_counter() - began
        self._used += given.usage
        ranking = given.ranking if k == self._settings.retrieval.k else None
        response = self._response(query, ranking or store.search(query.text, k=k))
        return replace(
            response,
            answer=styled(given, self._style),
            abstained=not given.found,
            confidence=round(given.confidence, 6),
            citations=self._citations(given),
            usage=given.usage,
            seconds={"ask": round(seconds, 6)},
        )

    @property
    def usage(self) -> Usage:
        """What indexing, searching and answering asked of hosted models."""
        return self._used + (self._store.usage if self._store else Usage())

    def close(self) -> None:
        """Let the store go."""
        self._store = None

    @property
    def _opened(self) -> Store:
        if self._store is None:
            raise RuntimeError("prepare() comes before ask()")
        return self._store

    def _response(self, query: Query, ranking: Ranking) -> Response:
        hits = tuple(
            replace(hit, passage=self._coordinates.to_benchmark(hit.passage), chunk=None) for hit in ranking.hits
        )
        seconds = {stage: round(spent, 6) for stage, spent in ranking.seconds.items()}
        return Response(query.id, hits, self._texts(ranking.hits, hits), seconds=seconds)

    def _texts(self, stored: Sequence[Hit], hits: Sequence[Hit]) -> tuple[str, ...]:
        """The words of the hits, where some lie in documents of which the benchmark has no text."""
        if not any(hit.passage.doc_id in self._without_text for hit in hits):
            return ()
        return tuple(hit.passage.span.slice(self._opened.library.text(hit.passage.doc_id)) for hit in stored)

    def _citations(self, answer: Answer) -> tuple[CitedSource, ...]:
        placed = [(citation, self._coordinates.to_benchmark(citation.passage)) for citation in answer.citations]
        return tuple(
            CitedSource(place.doc_id, place, citation.quote, citation.number, citation.page, citation.label)
            for citation, place in placed
        )

    @property
    def _named_store(self) -> Path | str:
        if self._folder is None:
            raise RuntimeError("a store is asked as it stands only where it is named")
        return self._folder

    @cached_property
    def _contents(self) -> str:
        """The documents of a store that is asked as it stands, by hash: a resumed run must find the same."""
        ids = sorted(card.id for card in Store.open(self._named_store, settings=self._settings).library.cards)
        return hashlib.sha256("\n".join(ids).encode()).hexdigest()[:16]

    @cached_property
    def _embedder(self) -> str:
        """Which model, exactly: a folder may hold another one tomorrow."""
        identity: str = make("embedder", self._settings.embedder).identity
        return identity

    def _shared_store(self, files: Sequence[Path]) -> Path:
        """A store in the cache that every run with the same documents and indexing settings uses."""
        key = {
            "settings": index_identity(self._settings),
            "embedder": self._embedder,
            "reading": reading_identity(self._settings),
            "source": source_hash(indexing_only=True),
            "files": [str(path.resolve()) for path in files],
        }
        digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()[:20]
        return cache_folder() / "stores" / digest
