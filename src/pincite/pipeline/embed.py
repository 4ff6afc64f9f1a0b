"""Embed documents in this process or in workers, as the setting `executor.embedding` says."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite import registry
from pincite.domain.indexed import IndexedDocument
from pincite.errors import ExecutionError, PinciteError, SettingsError
from pincite.options import connects, settable
from pincite.pipeline.prepare import ChunkedDocument, IndexStages
from pincite.pipeline.wire import make, make_embedding_executor
from pincite.ports import Embedder
from pincite.settings import Settings, Stage
from pincite.store.vector_cache import vector_key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

# The texts of a long document are shared among workers; one batch stays far below the time limit of a file.
_BATCH = 1024


@dataclass(frozen=True, slots=True)
class TextBatch:
    """Texts of one document; documents are numbered in order."""

    document: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VectorBatch:
    """A vector for each text of a batch, and the seconds they took."""

    vectors: Vectors
    seconds: float


@dataclass(slots=True)
class _OpenDocument:
    """A document whose texts are being embedded: its vectors so far, and how many batches are pending."""

    document: ChunkedDocument
    vectors: dict[str, Vectors]
    batches: int
    error: ExecutionError | None = None


class DocumentEmbedder:
    """Embeds the texts of documents that the cache does not have yet; `seconds` adds up what that took."""

    def __init__(self, settings: Settings, stages: IndexStages) -> None:
        self._stages = stages
        self._limits = settings.limits.limits()
        self._executor = make_embedding_executor(settings)
        self._start = _starter(settings, stages.embedder)
        self._open: dict[int, _OpenDocument] = {}
        self.seconds = 0.0

    def embed(
        self, documents: Iterable[ChunkedDocument]
    ) -> Iterator[tuple[ChunkedDocument, IndexedDocument | ExecutionError]]:
        """Yield each document with its vectors or its error, in the order they finish."""
        for batch, result in self._executor.run(self._batches(documents), start=self._start, limits=self._limits):
            found = self._open[batch.document]
            found.batches -= 1
            if isinstance(result, ExecutionError):
                found.error = result
            elif isinstance(result, PinciteError):
                raise result
            else:
                self.seconds += result.seconds
                self._keep(dict(zip(batch.texts, result.vectors, strict=True)), found)
            if not found.batches:
                del self._open[batch.document]
                yield found.document, found.error or self._indexed(found)

    def _batches(self, documents: Iterable[ChunkedDocument]) -> Iterator[TextBatch]:
        for number, document in enumerate(documents):
            texts = list(dict.fromkeys(text for layer in document.texts.values() for text in layer))
            vectors = self._cached(texts)
            missing = [text for text in texts if text not in vectors]
            # A document whose vectors are all known still passes through, as an empty batch.
            starts = range(0, len(missing) or 1, _BATCH)
            self._open[number] = _OpenDocument(document, vectors, len(starts))
            for at in starts:
                yield TextBatch(number, tuple(missing[at : at + _BATCH]))

    def _cached(self, texts: list[str]) -> dict[str, Vectors]:
        if self._stages.cache is None:
            return {}
        keys = {text: vector_key(self._stages.embedder.identity, text) for text in texts}
        found = self._stages.cache.get(list(keys.values()))
        return {text: found[key] for text, key in keys.items() if key in found}

    def _keep(self, vectors: dict[str, Vectors], found: _OpenDocument) -> None:
        found.vectors.update(vectors)
        if self._stages.cache is not None and vectors:
            identity = self._stages.embedder.identity
            self._stages.cache.put((vector_key(identity, text), vector) for text, vector in vectors.items())

    def _indexed(self, found: _OpenDocument) -> IndexedDocument:
        document = found.document
        return IndexedDocument(
            reading=document.reading,
            card=document.card,
            places=document.places,
            vectors={
                layer: np.stack([found.vectors[text] for text in texts]) if texts else self._no_vectors()
                for layer, texts in document.texts.items()
            },
        )

    def _no_vectors(self) -> Vectors:
        return np.zeros((0, self._stages.embedder.dimensions), dtype=np.float32)


def _starter(settings: Settings, embedder: Embedder) -> Callable[[], Callable[[TextBatch], VectorBatch]]:
    """Return the start function: it uses this process's embedder, or makes one in each worker."""
    if settings.executor.embedding == "inline":
        return lambda: partial(_embed, embedder)
    plugin = registry.load("embedder", settings.embedder.kind)
    if connects(plugin):
        raise SettingsError(
            "executor.embedding", f"must be inline for embedder.kind={settings.embedder.kind}, which asks a server"
        )
    # Several workers run at once, so a model that would use every core gets one.
    own: dict[str, Any] = {"threads": 1} if "threads" in settable(plugin) else {}
    if settings.executor.gpus:
        own["device"] = "cuda"
    return partial(_start, Stage.model_validate({**own, **settings.embedder.model_dump()}))


def _start(stage: Stage) -> Callable[[TextBatch], VectorBatch]:
    return partial(_embed, make("embedder", stage))


def _embed(embedder: Embedder, batch: TextBatch) -> VectorBatch:
    began = time.perf_counter()
    vectors = embedder.embed_passages(batch.texts) if batch.texts else np.zeros((0, 0), dtype=np.float32)
    return VectorBatch(vectors, time.perf_counter() - began)
