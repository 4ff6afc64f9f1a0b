"""Stores of third parties that were written before their ports had all they have now: what is missing is made here.

A plug-in that has a method itself is asked by that one, which may take less work.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage, Place
from pincite.domain.hit import Candidate, DocumentCard, Key
from pincite.domain.indexed import DocumentMentions, DocumentRows, PassageScores
from pincite.domain.reading import Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.legal.document_names import DocumentNames

    Vectors = NDArray[np.float32]


class OlderLibrary:
    """A library, with what can be made of one document after the other."""

    def __init__(self, library: Any) -> None:
        self._library = library

    @staticmethod
    def lacks_nothing(library: Any) -> bool:
        """Whether a library can do without this class."""
        return hasattr(library, "beginnings") and hasattr(library, "readings")

    @property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path."""
        cards: Sequence[DocumentCard] = self._library.cards
        return cards

    @property
    def names(self) -> DocumentNames:
        """What the documents are called."""
        names: DocumentNames = self._library.names
        return names

    @property
    def passage_counts(self) -> Mapping[Layer, int]:
        """How many passages each layer has."""
        counts: Mapping[Layer, int] = self._library.passage_counts
        return counts

    def card(self, doc_id: str) -> DocumentCard:
        """What is known of a document."""
        card: DocumentCard = self._library.card(doc_id)
        return card

    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        return str(self._library.text(doc_id))

    def beginning(self, doc_id: str) -> str:
        """How a document begins."""
        return str(self._library.beginning(doc_id))

    def beginnings(self, doc_ids: Sequence[str]) -> list[str]:
        """How some documents begin, in their order."""
        return _of_each(self._library, "beginnings", self._library.beginning, doc_ids)

    def place(self, passage: Passage) -> Place:
        """The section path and page where the words of a passage begin."""
        place: Place = self._library.place(passage)
        return place

    def reading(self, doc_id: str) -> Reading:
        """All that was found in a document."""
        reading: Reading = self._library.reading(doc_id)
        return reading

    def readings(self, doc_ids: Sequence[str]) -> list[Reading]:
        """All that was found in some documents, in their order."""
        return _of_each(self._library, "readings", self._library.reading, doc_ids)


class OlderBackend:
    """A search back end, with what can be picked from its answers."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        self._chooses = _takes(backend.mentions, "documents")
        self._stops = _takes(backend.matching, "share")

    @staticmethod
    def lacks_nothing(backend: Any) -> bool:
        """Whether a back end can do without this class."""
        takes_all = _takes(backend.mentions, "documents") and _takes(backend.matching, "share")
        return takes_all and hasattr(backend, "count_named")

    def nearest(
        self, vector: Vectors, *, k: int, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> list[Candidate]:
        """The k passages of a layer nearest to a vector."""
        near: list[Candidate] = self._backend.nearest(vector, k=k, layer=layer, documents=documents)
        return near

    def matching(
        self,
        query: str,
        *,
        k: int,
        layer: Layer = Layer.CHUNK,
        documents: Collection[str] | None = None,
        share: float = 0.0,
    ) -> list[Candidate]:
        """The k passages of a layer with the best scores by words, less those far behind the best."""
        own = {"share": share} if self._stops else {}
        best: list[Candidate] = self._backend.matching(query, k=k, layer=layer, documents=documents, **own)
        return [one for one in best if one.score >= share * best[0].score]

    def scores(self, keys: Sequence[Key], *, vector: Vectors | None = None, query: str | None = None) -> PassageScores:
        """The scores of chunks by a vector, by words, or both."""
        scores: PassageScores = self._backend.scores(keys, vector=vector, query=query)
        return scores

    def passages(self, documents: Collection[str], *, layer: Layer = Layer.CHUNK) -> dict[Key, Passage]:
        """Every passage of some documents, in order of document and place."""
        passages: dict[Key, Passage] = self._backend.passages(documents, layer=layer)
        return passages

    def rows(self, doc_ids: Sequence[str]) -> list[DocumentRows]:
        """All that is indexed of some documents, in their order."""
        rows: list[DocumentRows] = self._backend.rows(doc_ids)
        return rows

    def mentions(
        self, names: Sequence[str], *, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> DocumentMentions:
        """The documents with passages that hold every one of some names, of all or of some documents."""
        own = {"documents": documents} if self._chooses else {}
        said: DocumentMentions = self._backend.mentions(names, layer=layer, **own)
        return said if documents is None or self._chooses else _among(said, documents)

    def count_named(self, word: str) -> int:
        """How many documents have a word in their name or beginning."""
        if hasattr(self._backend, "count_named"):
            return int(self._backend.count_named(word))
        return len(self.mentions((word,), layer=Layer.DOCUMENT))


def _of_each(plugin: Any, name: str, one_by_one: Callable[[str], Any], doc_ids: Sequence[str]) -> list[Any]:
    together = getattr(plugin, name, None)
    return list(together(doc_ids)) if together else [one_by_one(doc_id) for doc_id in doc_ids]


def _takes(method: Callable[..., Any], name: str) -> bool:
    parameters = signature(method).parameters
    return name in parameters or any(one.kind is Parameter.VAR_KEYWORD for one in parameters.values())


def _among(said: DocumentMentions, documents: Collection[str]) -> DocumentMentions:
    import numpy as np

    chosen = set(documents)
    kept = np.array([doc_id in chosen for doc_id in said.doc_ids], dtype=bool)
    return DocumentMentions(said.known, said.places[kept], said.counts[kept], said.sizes[kept])
