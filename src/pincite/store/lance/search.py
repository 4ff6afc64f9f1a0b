"""Search in one state of a store in Lance: vectors, words and filters in one engine; a key is a passage's number."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from lancedb.query import BooleanQuery, MatchQuery, Occur

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Candidate, Key
from pincite.domain.indexed import DocumentMentions, DocumentRows, PassageScores
from pincite.legal.languages import ENGLISH
from pincite.spans import Span
from pincite.store.document_sizes import DocumentSizes
from pincite.store.lance.indexes import nearest_chunks
from pincite.store.lance.table import StoreTable
from pincite.store.lance.tables import LAYERS, LanceState, LanceTables, one_of
from pincite.store.lance.vector_choice import VectorChoice
from pincite.store.lance.words import KeptWords, PassageWords, WordCounts
from pincite.store.recent import KEPT_MENTIONS, RecentValues
from pincite.store.row_library import in_order
from pincite.store.words import query_terms, shorten_term

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_PLACE = ["id", "doc_id", "first", "last"]
# The engine's own word ranking is close to ours: fetch this many times the results wanted, then rank again.
_CANDIDATES = 8
_FEWEST = 2000
# The names and beginnings of so many documents are kept in memory: 114 MB for a hundred thousand of a hundred words.
_KEPT_DOCUMENTS = 200_000
# The passages with a name are kept where there are so few: a question asks next which of them hold another name too.
_FEW = 256


class LanceSearch:
    """Searches one state; several threads may use it."""

    def __init__(self, tables: LanceTables, state: LanceState, choice: VectorChoice) -> None:
        self._place = tables.place
        self._table = tables.need("passages", state.passages)
        self._documents = tables.need("documents", state.documents)
        self._dimension = state.dimension
        self._above, self._probes = choice.above, choice.probes(state.rows)
        self._counts = WordCounts(tables, state)
        self._mentions: RecentValues[DocumentMentions] = RecentValues(limit=KEPT_MENTIONS)
        self._few: RecentValues[Any] = RecentValues(limit=KEPT_MENTIONS)

    def nearest(
        self, vector: Floats, *, k: int, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> list[Candidate]:
        """The k passages of a layer nearest to a vector: through the index where there is one, and else exactly."""
        if not self._dimension:
            return []
        probes = self._probes if self._many(layer, documents) else None
        query = nearest_chunks(
            self._table, vector.reshape(-1).astype(np.float32), probes=probes, condition=_chosen(layer, documents)
        )
        # Fetch half as many again, to break ties at the last score by order.
        rows = self._table.fetch(query.select([*_PLACE, "_distance"]), k + k // 2 + 16).to_pylist()
        return _candidates([(row, 1.0 - row["_distance"]) for row in rows])[:k]

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
        terms = query_terms(query, self._languages)
        if layer is Layer.SECTION or not terms:
            return []
        kept = self._named if layer is Layer.DOCUMENT and documents is None else None
        weights, mean_length = kept.words.weights(terms) if kept else self._counts.weights(terms, layer)
        if not weights:
            return []
        if kept is None:
            found = self._holding([list(weights)], layer, documents, most=max(_CANDIDATES * k, _FEWEST))
            found = found.sort_by([(column, "ascending") for column in ("doc_id", "first", "last")])
            words = PassageWords(found)
        else:
            found, words = kept.rows, kept.words
        scores = words.score(weights, mean_length)
        best = _best(scores, k)
        best = best[scores[best] >= share * scores.max(initial=0)]
        rows = found.select(_PLACE).take(best).to_pylist()
        return _candidates(list(zip(rows, scores[best].tolist(), strict=True)))

    def scores(self, keys: Sequence[Key], *, vector: Floats | None = None, query: str | None = None) -> PassageScores:
        """The scores of chunks by a vector, by words, or both."""
        if not keys:
            return PassageScores(np.zeros(0, np.float32), np.zeros(0, np.float32))
        columns = ["id", *(["vector"] if vector is not None else []), *(["words", "length"] if query else [])]
        found = self._table.columns(columns, one_of("id", keys), most=len(keys))
        order = {key: at for at, key in enumerate(found["id"].to_pylist())}
        at = np.array([order[key] for key in keys])
        dense, lexical = np.zeros(len(keys), np.float32), np.zeros(len(keys), np.float32)
        if vector is not None:
            dense = np.einsum("ij,j->i", vectors_of(found), vector.reshape(-1)).astype(np.float32)[at]
        if query:
            weights, mean_length = self._counts.weights(query_terms(query, self._languages), Layer.CHUNK)
            lexical = PassageWords(found).score(weights, mean_length).astype(np.float32)[at]
        return PassageScores(dense, lexical)

    def passages(self, documents: Collection[str], *, layer: Layer = Layer.CHUNK) -> dict[Key, Passage]:
        """Every passage of some documents, in order of document and place."""
        rows = self._table.rows(_PLACE, _chosen(layer, documents))
        return {row["id"]: _passage(row) for row in sorted(rows, key=lambda row: (row["doc_id"], row["id"]))}

    def rows(self, doc_ids: Sequence[str]) -> list[DocumentRows]:
        """All that is indexed of some documents, in their order, as it was written."""
        return in_order(document_rows(self._table, doc_ids), doc_ids, self._place)

    def mentions(
        self, names: Sequence[str], *, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> DocumentMentions:
        """The documents with passages that hold every one of some names."""
        wanted = [self._terms(name) for name in names]
        if documents is not None:
            return self._find_mentions(wanted, layer, documents)
        return self._mentions.get(repr((layer, wanted)), lambda _: self._find_mentions(wanted, layer))

    def count_named(self, word: str) -> int:
        """How many documents have a word in their name or beginning."""
        if self._named is None:
            return len(self.mentions((word,), layer=Layer.DOCUMENT))
        return self._named.words.count(self._terms(word))

    def _terms(self, name: str) -> list[str]:
        return sorted({*map(shorten_term, query_terms(name, self._languages))})

    def _find_mentions(
        self, names: Sequence[Sequence[str]], layer: Layer, documents: Collection[str] | None = None
    ) -> DocumentMentions:
        found = np.zeros(0, dtype=np.int64)
        if names and all(names) and layer is Layer.DOCUMENT and self._named is not None:
            found = self._among(self._named.documents[self._named.words.hold(names)], documents)
        elif names and all(names) and layer is not Layer.SECTION:
            kept = self._few_holding(names) if layer is Layer.CHUNK else None
            if kept is None:
                found = self._numbers(self._holding(names, layer, documents, columns=["doc_id"])["doc_id"])
            else:
                found = self._among(self._numbers(kept["doc_id"]), documents)
        return self._sizes.mentions(*np.unique(found, return_counts=True), layer=LAYERS[layer])

    def _among(self, found: NDArray[np.int64], documents: Collection[str] | None) -> NDArray[np.int64]:
        return found if documents is None else found[np.isin(found, self._sizes.numbers(documents))]

    def _few_holding(self, names: Sequence[Sequence[str]]) -> Any:
        """The chunks that hold every name, where those with one of them are kept or can be; else None."""
        if not self._has_word_index:
            return None
        known = (self._few.kept(repr(name)) for name in names)
        few = next((rows for rows in known if rows is not None), None)
        if few is None and len(names) == 1 and not self._is_common(names[0]):
            few = self._few.get(repr(names[0]), lambda _: self._fetch_few(names))
        return few if few is None or len(names) == 1 else few.filter(PassageWords(few).hold(names))

    def _fetch_few(self, names: Sequence[Sequence[str]]) -> Any:
        found = self._holding(names, Layer.CHUNK, most=_FEW + 1, columns=["doc_id", "words", "length"])
        return found if len(found) <= _FEW else None

    def _is_common(self, terms: Sequence[str]) -> bool:
        """Whether more documents are called by a name than its passages would be kept; known without asking."""
        return self._named is not None and self._named.words.count(terms) > _FEW

    def _numbers(self, doc_ids: Any) -> NDArray[np.int64]:
        """The numbers of documents in a column, which may have each more than once."""
        each = doc_ids.combine_chunks().dictionary_encode()
        numbers: NDArray[np.int64] = self._sizes.numbers(each.dictionary.to_pylist())[each.indices.to_numpy()]
        return numbers

    def _holding(
        self,
        names: Sequence[Sequence[str]],
        layer: Layer,
        documents: Collection[str] | None = None,
        *,
        most: int = 100_000_000,
        columns: Sequence[str] = (*_PLACE, "words", "length"),
    ) -> Any:
        """Passages that hold, of every name, any of its terms; the likeliest first where there is an index of words."""
        condition = _chosen(layer, documents)
        if self._has_word_index:
            parts = [MatchQuery(" ".join(terms), "words") for terms in names]
            asked = BooleanQuery([(Occur.MUST, part) for part in parts]) if len(parts) > 1 else parts[0]
            query = self._table.search(asked, query_type="fts").where(condition, prefilter=True)
            return self._table.fetch(query.select([*columns, "_score"]), most)
        found = self._table.columns([*_PLACE, "words", "length"], condition)
        return found.filter(PassageWords(found).hold(names))

    @cached_property
    def _named(self) -> NamedRows | None:
        """The rows of documents, kept unless there are too many: routing asks for them again and again."""
        if self._documents.count_rows() > _KEPT_DOCUMENTS:
            return None
        found = self._table.columns([*_PLACE, "words", "length"], _chosen(Layer.DOCUMENT, None)).sort_by("doc_id")
        return NamedRows(found.select(_PLACE), KeptWords(found), self._numbers(found["doc_id"]))

    def _many(self, layer: Layer, documents: Collection[str] | None) -> bool:
        """Tell whether passages are found through the index: chunks, of all documents or of many."""
        if layer is not Layer.CHUNK or not self.has_vector_index:
            return False
        if documents is None:
            return True
        chosen = self._sizes.numbers(documents)
        return int(self._sizes.passages[chosen[chosen >= 0], LAYERS[layer]].sum()) > self._above

    @cached_property
    def has_vector_index(self) -> bool:
        """Whether chunks can be found through an index."""
        return "vector" in self._table.indexed()

    @cached_property
    def _has_word_index(self) -> bool:
        return "words" in self._table.indexed()

    @cached_property
    def _languages(self) -> list[str]:
        rows = self._documents.rows(["language"])
        return sorted({row["language"] for row in rows}) or [ENGLISH]

    @cached_property
    def _sizes(self) -> DocumentSizes:
        rows = self._documents.rows(["doc_id", "passages"])
        return DocumentSizes(((row["doc_id"], row["passages"]) for row in rows), layers=len(LAYERS))


@dataclass(frozen=True, slots=True)
class NamedRows:
    """The rows of documents, with their words and the numbers of the documents."""

    rows: Any
    words: KeptWords
    documents: NDArray[np.int64]


def _best(scores: NDArray[np.float64], k: int) -> NDArray[np.int64]:
    """The places of the k best scores above zero; of those that tie with the last, the first."""
    last = np.partition(scores, -k)[-k] if len(scores) > k else 0.0
    above = np.flatnonzero(scores > last)
    ties = np.flatnonzero(scores == last)[: k - len(above)] if last > 0 else above[:0]
    return np.concatenate([above, ties])


def document_rows(table: StoreTable, doc_ids: Sequence[str]) -> dict[str, DocumentRows]:
    """The passages and vectors of documents, of those that have any, by id."""
    columns = ["doc_id", "id", "layer", "first", "last", "section", "vector"]
    found = table.columns(columns, one_of("doc_id", doc_ids)).sort_by([("doc_id", "ascending"), ("id", "ascending")])
    ids, starts = np.unique(np.array(found["doc_id"].to_pylist(), dtype=str), return_index=True)
    edges = [*starts.tolist(), len(found)]
    layers = found["layer"].to_numpy()
    places = np.stack([found[column].to_numpy() for column in ("first", "last", "section")], axis=1).astype(np.int32)
    vectors = vectors_of(found)
    return {
        str(doc_id): _by_layer(layers[start:end], places[start:end], vectors[start:end])
        for doc_id, start, end in zip(ids, edges, edges[1:], strict=False)
    }


def _by_layer(layers: Any, rows: Any, made: Floats) -> DocumentRows:
    own = {layer: layers == number for layer, number in LAYERS.items()}
    places = {layer: rows[chosen] for layer, chosen in own.items()}
    vectors = {layer: made[chosen] if chosen.any() else np.zeros((0, 0), np.float32) for layer, chosen in own.items()}
    return DocumentRows(places, vectors)


def vectors_of(found: Any) -> Floats:
    """The vectors of passages as one array: converting them to Python lists takes longer than a search."""
    stored = found["vector"].combine_chunks().flatten().to_numpy()
    vectors: Floats = stored.reshape(len(found), -1 if len(found) else 0).astype(np.float32)
    return vectors


def _chosen(layer: Layer, documents: Collection[str] | None) -> str:
    condition = f"layer = {LAYERS[layer]}"
    return condition if documents is None else f"{condition} AND {one_of('doc_id', documents)}"


def _passage(row: Mapping[str, Any]) -> Passage:
    return Passage(row["doc_id"], Span(row["first"], row["last"]))


def _candidates(found: Sequence[tuple[Mapping[str, Any], float]]) -> list[Candidate]:
    candidates = [Candidate(row["id"], _passage(row), score) for row, score in found]
    return sorted(candidates, key=lambda one: (-one.score, one.passage))
