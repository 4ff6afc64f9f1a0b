"""The service: everything a surface may ask of stores, for many callers at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pincite.domain.answer import Answer
from pincite.domain.chat import Turn
from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.finding import CheckedDraft
from pincite.domain.hit import DocumentCard
from pincite.domain.store_place import StorePlace
from pincite.errors import NotFound, PinciteError, QuestionError, SettingsError, SpanError
from pincite.pipeline.asking.conversation import turn_of
from pincite.pipeline.asking.next_question import ask_next
from pincite.pipeline.checking.check_draft import PASSAGES, check_draft
from pincite.pipeline.checking.quotation import CheckedQuotation, check_quotation
from pincite.pipeline.scope import ANYWHERE, SearchScope, find_card, find_section
from pincite.pipeline.store import Store
from pincite.pipeline.wire import PluginPool, locate_store
from pincite.ports import OnSources, OnToken, Reranker
from pincite.render.page_picture import DPI, draw_page, read_original
from pincite.render.wire.document import WireCollection, WireOutline, WirePage, WireSectionText, WireText
from pincite.render.wire.search import WireRanking
from pincite.retrieve.filters import Filters
from pincite.service.collection import Collection, OpenState
from pincite.service.page_picture import PagePicture, page_of
from pincite.service.source_file import source_file
from pincite.service.tags import Tags, tagged_filters, with_tags
from pincite.settings import Settings, Stage, load_settings
from pincite.spans import Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A question as asked, as it was understood, and its answer; append `turn` to the history."""

    said: str
    asked: str
    answer: Answer

    @property
    def turn(self) -> Turn:
        """The turn as later questions may refer to it."""
        return turn_of(self.asked, self.answer)


class Service:
    """Stores by name, opened when they are needed and always in their newest state.

    All of it may be called from any number of threads. Models are loaded once, and shared by the stores.
    """

    def __init__(
        self,
        stores: Mapping[str, StorePlace | str],
        *,
        settings: Settings | None = None,
        preset: str | None = None,
        flags: Iterable[str] = (),
    ) -> None:
        self._plugins = plugins = PluginPool()
        flags = tuple(flags)
        self._settings = settings or load_settings(preset, flags=flags).settings
        self._open = lambda place: Store.open(place, settings=settings, preset=preset, flags=flags, make=plugins.make)
        self._lock = threading.Lock()
        self._collections: dict[str, Collection] = {}
        for name, location in stores.items():
            self.add(name, location)

    def add(self, name: str, location: StorePlace | str) -> None:
        """Serve another store, or one in another place under the same name."""
        if not name.strip():
            raise SettingsError("name", "is empty; give the collection a name")
        found = locate_store(location, self._settings)
        with self._lock:
            self._collections = {**self._collections, name: Collection(found, self._open)}

    def drop(self, name: str) -> None:
        """Stop serving a store; its files are not touched."""
        with self._lock:
            self._collections = {other: held for other, held in self._collections.items() if other != name}

    def run(self, name: str, work: Callable[[OpenState], T]) -> T:
        """Do work on the newest state of a store; it is repeated if that state is deleted meanwhile."""
        return self.held(name).run(work)

    def refresh(self, name: str) -> None:
        """Open the newest state of a store, so that everything written before this call is visible."""
        self.held(name).refresh()

    def warm_up(self) -> None:
        """Open every store and load the models, so that the first caller need not wait; no hosted model is asked."""
        for name in self._collections:
            self.run(name, lambda state: state.store.warm_up())

    @property
    def names(self) -> list[str]:
        """The names of the stores that are served, in order; none is opened for that."""
        return sorted(self._collections)

    def collections(self) -> list[WireCollection]:
        """The stores that are served, in order of name; one that cannot be opened says why."""
        return [self._describe(name) for name in self.names]

    def collection(self, name: str) -> WireCollection:
        """One of the stores that are served."""
        self.held(name)
        return self._describe(name)

    def state(self, name: str) -> tuple[int, Hashable]:
        """What results depend on besides the question: the store's generation and its tags."""
        version = self.run(name, lambda state: state.store.opened.state.version)
        return version, self.tags(name).mark

    def answerer(self, name: str) -> str:
        """What answers questions of a store."""
        return self.run(name, lambda state: state.store.asking.answerer.name)

    def location(self, name: str) -> StorePlace:
        """Where a store is."""
        return self.held(name).location

    def folder(self, name: str) -> Path:
        """Where what a server keeps beside a store lies (uploads, tags, reviews): in the store, if that is a folder."""
        return self.held(name).folder

    def held(self, name: str) -> Collection:
        """A store that is served, with its jobs and uploads."""
        held = self._collections.get(name)
        if held is None:
            known = ", ".join(sorted(self._collections)) or "none"
            raise NotFound(f"There is no collection '{name}'. There are: {known}.")
        return held

    def matching(self, name: str, scope: SearchScope) -> Sequence[DocumentCard]:
        """What is known of the documents that meet the filters, in order of path; there may be none."""

        def work(state: OpenState) -> Sequence[DocumentCard]:
            cards = with_tags(state.store.documents, self.tags(name).all())
            filters = Filters(
                kind=scope.kind,
                party=scope.party,
                since=scope.since,
                until=scope.until,
                file=scope.file,
                where=scope.where,
                documents=tuple(find_card(state.store, one).id for one in scope.documents),
            )
            chosen = set(filters.choose(cards))
            return [card for card in cards if card.id in chosen]

        return self.run(name, work)

    def documents(self, name: str) -> Sequence[DocumentCard]:
        """What is known of every document of a store, in order of path."""
        return self.run(name, lambda state: state.store.documents)

    def document(self, name: str, document: str) -> DocumentCard:
        """What is known of a document, by its id or path."""
        card = self.run(name, lambda state: find_card(state.store, document))
        return with_tags([card], self.tags(name).all())[0]

    def tags(self, name: str) -> Tags:
        """What users noted of the documents of a store."""
        return self.held(name).tags

    def search(
        self,
        name: str,
        query: str,
        *,
        k: int | None = None,
        scope: SearchScope = ANYWHERE,
        layer: Layer = Layer.CHUNK,
        explain: bool = False,
    ) -> WireRanking:
        """The passages that answer a query, best first; or, on another layer, the sections or documents about it."""
        if not query.strip():
            raise QuestionError("The query is empty; write what to look for.")

        def work(state: OpenState) -> WireRanking:
            filters = tagged_filters(scope, state.store, self.tags(name).all())
            ranking = state.store.search(query, k=k, filters=filters, layer=layer, explain=explain)
            return WireRanking.of(ranking, state.store, layer=layer)

        return self.run(name, work)

    def ask(
        self,
        name: str,
        question: str,
        *,
        k: int | None = None,
        scope: SearchScope = ANYWHERE,
        explain: bool = False,
        each: bool = False,
        on_token: OnToken | None = None,
        on_sources: OnSources | None = None,
    ) -> Answer:
        """The answer to a question, every claim verified and cited.

        `on_token` gets a model's draft as it is written, `on_sources` what was found before anything is drafted.
        """
        return self.run(
            name,
            lambda state: state.store.ask(
                question,
                k=k,
                filters=tagged_filters(scope, state.store, self.tags(name).all()),
                explain=explain,
                each=each,
                on_token=on_token,
                on_sources=on_sources,
            ),
        )

    def chat(
        self,
        name: str,
        question: str,
        *,
        history: Sequence[tuple[str, str] | Turn] = (),
        k: int | None = None,
        scope: SearchScope = ANYWHERE,
        explain: bool = False,
        on_token: OnToken | None = None,
        on_sources: OnSources | None = None,
    ) -> ChatTurn:
        """The answer to a question that may lean on those before it."""

        def work(state: OpenState) -> ChatTurn:
            filters = tagged_filters(scope, state.store, self.tags(name).all())
            asked, answer = ask_next(
                state.store,
                question,
                history,
                k=k,
                filters=filters,
                explain=explain,
                on_token=on_token,
                on_sources=on_sources,
            )
            return ChatTurn(question, asked, answer)

        return self.run(name, work)

    def outline(self, name: str, document: str) -> WireOutline:
        """The clause tree of a document, with its defined terms and cross-references."""

        def work(state: OpenState) -> WireOutline:
            card = find_card(state.store, document)
            return WireOutline.of(state.reading(card.id), card)

        return self.run(name, work)

    def section(self, name: str, document: str, citation: str) -> WireSectionText:
        """A section of a document, by what a lawyer calls it: "5.2(b)", "Article V"."""

        def work(state: OpenState) -> WireSectionText:
            reading = state.reading(find_card(state.store, document).id)
            return WireSectionText.of(find_section(reading, citation), reading)

        return self.run(name, work)

    def text(self, name: str, document: str, span: Span) -> WireText:
        """The words of a document at a span, with their place and the boxes that cover them."""

        def work(state: OpenState) -> WireText:
            card = find_card(state.store, document)
            if span.end > card.characters:
                raise SpanError(f"Span [{span.start}, {span.end}) ends after the text of {card.path}.")
            passage = Passage(card.id, span)
            place = state.store.place(passage)
            covers = state.reading(card.id).doc.boxes(span) if place.page else ()
            return WireText.of(passage, card, place=place, text=state.store.text(passage), covers=covers)

        return self.run(name, work)

    def whole_text(self, name: str, document: str) -> str | None:
        """The whole text of a document by its id; None where it is not there."""
        try:
            return self.run(name, lambda state: state.store.library.text(find_card(state.store, document).id))
        except NotFound:
            return None

    def page(
        self,
        name: str,
        document: str,
        number: int,
        *,
        span: Span | None = None,
        dpi: float = DPI,
        original: Path | None = None,
    ) -> PagePicture:
        """A page as a picture, with the boxes of a span; drawn from the file that was read, or from a copy of it."""

        def work(state: OpenState) -> PagePicture:
            doc = state.reading(find_card(state.store, document).id).doc
            page = page_of(doc, number)
            covers = doc.boxes(span) if span else ()
            file = original or source_file(doc, self.location(name))
            return PagePicture(WirePage.of(page, covers=covers), draw_page(doc, number, dpi=dpi, original=file))

        return self.run(name, work)

    def page_boxes(self, name: str, document: str, number: int, *, span: Span | None = None) -> WirePage:
        """A page without its picture: its size, and boxes over the words of a span."""

        def work(state: OpenState) -> WirePage:
            doc = state.reading(find_card(state.store, document).id).doc
            return WirePage.of(page_of(doc, number), covers=doc.boxes(span) if span else ())

        return self.run(name, work)

    def pages(self, name: str, document: str, *, span: Span | None = None) -> list[WirePage]:
        """Every page without its picture; those that the words of a span stand on have boxes over them."""

        def work(state: OpenState) -> list[WirePage]:
            doc = state.reading(find_card(state.store, document).id).doc
            covers = doc.boxes(span) if span else ()
            return [WirePage.of(page, covers=covers) for page in doc.pages]

        return self.run(name, work)

    def digest(self, name: str, document: str) -> str:
        """The SHA-256 of the file that a document was read from."""
        return self.run(name, lambda state: state.reading(find_card(state.store, document).id).doc.source.sha256)

    def original(self, name: str, document: str, *, copy: Path | None = None) -> bytes | None:
        """The file a document was read from, or a copy of it; None where it is gone, or is another file now."""

        def work(state: OpenState) -> bytes | None:
            doc = state.reading(find_card(state.store, document).id).doc
            return read_original(doc.source, copy or source_file(doc, self.location(name)))

        return self.run(name, work)

    def remove(self, name: str, document: str) -> None:
        """Remove a document from a store."""
        self.run(name, lambda state: state.store.remove([find_card(state.store, document).id]))
        self.refresh(name)

    def check_quotation(self, name: str, quote: str, *, scope: SearchScope = ANYWHERE) -> CheckedQuotation:
        """Whether words stand in the documents, and where; where they do not, the passage that comes nearest."""

        def work(state: OpenState) -> CheckedQuotation:
            filters = tagged_filters(scope, state.store, self.tags(name).all())
            return check_quotation(quote, state.store, filters=filters)

        return self.run(name, work)

    def check_draft(self, name: str, path: Path, *, k: int = PASSAGES) -> CheckedDraft:
        """Check a draft against a store, sentence by sentence."""
        return self.run(name, lambda state: check_draft(path, state.store, k=k))

    def public_message(self, error: PinciteError) -> str:
        """Return an error's message for remote callers, with store names instead of paths."""
        message = str(error)
        for name, held in self._collections.items():
            message = message.replace(str(held.location), name)
        return message

    def embed(self, name: str, texts: Sequence[str], *, as_queries: bool = False) -> list[list[float]]:
        """Vectors of texts, by the embedder that a store was made with."""

        def work(state: OpenState) -> list[list[float]]:
            embedder = state.store.embedder
            if not texts:
                return []
            vectors = embedder.embed_queries(texts) if as_queries else embedder.embed_passages(texts)
            return [[float(value) for value in row] for row in vectors]

        return self.run(name, work)

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        """How well each passage answers a question, by the model that ships with the package; more is better."""
        reranker: Reranker = self._plugins.make("reranker", Stage(kind="highlighter"))
        return reranker.rerank(question, passages)

    def _describe(self, name: str) -> WireCollection:
        try:
            store = self.run(name, lambda state: state.store)
            version = store.opened.state.version
            return WireCollection(name=name, documents=len(store.documents), generation=version)
        except PinciteError as error:
            return WireCollection(name=name, documents=0, generation=0, problem=str(error))
