"""Upgrade a store to another embedder: its documents are embedded again from the readings that it holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from pincite import registry
from pincite.domain.chunk import Layer
from pincite.domain.reading import Failure, Reading
from pincite.domain.store_place import StorePlace
from pincite.domain.store_state import StoreState
from pincite.errors import ExecutionError, Hint, StoreError
from pincite.options import connects
from pincite.pipeline.embed import DocumentEmbedder
from pincite.pipeline.prepare import ChunkedDocument, IndexStages, chunk_document, summarise_ahead
from pincite.pipeline.wire import takes_chat
from pincite.ports.store import Library, Writer
from pincite.settings import Settings
from pincite.store.digest import in_batches

# So many chunks are in memory before the writer is asked to put them elsewhere.
_STASH_ROWS = 20_000


@dataclass(frozen=True, slots=True)
class EmbedderChange:
    """The embedder a store was made with, the one it gets instead, and how many documents it holds."""

    before: str
    after: str
    documents: int


# Called before the work begins.
OnUpgrade = Callable[[EmbedderChange], None]


def require_consent(change: EmbedderChange, state: StoreState, settings: Settings, place: StorePlace) -> None:
    """Refuse to embed a store again where that asks a provider, or gives up what a provider was asked for."""
    kind = str(state.settings["embedder"]["kind"])
    asked = [f"the embedder {kind}"] if _may_ask_provider(kind, settings) else []
    asked += _asking_stages(settings)
    if asked:
        raise StoreError(
            place,
            f"it was made with the embedder {change.before}, and the settings name {change.after}; its "
            f"{change.documents:,} documents are embedded again only if you say so, because a provider is asked by "
            f"{' and '.join(dict.fromkeys(asked))}; embedder.kind={kind} names the one it was made with",
            hint=Hint.ALLOW_UPGRADE,
        )


def _asking_stages(settings: Settings) -> Iterator[str]:
    """What asks a provider when documents are embedded again."""
    if connects(registry.load("embedder", settings.embedder.kind)):
        yield f"the embedder {settings.embedder.kind}"
    summarizer = registry.load("summarizer", settings.summarizer.kind)
    if takes_chat(summarizer) and connects(registry.load("chat", settings.chat_for("summarizer").kind)):
        yield f"the summarizer {settings.summarizer.kind}"


def _may_ask_provider(kind: str, settings: Settings) -> bool:
    """Whether a store's embedder asks a provider; one that the settings do not vouch for is not loaded to find out."""
    trusted = kind in registry.BUILT_IN["embedder"] or kind == settings.embedder.kind or kind in settings.trust
    return not trusted or connects(registry.load("embedder", kind))


class StoredDocuments:
    """Embeds documents of a store again, from their readings."""

    def __init__(self, library: Library, settings: Settings, stages: IndexStages) -> None:
        self._failures: list[Failure] = []
        self._library = library
        self._stages = stages
        self._embedder = DocumentEmbedder(settings, stages)

    def embed(self, doc_ids: Collection[str], writer: Writer) -> Iterator[int]:
        """Give some documents to a writer, which is to hold them back until all are there; yields how many are done."""
        rows = 0
        for done, (document, result) in enumerate(self._embedder.embed(self._chunked(doc_ids)), start=1):
            if isinstance(result, ExecutionError):
                self._failures.append(Failure(document.card.path, "embed", result.kind, result.reason))
            else:
                writer.add(result)
                rows += len(result.places[Layer.CHUNK])
            if rows >= _STASH_ROWS:
                writer.stash()
                rows = 0
            yield done

    def require_all(self, place: StorePlace) -> None:
        """Raise an error where a document could not be embedded: none may be lost, and none keep its old vectors."""
        if self._failures:
            first = self._failures[0]
            raise StoreError(
                place,
                f"{len(self._failures):,} of its documents could not be embedded again, so it stays as it was "
                f"(the first is {first.item}: {first.message})",
            )

    def _chunked(self, doc_ids: Collection[str]) -> Iterator[ChunkedDocument]:
        for _, result, summaries in summarise_ahead(self._readings(doc_ids), self._stages.summarizer):
            if isinstance(result, Failure):
                self._failures.append(result)
            elif summaries is not None:
                yield chunk_document(result, summaries, self._stages)

    def _readings(self, doc_ids: Collection[str]) -> Iterator[tuple[str, Reading]]:
        for some in in_batches(sorted(doc_ids)):
            for reading in self._library.readings(some):
                yield reading.doc.source.path, reading
