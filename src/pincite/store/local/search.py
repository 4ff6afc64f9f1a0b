"""Search over the segments of a generation: FAISS for vectors, BM25 for words; a key is a row's number over all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Candidate, Key
from pincite.domain.indexed import DocumentMentions, DocumentRows, PassageScores
from pincite.errors import NotFound
from pincite.spans import Span
from pincite.store.local.contracts import LexicalIndex, OpenLexical
from pincite.store.local.segments import Segment, alive_rows
from pincite.store.recent import RecentValues

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Rows = NDArray[np.int64]
    Mask = NDArray[np.bool_]

# Cached: each question scores chunks by words twice, to find the best and to compare those found by meaning.
_KEPT_QUERIES = 2


class LocalSearch:
    """Searches segments, each with those of its documents that still count, as one index."""

    def __init__(self, segments: Sequence[tuple[Segment, Collection[str]]], *, lexical: LexicalIndex) -> None:
        self._segments = [segment for segment, _ in segments]
        self._lexical = lexical
        self._word_scores: RecentValues[Floats] = RecentValues(limit=_KEPT_QUERIES)
        self._first_row = {layer: self._count_rows(layer) for layer in Layer}
        self._where = {
            record.card.id: (i, record)
            for i, (segment, alive) in enumerate(segments)
            for record in segment.records
            if record.card.id in alive
        }
        self._living = {
            layer: [alive_rows(segment, set(alive), layer) for segment, alive in segments] for layer in Layer
        }
        self._whole = {layer: [bool(rows.all()) for rows in self._living[layer]] for layer in Layer}

    def nearest(
        self, vector: Floats, *, k: int, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> list[Candidate]:
        """The k passages of a layer nearest to a vector."""
        found: list[tuple[float, int]] = []
        allowed = self._living[layer] if documents is None else self._rows_of_documents(documents, layer)
        for segment, rows, first in zip(self._segments, allowed, self._first_row[layer], strict=False):
            scores, numbers = segment.vectors[layer].search(vector.reshape(1, -1), k=k, among=rows)
            pairs = zip(scores[0].tolist(), numbers[0].tolist(), strict=True)
            found += [(score, first + row) for score, row in pairs if row >= 0]
        return self._best(found, k, layer)

    def matching(
        self,
        query: str,
        *,
        k: int,
        layer: Layer = Layer.CHUNK,
        documents: Collection[str] | None = None,
        share: float = 0.0,
    ) -> list[Candidate]:
        """The k passages of a layer with the best scores by words."""
        if layer is Layer.SECTION:
            return []
        scores = self._scores_by_words(query, layer)
        if documents is not None and len(scores):
            scores = np.where(np.concatenate(self._rows_of_documents(documents, layer)), scores, 0)
        rows = np.flatnonzero(scores)
        rows = rows[scores[rows] >= share * scores.max(initial=0)]
        if len(rows) > k:
            least = np.partition(scores[rows], len(rows) - k)[len(rows) - k]
            above = rows[scores[rows] > least]
            rows = np.concatenate([above, self._first(rows[scores[rows] == least], k - len(above), layer)])
        return self._best(list(zip(scores[rows].tolist(), rows.tolist(), strict=True)), k, layer)

    def scores(self, keys: Sequence[Key], *, vector: Floats | None = None, query: str | None = None) -> PassageScores:
        """The scores of chunks by a vector, by words, or both."""
        rows = np.array(keys, dtype=np.int64)
        nothing = np.zeros(len(rows), dtype=np.float32)
        dense = nothing if vector is None else self._scores_by_vector(vector, rows)
        return PassageScores(dense, nothing if query is None else self._scores_of_rows(query, rows))

    def passages(self, documents: Collection[str], *, layer: Layer = Layer.CHUNK) -> dict[Key, Passage]:
        """Every passage of some documents, in order of document and place."""
        found: dict[Key, Passage] = {}
        for doc_id in sorted({doc_id for doc_id in documents if doc_id in self._where}):
            at, record = self._where[doc_id]
            start, end = record.rows[layer]
            places = self._segments[at].places[layer][start:end, 1:3].tolist()
            for row, place in enumerate(places, start=self._first_row[layer][at] + start):
                found[row] = Passage(doc_id, Span(*place))
        return found

    def rows(self, doc_ids: Sequence[str]) -> list[DocumentRows]:
        """All that is indexed of some documents, in their order, as it was written."""
        return [self._rows_of(doc_id) for doc_id in doc_ids]

    def _rows_of(self, doc_id: str) -> DocumentRows:
        if doc_id not in self._where:
            raise NotFound(f"The store has no document {doc_id}.")
        at, record = self._where[doc_id]
        segment = self._segments[at]
        return DocumentRows(
            {layer: np.array(segment.places[layer][slice(*record.rows[layer]), 1:]) for layer in Layer},
            {layer: np.array(segment.vectors[layer].rows(*record.rows[layer])) for layer in Layer},
        )

    def mentions(
        self, names: Sequence[str], *, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> DocumentMentions:
        """The documents with passages that hold every one of some names."""
        words = self._words(layer)
        chosen = self._living[layer] if documents is None else self._rows_of_documents(documents, layer)
        held = [self._lexical.holding(name, words) for name in names] if words else []
        places, counts, sizes = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for i, rows in enumerate(_common(parts) for parts in zip(*held, strict=True)):
            rows = rows if documents is None and self._whole[layer][i] else rows[chosen[i][rows]]
            if not len(rows):
                continue
            having = np.bincount(self._documents_of_rows[layer][i][rows])
            found = np.flatnonzero(having)
            places.append(self._first_document[i] + found)
            counts.append(having[found])
            sizes.append(self._sizes[layer][i][found])
        return DocumentMentions(self._all_ids, *map(np.concatenate, (places, counts, sizes)))

    def count_named(self, word: str) -> int:
        """How many documents have a word in their name or beginning."""
        return len(self.mentions((word,), layer=Layer.DOCUMENT))

    def _scores_by_vector(self, vector: Floats, rows: Rows) -> Floats:
        scores = np.zeros(len(rows), dtype=np.float32)
        edges = self._first_row[Layer.CHUNK]
        for i, segment in enumerate(self._segments):
            here = (rows >= edges[i]) & (rows < edges[i + 1])
            if here.any():
                stored = segment.vectors[Layer.CHUNK].rows(0, edges[i + 1] - edges[i])
                # Not `@`: its rounding depends on a row's position, and so would the order of near-equal scores.
                scores[here] = np.einsum("ij,j->i", stored[rows[here] - edges[i]], vector.reshape(-1))
        return scores

    def _scores_by_words(self, query: str, layer: Layer) -> Floats:
        """A score for every row of a layer."""
        pairs = list(zip(self._words(layer), self._living[layer], strict=True))
        if layer is not Layer.CHUNK:
            return self._lexical.scores(query, pairs)
        return self._word_scores.get(query, lambda words: self._lexical.scores(words, pairs))

    def _scores_of_rows(self, query: str, rows: Rows) -> Floats:
        """The scores of some chunks by words; where those of all are not known, of these alone."""
        known = self._word_scores.kept(query)
        if known is not None:
            return known[rows]
        order = np.argsort(rows)
        edges = self._first_row[Layer.CHUNK]
        cuts = np.searchsorted(rows[order], edges)
        among = [rows[order[cuts[i] : cuts[i + 1]]] - edges[i] for i in range(len(self._segments))]
        pairs = list(zip(self._words(Layer.CHUNK), self._living[Layer.CHUNK], strict=True))
        scores = np.zeros(len(rows), dtype=np.float32)
        scores[order] = self._lexical.scores(query, pairs, among=among)
        return scores

    def _words(self, layer: Layer) -> list[OpenLexical]:
        """The words of each segment; those of the document layer are the documents' names, one row for each."""
        if layer is Layer.SECTION:
            return []
        return [segment.chunk_words if layer is Layer.CHUNK else segment.name_words for segment in self._segments]

    def _best(self, found: Sequence[tuple[float, int]], k: int, layer: Layer) -> list[Candidate]:
        passages = self._passages([row for _, row in found], layer)
        candidates = [Candidate(row, passages[row], score) for score, row in found]
        return sorted(candidates, key=lambda one: (-one.score, *one.passage.order))[:k]

    def _first(self, rows: Rows, count: int, layer: Layer) -> Rows:
        """Return the first rows in the order of their passages, without creating a passage for each."""
        order = np.zeros(len(rows), dtype=np.int64)
        edges = self._first_row[layer]
        for i, documents in enumerate(self._documents_of_rows[layer]):
            here = (rows >= edges[i]) & (rows < edges[i + 1])
            order[here] = self._order[self._first_document[i] + documents[rows[here] - edges[i]]]
        return rows[np.lexsort((rows, order))[:count]]

    def _passages(self, rows: Sequence[int], layer: Layer) -> dict[int, Passage]:
        """Where rows point."""
        found: dict[int, Passage] = {}
        wanted, edges = np.array(rows, dtype=np.int64), self._first_row[layer]
        for i, segment in enumerate(self._segments):
            here = wanted[(wanted >= edges[i]) & (wanted < edges[i + 1])]
            placed = segment.places[layer][here - edges[i]].tolist()
            for row, (document, start, end, _) in zip(here.tolist(), placed, strict=True):
                found[row] = Passage(segment.records[document].card.id, Span(start, end))
        return found

    def _rows_of_documents(self, documents: Collection[str], layer: Layer) -> list[Mask]:
        """Which rows of each segment belong to some documents."""
        masks = [np.zeros(len(segment.places[layer]), dtype=bool) for segment in self._segments]
        for segment, record in (self._where[doc_id] for doc_id in documents if doc_id in self._where):
            masks[segment][slice(*record.rows[layer])] = True
        return masks

    def _count_rows(self, layer: Layer) -> list[int]:
        return [0, *np.cumsum([len(segment.places[layer]) for segment in self._segments]).tolist()]

    @cached_property
    def _ids(self) -> list[NDArray[np.object_]]:
        """The documents of each segment."""
        return [np.array([record.card.id for record in one.records], dtype=object) for one in self._segments]

    @cached_property
    def _all_ids(self) -> NDArray[np.object_]:
        """The documents of all segments, one after the other."""
        return np.concatenate([np.zeros(0, object), *self._ids])

    @cached_property
    def _order(self) -> Rows:
        """The rank of each document of all segments among their ids."""
        return np.unique(self._all_ids.astype(str), return_inverse=True)[1]

    @cached_property
    def _first_document(self) -> list[int]:
        """Where the documents of each segment begin among those of all."""
        return [0, *np.cumsum([len(one) for one in self._ids]).tolist()]

    @cached_property
    def _documents_of_rows(self) -> dict[Layer, list[NDArray[np.int32]]]:
        """The document of each row, by its number in the segment."""
        return {layer: [np.array(one.places[layer][:, 0]) for one in self._segments] for layer in Layer}

    @cached_property
    def _sizes(self) -> dict[Layer, list[Rows]]:
        """How many rows each document of a segment has."""
        documents = self._documents_of_rows
        counts = [len(segment.records) for segment in self._segments]
        return {
            layer: [np.bincount(rows, minlength=n) for rows, n in zip(documents[layer], counts, strict=True)]
            for layer in Layer
        }


def _common(parts: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """The rows that all parts have, in order; each has its rows in order."""
    few, *others = sorted(parts, key=len)
    for many in others:
        places = np.searchsorted(many, few)
        places[places == len(many)] = 0
        few = few[many[places] == few] if len(many) else few[:0]
    return few
