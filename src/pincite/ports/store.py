"""The contracts of stores: a library of documents, a back end that searches them, and a writer.

A kind of store is one engine, which gives all three. Whatever searches knows passages by a key that only the back end
understands; whatever reads knows documents by their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage, Place
from pincite.domain.hit import Candidate, DocumentCard, Key
from pincite.domain.indexed import DocumentMentions, DocumentRows, IndexedDocument, PassageScores
from pincite.domain.reading import Reading
from pincite.domain.store_state import Damage, StoreState
from pincite.ports.older_stores import OlderBackend, OlderLibrary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.legal.document_names import DocumentNames

    Vectors = NDArray[np.float32]

# Makes the plug-in that the settings name for a port.
MakePlugin = Callable[[str], Any]


@runtime_checkable
class Library(Protocol):
    """The documents of a store: what is known of them and what they say."""

    @property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path."""
        ...

    @property
    def names(self) -> DocumentNames:
        """What the documents are called, numbered in the order of the cards; made at commit, not at every opening."""
        ...

    @property
    def passage_counts(self) -> Mapping[Layer, int]:
        """How many passages each layer has."""
        ...

    def card(self, doc_id: str) -> DocumentCard:
        """What is known of a document; raises NotFound where there is none."""
        ...

    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        ...

    def beginning(self, doc_id: str) -> str:
        """How a document begins: some thousand characters of its text."""
        ...

    def beginnings(self, doc_ids: Sequence[str]) -> list[str]:
        """How some documents begin, in their order: less work than one by one."""
        ...

    def place(self, passage: Passage) -> Place:
        """The section path and page where the words of a passage begin."""
        ...

    def reading(self, doc_id: str) -> Reading:
        """All that was found in a document."""
        ...

    def readings(self, doc_ids: Sequence[str]) -> list[Reading]:
        """All that was found in some documents, in their order: less work than one by one."""
        ...


@runtime_checkable
class SearchBackend(Protocol):
    """Finds passages by meaning and by words, of all documents or, with `documents`, of some.

    Results come best first, equals in the order of their passages. On the document layer the words are those by which
    a document is called: its file's name, title, parties and beginning. The section layer has no words.
    """

    def nearest(
        self, vector: Vectors, *, k: int, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> list[Candidate]:
        """The k passages of a layer nearest to a vector, by inner product."""
        ...

    def matching(
        self,
        query: str,
        *,
        k: int,
        layer: Layer = Layer.CHUNK,
        documents: Collection[str] | None = None,
        share: float = 0.0,
    ) -> list[Candidate]:
        """The k passages of a layer with the best scores by words (BM25), all above 0.

        Those with less than a `share` of the best one's score are left out: an engine need not look for them.
        """
        ...

    def scores(self, keys: Sequence[Key], *, vector: Vectors | None = None, query: str | None = None) -> PassageScores:
        """The scores of chunks by a vector, by words, or both."""
        ...

    def passages(self, documents: Collection[str], *, layer: Layer = Layer.CHUNK) -> dict[Key, Passage]:
        """Every passage of some documents, in order of document and place."""
        ...

    def rows(self, doc_ids: Sequence[str]) -> list[DocumentRows]:
        """All that is indexed of some documents, in their order; raises NotFound where one is not there."""
        ...

    def mentions(
        self, names: Sequence[str], *, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> DocumentMentions:
        """The documents with passages that hold every one of some names: any word of each."""
        ...

    def count_named(self, word: str) -> int:
        """How many documents have a word in their name or beginning: less work than `mentions` where they are many."""
        ...


@runtime_checkable
class Writer(Protocol):
    """Changes a store: nobody sees a change before it is committed, and then all of it.

    `recall` is the share of the nearest passages that a search finds, as measured in what was written; 1.0 where exact.
    `seconds` is the time spent, by work: `write`, `merge`.
    """

    recall: float
    seconds: dict[str, float]

    @property
    def state(self) -> StoreState | None:
        """What was committed last; None where the store is new."""
        ...

    @property
    def doc_ids(self) -> Collection[str]:
        """The documents of the store, as the next commit leaves them."""
        ...

    def repair(self, *, thorough: bool = False) -> tuple[str, ...]:
        """Leave out the documents that are damaged, with the files that hold them; gives the names of what is broken.

        A thorough look reads everything; any other finds what is missing or of another size.
        """
        ...

    def add(self, document: IndexedDocument) -> None:
        """Put a document in; it replaces one of the same id."""
        ...

    def remove(self, doc_ids: Collection[str]) -> None:
        """Take documents out."""
        ...

    def stash(self) -> None:
        """Put what was added so far out of memory, where the engine can: nobody sees it before the next commit.

        It is lost where the writer ends without one.
        """
        ...

    def commit(self, state: StoreState, *, final: bool = True) -> None:
        """Make all changes visible in one step; where nothing changed, nothing happens.

        Work that need be done only once is left to the `final` commit of a run.
        """
        ...


@dataclass(frozen=True, slots=True)
class OpenStore:
    """One committed state of a store, opened for reading; later commits do not change it.

    `unfinished` says what a writer that broke off has left undone, which the next one does. What the ports have gained
    since a plug-in was written is added here.
    """

    library: Library
    backend: SearchBackend
    state: StoreState
    details: dict[str, object] = field(default_factory=dict)
    unfinished: str = ""

    def __post_init__(self) -> None:
        if not OlderLibrary.lacks_nothing(self.library):
            object.__setattr__(self, "library", OlderLibrary(self.library))
        if not OlderBackend.lacks_nothing(self.backend):
            object.__setattr__(self, "backend", OlderBackend(self.backend))


class Snapshot(Protocol):
    """One committed state of a store, not opened yet: what it says of itself decides how it is opened."""

    @property
    def state(self) -> StoreState:
        """What the store says of itself."""
        ...

    def open(self, make: MakePlugin) -> OpenStore:
        """Open it for reading."""
        ...


class StoreEngine(Protocol):
    """A store of one kind, whether it is there yet or not; it is made with its place: a folder, or an address."""

    def latest(self) -> Snapshot | None:
        """The newest committed state; None where there is no store yet."""
        ...

    def mark(self) -> bytes:
        """What tells the newest committed state from every other one; cheap to read."""
        ...

    def write(self, make: MakePlugin | None = None, *, patience: float = 0) -> AbstractContextManager[Writer]:
        """A writer, the only one at a time: another is waited for as many seconds as `patience` says.

        Without plug-ins it can only take documents out.
        """
        ...

    def damage(self) -> Damage:
        """Everything that is not as it was written."""
        ...
