"""Store: documents that can be searched, for Python and for the commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType

from pincite.cancellation import checkpoint
from pincite.domain.answer import Answer
from pincite.domain.chunk import Layer
from pincite.domain.document import Passage, Place
from pincite.domain.hit import DocumentCard, Ranking
from pincite.domain.store_place import StorePlace
from pincite.domain.usage import Usage
from pincite.errors import Hint, NotFound, QuestionError, SettingsError, StoreError
from pincite.pipeline.asking.ask import AskPipeline
from pincite.pipeline.build import (
    BuildReport,
    Progress,
    build_store,
    remove_documents,
    repair_store,
    require,
)
from pincite.pipeline.identity import keep_identity, local_names, stage_of_store
from pincite.pipeline.label import with_labels
from pincite.pipeline.read import readable_suffixes, survey_files
from pincite.pipeline.remote import is_remote, list_remote
from pincite.pipeline.upgrade import OnUpgrade
from pincite.pipeline.wire import PluginFactory, locate_store, make, make_answerer, plugin_maker, store_engine
from pincite.ports import Embedder, Highlighter, OnSources, OnToken, Reranker, Verifier
from pincite.ports.store import Library, OpenStore, StoreEngine
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.retrieve.route import Router
from pincite.retrieve.staged import StagedRetriever
from pincite.settings import RetrievalSettings, Settings, Stage, load_settings


class Store:
    """A folder of indexed documents, opened for searching.

    It shows the state it was opened in; what is indexed later is seen by a store that is opened later. It is a context
    manager: closed, it lets go of the index and the models. `report` says what `Store.build` did.
    """

    def __init__(
        self,
        location: StorePlace,
        opened: OpenStore,
        settings: Settings,
        *,
        own: Settings | None = None,
        make: PluginFactory = make,
        mark: bytes | None = None,
    ) -> None:
        self._location = location
        self._opened: OpenStore | None = opened
        self._make = make
        self.settings = settings
        self._mark = self._engine.mark() if mark is None else mark
        # The user's settings, before the store's own plug-ins replaced some.
        self._own = own or settings
        self.report: BuildReport | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the index and the models; a closed store cannot be searched."""
        self._opened = None
        for name in ("embedder", "highlighter", "reranker", "verifier", "asking", "router"):
            self.__dict__.pop(name, None)

    @property
    def location(self) -> StorePlace:
        """Where the store is: a folder, or an address."""
        return self._location

    @property
    def opened(self) -> OpenStore:
        """The state that was opened: its documents, and what searches them."""
        if self._opened is None:
            raise StoreError(self._location, "it was closed; open it again")
        return self._opened

    @property
    def library(self) -> Library:
        """The documents as they are stored."""
        return self.opened.library

    @cached_property
    def router(self) -> Router:
        """What finds the documents that questions name; kept, because it learns all their names first."""
        return Router(self.opened.library, self.opened.backend)

    @classmethod
    def open(
        cls,
        location: StorePlace | str,
        *,
        settings: Settings | None = None,
        preset: str | None = None,
        flags: Iterable[str] = (),
        make: PluginFactory = make,
    ) -> Store:
        """Open the newest complete state of a store.

        It is searched as `settings` say; or as a preset says; or, where none is named, as its maker set it, with
        `name=value` flags on top. A store decides neither where to connect nor what to load: plug-ins of other makers
        and those that ask a provider must be named by the settings. A program that opens several stores lets them
        share their models with the `make` of a `PluginPool`.
        """
        given = settings or load_settings(preset, flags=flags).settings
        location = locate_store(location, given)
        engine = store_engine(location, given)
        # Read before the state: if a commit comes between, the store only appears outdated, which is harmless.
        mark = engine.mark()
        snapshot = require(engine.latest(), location)
        state = keep_identity(snapshot.state)
        if settings is None:
            settings = load_settings(preset, flags=flags, base={"retrieval": state.retrieval}).settings
        own = settings
        made = {port: stage_of_store(port, state, own=own, folder=location) for port in ("vectors", "lexical")}
        # The embedder is loaded when a search needs it: listing the documents does not.
        made["embedder"] = Stage.model_validate(state.settings["embedder"])
        settings = settings.model_copy(update=made)
        opened = replace(snapshot.open(plugin_maker(settings, make)), state=state)
        return cls(location, opened, settings, own=own, make=make, mark=mark)

    @classmethod
    def build(
        cls,
        paths: Iterable[Path | str],
        location: StorePlace | str,
        *,
        settings: Settings | None = None,
        prune: bool = False,
        patience: float = 0,
        manifest: Path | None = None,
        upgrade: bool = False,
        progress: Progress | None = None,
        on_upgrade: OnUpgrade | None = None,
    ) -> Store:
        """Make a store of files and folders, or bring it up to date with them, and open it; see its `report`.

        A manifest says what else is known of the documents. Another process that writes to the store is waited for as
        many seconds as `patience` says. A store made with another embedder is embedded again, which `on_upgrade` is
        told first; where that asks a provider, only with `upgrade`.
        """
        settings = settings or load_settings().settings
        report = index_files(
            paths,
            location,
            settings=settings,
            prune=prune,
            patience=patience,
            manifest=manifest,
            upgrade=upgrade,
            progress=progress,
            on_upgrade=on_upgrade,
        )
        store = cls.open(location, settings=settings)
        store.report = report
        return store

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder the store was made with; another is refused."""
        location, state = self._location, self.opened.state
        stage = stage_of_store("embedder", state, own=self._own, folder=location)
        embedder: Embedder = self._make("embedder", stage)
        if embedder.identity != state.embedder:
            named = local_names("embedder", state)
            again = " and ".join(f"--set embedder.{name}=… (it was called {value!r})" for name, value in named.items())
            how = f"name what it was made with: --set embedder.kind={stage.kind} {again}; or " if again else ""
            raise StoreError(
                location,
                f"it was made with the embedder {state.embedder}, and the one here is {embedder.identity}; "
                f"{how}indexing it upgrades it",
                hint=Hint.UPGRADE_STORE,
            )
        return embedder

    @cached_property
    def highlighter(self) -> Highlighter:
        """The model that marks exact spans."""
        highlighter: Highlighter = self._make("highlighter", self.settings.highlighter)
        return highlighter

    @cached_property
    def reranker(self) -> Reranker | None:
        """The model that scores the best candidates anew, if there is to be one."""
        stage = self.settings.reranker
        reranker: Reranker | None = self._make("reranker", stage) if stage.kind != "none" else None
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
        checkpoint()
        if k is not None and k < 1:
            raise SettingsError("k", f"is {k}: it must be at least 1")
        if layer not in list(Layer):
            raise SettingsError("layer", f"is {layer!r}", known=Layer)
        layer = Layer(layer)
        how = settings or self.settings.retrieval
        by_meaning = how.method != "bm25" or how.route == "documents" or layer is not Layer.CHUNK
        if by_meaning and self.settings.embedder.kind == "none":
            raise StoreError(
                self._location,
                "it was made without vectors; search it with retrieval.method=bm25, or index it with an embedder",
                hint=Hint.UPGRADE_STORE,
            )
        opened = self.opened
        highlighter = self.highlighter if how.results == "spans" and layer is Layer.CHUNK else None
        # A search by words alone uses no embedder, so the user need not allow one.
        embedder = self.embedder if by_meaning else make("embedder", Stage(kind="none"))
        retriever = StagedRetriever(
            opened.library,
            opened.backend,
            embedder=embedder,
            settings=how,
            router=self.router,
            highlighter=highlighter,
            reranker=self.reranker,
        )
        return retriever.retrieve(query, k=k, filters=filters, layer=layer, explain=explain)

    @cached_property
    def asking(self) -> AskPipeline:
        """The pipeline that answers questions, with the answerer from the settings."""
        return AskPipeline(self, make_answerer(self.settings), verifier=self.verifier)

    @cached_property
    def verifier(self) -> Verifier:
        """The model that reads claims with their passages."""
        verifier: Verifier = self._make("verifier", self.settings.verifier)
        return verifier

    def ask(
        self,
        question: str,
        *,
        k: int | None = None,
        filters: Filters = NO_FILTERS,
        explain: bool = False,
        on_token: OnToken | None = None,
        on_sources: OnSources | None = None,
        each: bool = False,
    ) -> Answer:
        """The answer to a question, every claim verified and cited; `on_token` gets a model's words as they come.

        `on_sources` gets what was found before anything is drafted from it. With `each` the question is asked of every
        document by itself.
        """
        if not question.strip():
            raise QuestionError("The question is empty; ask something in words.")
        if each and filters.within:
            raise SettingsError("section", "is of one document, and cannot be asked of each")
        answer = self.asking.ask(
            question, k=k, filters=filters, explain=explain, on_token=on_token, on_sources=on_sources, each=each
        )
        return with_labels(answer, self.library)

    def warm_up(self) -> None:
        """Load the models that run on this machine, so that the first search need not; hosted ones are not asked."""
        # Hosted models count what is asked of them.
        hosted = any(hasattr(model, "usage") for model in (self.embedder, self.reranker))
        if not hosted and self.settings.embedder.kind != "none":
            self.search("agreement", k=1)
        self.verifier.verify([("A sum is due.", "A sum is due.")])

    def is_current(self) -> bool:
        """Whether nothing was written to the store since it was opened; quick enough to ask before every search."""
        return self._mark == self._engine.mark()

    @cached_property
    def _engine(self) -> StoreEngine:
        return store_engine(self._location, self.settings)

    @property
    def documents(self) -> Sequence[DocumentCard]:
        """What is known of every document, in order of path."""
        return self.library.cards

    def card(self, doc_id: str) -> DocumentCard:
        """What is known of a document."""
        return self.library.card(doc_id)

    def text(self, passage: Passage) -> str:
        """The exact words of a passage."""
        return passage.span.slice(self.library.text(passage.doc_id))

    def place(self, passage: Passage) -> Place:
        """The section and page where a passage begins."""
        return self.library.place(passage)

    def describe(self) -> dict[str, object]:
        """What the store holds and how it was made."""
        library, state = self.library, self.opened.state
        return {
            "folder": str(self._location),
            "documents": len(library.cards),
            "characters": sum(card.characters for card in library.cards),
            "rows": {layer.value: count for layer, count in library.passage_counts.items()},
            **self.opened.details,
            **({"unfinished": self.opened.unfinished} if self.opened.unfinished else {}),
            "generation": state.version,
            "embedder": state.embedder,
            "settings": state.settings,
        }

    def remove(self, doc_ids: Iterable[str]) -> None:
        """Remove documents; searches on this object still see them until the store is reopened."""
        remove_documents(self._location, set(doc_ids), self.settings)


def index_files(
    paths: Iterable[Path | str],
    location: StorePlace | str,
    *,
    settings: Settings,
    prune: bool = False,
    patience: float = 0,
    manifest: Path | None = None,
    upgrade: bool = False,
    progress: Progress | None = None,
    on_upgrade: OnUpgrade | None = None,
) -> BuildReport:
    """Make a store of files and folders, or bring it up to date with them, without opening it.

    A manifest says what else is known of the documents. Another process that writes to the store is waited for as many
    seconds as `patience` says. A store made with another embedder is embedded again, which `on_upgrade` is told first;
    where that asks a provider, only with `upgrade`.
    """
    paths = list(paths)
    found = survey_files(Path(path) for path in paths if not is_remote(path))
    remote = [list_remote(str(path), readable_suffixes()) for path in paths if is_remote(path)]
    fetched = [file for files, _ in remote for file in files]
    if not found.files and found.passed_over and not fetched:
        raise NotFound(found.complaint())
    report = build_store(
        [*found.files, *fetched],
        locate_store(location, settings),
        settings,
        prune=prune,
        patience=patience,
        manifest=manifest,
        upgrade=upgrade,
        progress=progress,
        on_upgrade=on_upgrade,
    )
    report.passed_over = dict(sum((others for _, others in remote), Counter(found.passed_over)))
    report.failures += found.skipped
    return report


def verify_store(
    location: StorePlace | str, *, repair: bool = False, on_note: Callable[[str], None] | None = None
) -> list[str]:
    """The files of a store that are missing or damaged, by the checksum of each.

    With `repair`, the documents they belong to are taken out, so that the next index run makes them anew; a damaged
    list of files is replaced by the newest one that is whole. `on_note` is told where a store changed meanwhile.
    """
    location = locate_store(location)
    damage = store_engine(location).damage()
    if damage.note and on_note:
        on_note(damage.note)
    if repair and damage.files:
        repair_store(location)
    return list(damage.files)
