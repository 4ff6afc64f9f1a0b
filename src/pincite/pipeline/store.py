"""Store: documents that can be searched, for Python and for the commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType

from pincite.domain.answer import Answer
from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Ranking
from pincite.domain.usage import Usage
from pincite.errors import Hint, NotFound, QuestionError, SettingsError, StoreError
from pincite.pipeline.ask import Asking, Told
from pincite.pipeline.build import BuildReport, Progress, build_store, remove_documents
from pincite.pipeline.identity import keep_identity, local_names, stage_of_store
from pincite.pipeline.read import survey_files
from pincite.pipeline.wire import make
from pincite.ports import Embedder, Highlighter, Reranker
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.retrieve.staged import StagedRetriever
from pincite.settings import RetrievalSettings, Settings, Stage, load_settings
from pincite.store.damage import find_damage
from pincite.store.generations import load_generation, recover_generation
from pincite.store.open_store import OpenStore, Place


class Store:
    """A folder of indexed documents, opened for searching.

    It shows the state it was opened in; what is indexed later is seen by a store that is opened later. It is a context
    manager: closed, it lets go of the index and the models. `report` says what `Store.build` did.
    """

    def __init__(self, index: OpenStore, settings: Settings, *, own: Settings | None = None) -> None:
        self._index: OpenStore | None = index
        self._folder = index.folder
        self.settings = settings
        # What the user set, before the store's own plug-ins took their places.
        self._own = own or settings
        self.report: BuildReport | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index and the models; a closed store refuses to be searched."""
        self._index = None
        for name in ("embedder", "highlighter", "reranker", "asking", "_cards"):
            self.__dict__.pop(name, None)

    @property
    def index(self) -> OpenStore:
        """The documents as they are stored and indexed."""
        if self._index is None:
            raise StoreError(self._folder, "it was closed; open it again")
        return self._index

    @classmethod
    def open(
        cls,
        folder: Path | str,
        *,
        settings: Settings | None = None,
        preset: str | None = None,
        flags: Iterable[str] = (),
    ) -> Store:
        """Open the newest complete state of a store.

        It is searched as `settings` say; or as a preset says; or, where none is named, as its maker set it, with
        `name=value` flags on top. A store decides neither where to connect nor what to load: plug-ins of other makers
        and those that ask a provider must be named by the settings.
        """
        folder = Path(folder)
        generation = keep_identity(load_generation(folder))
        if generation is None:
            raise StoreError(folder, "there is no store", hint=Hint.MAKE_STORE)
        if settings is None:
            settings = load_settings(preset, flags=flags, base={"retrieval": generation.retrieval}).settings
        own = settings
        made = {port: stage_of_store(port, generation, own=own, folder=folder) for port in ("vectors", "lexical")}
        # The embedder is looked at when a search needs it: a list of the documents needs none.
        made["embedder"] = Stage.model_validate(generation.settings["embedder"])
        settings = settings.model_copy(update=made)
        index = OpenStore(
            folder, generation, vectors=make("vectors", settings.vectors), lexical=make("lexical", settings.lexical)
        )
        return cls(index, settings, own=own)

    @classmethod
    def build(
        cls,
        paths: Iterable[Path | str],
        folder: Path | str,
        *,
        settings: Settings | None = None,
        prune: bool = False,
        patience: float = 0,
        manifest: Path | None = None,
        progress: Progress | None = None,
    ) -> Store:
        """Make a store of files and folders, or bring it up to date with them, and open it; see its `report`.

        A manifest says what else is known of the documents. Another process that writes to the store is waited for as
        many seconds as `patience` says.
        """
        settings = settings or load_settings().settings
        report = index_files(
            paths, folder, settings=settings, prune=prune, patience=patience, manifest=manifest, progress=progress
        )
        store = cls.open(folder, settings=settings)
        store.report = report
        return store

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder the store was made with; another is refused."""
        folder, generation = self.index.folder, self.index.generation
        stage = stage_of_store("embedder", generation, own=self._own, folder=folder)
        embedder: Embedder = make("embedder", stage)
        if embedder.identity != generation.embedder:
            named = local_names("embedder", generation)
            again = " and ".join(f"--set embedder.{name}=… (it was called {value!r})" for name, value in named.items())
            how = f"name what it was made with: --set embedder.kind={stage.kind} {again}; or " if again else ""
            raise StoreError(
                folder,
                f"it was made with embedder {generation.embedder}, and this is {embedder.identity}; "
                f"{how}index the documents again in a new folder",
            )
        return embedder

    @cached_property
    def highlighter(self) -> Highlighter:
        """The model that marks exact spans."""
        highlighter: Highlighter = make("highlighter", self.settings.highlighter)
        return highlighter

    @cached_property
    def reranker(self) -> Reranker | None:
        """The model that scores the best candidates anew, if there is to be one."""
        stage = self.settings.reranker
        reranker: Reranker | None = make("reranker", stage) if stage.kind != "none" else None
        return reranker

    @property
    def usage(self) -> Usage:
        """What searching asked of hosted models so far."""
        used = [self.__dict__.get(stage) for stage in ("embedder", "reranker")]
        return sum((getattr(stage, "usage", Usage()) for stage in used), Usage())

    def search(
        self,
        query: str,
        *,
        k: int | None = None,
        filters: Filters = NO_FILTERS,
        settings: RetrievalSettings | None = None,
        layer: Layer | str = Layer.CHUNK,
        explain: bool = False,
    ) -> Ranking:
        """The passages that answer a query, best first; or, on another layer, the sections or documents about it."""
        if k is not None and k < 1:
            raise SettingsError("k", f"is {k}: it must be at least 1")
        if layer not in list(Layer):
            raise SettingsError("layer", f"is {layer!r}", known=Layer)
        layer = Layer(layer)
        how = settings or self.settings.retrieval
        by_meaning = how.method != "bm25" or how.route == "documents" or layer is not Layer.CHUNK
        if by_meaning and self.settings.embedder.kind == "none":
            raise StoreError(
                self.index.folder, "it was made without vectors; search it with retrieval.method=bm25, or index anew"
            )
        highlighter = self.highlighter if how.results == "spans" and layer is Layer.CHUNK else None
        # A search by words alone asks no embedder, so it needs nobody's leave for one.
        embedder = self.embedder if by_meaning else make("embedder", Stage(kind="none"))
        retriever = StagedRetriever(self.index, embedder, how, highlighter=highlighter, reranker=self.reranker)
        return retriever.retrieve(query, k=k, filters=filters, layer=layer, explain=explain)

    @cached_property
    def asking(self) -> Asking:
        """The store with the answerer its settings name."""
        return Asking(self, make("answerer", self.settings.answerer), verifier=make("verifier", self.settings.verifier))

    def ask(
        self,
        question: str,
        *,
        k: int | None = None,
        filters: Filters = NO_FILTERS,
        explain: bool = False,
        told: Told | None = None,
        each: bool = False,
    ) -> Answer:
        """The answer to a question, every claim verified and cited; `told` hears a model's words as they come.

        With `each` the question is asked of every document by itself.
        """
        if not question.strip():
            raise QuestionError("The question is empty; ask something in words.")
        return self.asking.ask(question, k=k, filters=filters, explain=explain, told=told, each=each)

    @property
    def documents(self) -> Sequence[DocumentCard]:
        """What is known of every document, in order of path."""
        return self.index.cards

    def card(self, doc_id: str) -> DocumentCard:
        """What is known of a document."""
        if doc_id not in self._cards:
            raise NotFound(f"The store {self._folder} has no document {doc_id}.")
        return self._cards[doc_id]

    def text(self, passage: Passage) -> str:
        """The exact words of a passage."""
        return passage.span.slice(self.index.text(passage.doc_id))

    def place(self, passage: Passage) -> Place:
        """The section and page where a passage begins."""
        return self.index.place(passage)

    def describe(self) -> dict[str, object]:
        """What the store holds and how it was made."""
        index = self.index
        return {
            "folder": str(index.folder),
            "documents": len(index.cards),
            "characters": sum(card.characters for card in index.cards),
            "rows": {layer.value: sum(len(index.rows_of(card.id, layer)) for card in index.cards) for layer in Layer},
            "segments": len(index.generation.segments),
            "generation": index.generation.number,
            "embedder": index.generation.embedder,
            "settings": index.generation.settings,
        }

    @cached_property
    def _cards(self) -> dict[str, DocumentCard]:
        return {card.id: card for card in self.index.cards}

    def remove(self, doc_ids: Iterable[str]) -> None:
        """Take documents out; searches on this object still see them until it is opened again."""
        remove_documents(self.index.folder, set(doc_ids))


def index_files(
    paths: Iterable[Path | str],
    folder: Path | str,
    *,
    settings: Settings,
    prune: bool = False,
    patience: float = 0,
    manifest: Path | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Make a store of files and folders, or bring it up to date with them, without opening it.

    A manifest says what else is known of the documents. Another process that writes to the store is waited for as many
    seconds as `patience` says.
    """
    found = survey_files(Path(path) for path in paths)
    if not found.files and found.passed_over:
        raise NotFound(found.complaint())
    report = build_store(
        found.files, Path(folder), settings, prune=prune, patience=patience, manifest=manifest, progress=progress
    )
    report.passed_over = found.passed_over
    report.failures += found.skipped
    return report


def verify_store(folder: Path, *, repair: bool = False) -> list[str]:
    """The files of a store that are missing or damaged, by the checksum of each.

    With `repair`, the documents they belong to are taken out, so that the next index run makes them anew; a damaged
    list of files is replaced by the newest one that is whole.
    """
    recovery = recover_generation(folder)
    if recovery.generation is None:
        raise StoreError(folder, "there is no store", hint=Hint.MAKE_STORE)
    damage = find_damage(folder, recovery.generation, thorough=True)
    files = [*recovery.damaged, *damage.files]
    if repair and files:
        remove_documents(folder, damage.doc_ids)
    return files
