"""Search in one state of a collection: pgvector by meaning, tsvector and BM25 by words; a key is a passage's number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from psycopg import Connection

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Candidate, Key
from pincite.domain.indexed import DocumentMentions, DocumentRows, PassageScores
from pincite.legal.languages import ENGLISH
from pincite.spans import Span
from pincite.store.document_sizes import DocumentSizes
from pincite.store.postgres.connection import Database
from pincite.store.postgres.generation import LAYERS, CollectionGeneration, read_state
from pincite.store.postgres.indexes import (
    TERMS_OF_WORDS,
    has_ranked_index,
    indexed_vector,
    neighbours_seen,
    ranked_index,
)
from pincite.store.postgres.passages import document_rows
from pincite.store.postgres.vector_indexes import LimitedIndex, in_index, usable_index
from pincite.store.postgres.words import WordQuery, any_of, word_query
from pincite.store.recent import KEPT_COUNTS, KEPT_MENTIONS, RecentValues
from pincite.store.row_library import in_order
from pincite.store.words import query_terms, shorten_term

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

T = TypeVar("T")
# The best by pg_textsearch are nearly the best by our own scores: fetch this many times the results wanted.
_CANDIDATES, _FEWEST = 8, 500
# A filter that leaves at most this many passages is searched exactly.
_FEW = 50_000


class PostgresSearch:
    """Searches one state; several threads may use it."""

    def __init__(self, database: Database, generation: CollectionGeneration, *, seen: int) -> None:
        self._database = database
        self._generation = generation
        self._seen = seen
        self._found: RecentValues[DocumentMentions] = RecentValues(limit=KEPT_MENTIONS)
        self._named: RecentValues[int] = RecentValues(limit=KEPT_COUNTS)

    def nearest(
        self, vector: Floats, *, k: int, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> list[Candidate]:
        """The k passages of a layer nearest to a vector: through the index where there is one, and else exactly."""

        def work(connection: Connection[Any]) -> list[Any]:
            many = self._many(connection, layer, documents)
            index = usable_index(connection, self._generation) if many else None
            chosen, values = self._chosen(layer, documents)
            if index is None:
                return self._exact(connection, vector, chosen, values, k=k)
            # In this order: a writer may meanwhile put passages beside the index, never back into it.
            found = self._through(connection, index, vector, chosen, values, k=k)
            if len(found) < k:
                # The index gives up after so many passages that are not chosen; there may be more that are.
                return self._exact(connection, vector, chosen, values, k=k)
            # Few are beside it; the planner, which cannot know, would read the whole table.
            connection.execute("SET LOCAL enable_seqscan = off")
            beside = self._exact(connection, vector, f"{chosen} AND part > {index.part}", values, k=k)
            return list({row[0]: row for row in found + beside}.values())

        return _candidates(self._read(work))[:k]

    def _exact(
        self, connection: Connection[Any], vector: Floats, chosen: str, values: list[Any], *, k: int
    ) -> list[Any]:
        query = _text_of(vector)
        rows: list[Any] = connection.execute(
            f"SELECT id, doc_id, first, last, -(vector <#> %s) FROM {self._generation.table}"
            f" WHERE {chosen} ORDER BY vector <#> %s, doc_id, first, last LIMIT %s",
            [query, *values, query, k],
        ).fetchall()
        return rows

    def _through(
        self,
        connection: Connection[Any],
        index: LimitedIndex,
        vector: Floats,
        chosen: str,
        values: list[Any],
        *,
        k: int,
    ) -> list[Any]:
        seen = neighbours_seen(connection, self._generation, seen=self._seen, k=k)
        connection.execute(f"SET LOCAL hnsw.ef_search = {seen}")
        connection.execute("SET LOCAL hnsw.iterative_scan = relaxed_order")
        query, column = _text_of(vector), indexed_vector(self._generation)
        rows: list[Any] = connection.execute(
            f"SELECT id, doc_id, first, last, -({column} <#> %s) FROM {self._generation.table}"
            f" WHERE {chosen} AND {in_index(self._generation, index.part)} ORDER BY {column} <#> %s LIMIT %s",
            [query, *values, query, k],
        ).fetchall()
        return rows

    def matching(
        self,
        query: str,
        *,
        k: int,
        layer: Layer = Layer.CHUNK,
        documents: Collection[str] | None = None,
        share: float = 0.0,
    ) -> list[Candidate]:
        """The k passages of a layer with the best scores by words.

        Only those that may reach a score are looked at, where there are many: a high one first, then the one that the
        last of the best has, or half of it. Once the last of the best reaches it, no other passage can be better; nor
        once it is no more than the `share` of the best one's score that is asked for.
        """
        if layer is Layer.SECTION:
            return []

        def work(connection: Connection[Any]) -> list[Any]:
            asked = self._word_query(connection, query, layer)
            if documents is None and layer is Layer.CHUNK and (found := self._found_by_index(connection, asked, k=k)):
                return [row for row in found if row[4] >= share * found[0][4]]
            score = asked.limit / 2 if documents is None or self._many(connection, layer, documents) else 0.0
            while True:
                found = self._ranked(connection, asked, score, k=k, layer=layer, documents=documents)
                floor = share * found[0][4] if found else 0.0
                last = max(found[-1][4] if len(found) == k else 0.0, floor)
                if last >= score:
                    return [row for row in found if row[4] >= floor]
                score = last or (score / 2 if score > asked.least else 0.0)

        return _candidates(self._read(work))

    def scores(self, keys: Sequence[Key], *, vector: Floats | None = None, query: str | None = None) -> PassageScores:
        """The scores of chunks by a vector, by words, or both."""

        def work(connection: Connection[Any]) -> list[Any]:
            asked = None if query is None else self._word_query(connection, query, Layer.CHUNK)
            words, values = asked.score() if asked else ("0", [])
            dense = "0" if vector is None else "-(vector <#> %s)"
            given = [] if vector is None else [_text_of(vector)]
            rows: list[Any] = connection.execute(
                f"SELECT id, {dense}, {words} FROM {self._generation.table} WHERE id = ANY(%s)",
                [*given, *values, list(keys)],
            ).fetchall()
            return rows

        found = {row[0]: row[1:] for row in (self._read(work) if keys else [])}
        scored = np.array([found[key] for key in keys], dtype=np.float32).reshape(-1, 2)
        return PassageScores(scored[:, 0], scored[:, 1])

    def passages(self, documents: Collection[str], *, layer: Layer = Layer.CHUNK) -> dict[Key, Passage]:
        """Every passage of some documents, in order of document and place."""
        chosen, values = self._chosen(layer, documents)
        query = f"SELECT id, doc_id, first, last FROM {self._generation.table} WHERE {chosen} ORDER BY doc_id, id"
        return {
            key: Passage(doc_id, Span(first, last))
            for key, doc_id, first, last in self._read(lambda connection: connection.execute(query, values).fetchall())
        }

    def rows(self, doc_ids: Sequence[str]) -> list[DocumentRows]:
        """All that is indexed of some documents, in their order, as it was written."""
        found = self._read(lambda connection: document_rows(connection, self._generation, doc_ids))
        return in_order(found, doc_ids, self._database.place)

    def mentions(
        self, names: Sequence[str], *, layer: Layer = Layer.CHUNK, documents: Collection[str] | None = None
    ) -> DocumentMentions:
        """The documents with passages that hold every one of some names."""
        wanted = [list(map(shorten_term, query_terms(name, self._languages))) for name in names]
        if layer is Layer.SECTION or not all(wanted):
            return self._mentions([], layer)
        asked = " & ".join(f"({any_of(terms)})" for terms in wanted)
        if documents is not None:
            return self._find_mentions(asked, layer, documents)
        return self._found.get(f"{layer} {asked}", lambda _: self._find_mentions(asked, layer))

    def _find_mentions(self, asked: str, layer: Layer, documents: Collection[str] | None = None) -> DocumentMentions:
        chosen, values = self._chosen(layer, documents)
        table = self._generation.table
        query = f"SELECT doc_id, count(*) FROM {table} WHERE words @@ %s::tsquery AND {chosen} GROUP BY doc_id"
        rows = self._read(lambda connection: connection.execute(query, [asked, *values]).fetchall())
        return self._mentions(rows, layer)

    def _mentions(self, rows: Sequence[tuple[str, int]], layer: Layer) -> DocumentMentions:
        counts = np.array([count for _, count in rows], dtype=np.int64)
        return self._sizes.mentions(self._sizes.numbers(one for one, _ in rows), counts, layer=LAYERS[layer])

    def count_named(self, word: str) -> int:
        """How many documents have a word in their name or beginning: counted when they were written."""
        return self._named.get(word.casefold(), self._count_named)

    def _count_named(self, word: str) -> int:
        terms = query_terms(word, self._languages)
        if len(terms) != 1:
            return len(self.mentions((word,), layer=Layer.DOCUMENT))
        asked = self._read(lambda connection: word_query(connection, self._generation, Layer.DOCUMENT, terms))
        return sum(term.passages for term in asked.terms)

    def _found_by_index(self, connection: Connection[Any], asked: WordQuery, *, k: int) -> list[Any]:
        """The best of those that pg_textsearch ranks first, by our own scores; none where it finds fewer than asked."""
        if not asked.terms or not has_ranked_index(connection, self._generation):
            return []
        # Its planner does not know what a ranking of all rows costs.
        connection.execute("SET LOCAL enable_seqscan = off")
        connection.execute("SET LOCAL enable_sort = off")
        chosen, _ = self._chosen(Layer.CHUNK, None)
        words = " ".join(term.text for term in asked.terms)
        first = connection.execute(
            f"SELECT id FROM {self._generation.table} WHERE {chosen} ORDER BY {TERMS_OF_WORDS}"
            " <@> to_bm25query(%s, %s) LIMIT %s",
            [words, f"pincite.{ranked_index(self._generation)}", max(_CANDIDATES * k, _FEWEST)],
        ).fetchall()
        score, values = asked.score()
        rows: list[Any] = connection.execute(
            f"SELECT id, doc_id, first, last, {score} AS score FROM {self._generation.table} WHERE id = ANY(%s)"
            " ORDER BY score DESC, doc_id, first, last LIMIT %s",
            [*values, [row[0] for row in first], k],
        ).fetchall()
        return rows if len(rows) == k else []

    def _ranked(
        self,
        connection: Connection[Any],
        asked: WordQuery,
        least: float,
        *,
        k: int,
        layer: Layer,
        documents: Collection[str] | None,
    ) -> list[Any]:
        """The best of the passages that may reach a score."""
        if not asked.terms:
            return []
        score, values = asked.score()
        chosen, given = self._chosen(layer, documents)
        rows: list[Any] = connection.execute(
            f"SELECT id, doc_id, first, last, score FROM"
            f" (SELECT id, doc_id, first, last, {score} AS score FROM {self._generation.table}"
            f" WHERE words @@ %s::tsquery AND {chosen} OFFSET 0) s"
            f" ORDER BY score DESC, doc_id, first, last LIMIT %s",
            [*values, asked.match(least), *given, k],
        ).fetchall()
        return rows

    def _chosen(self, layer: Layer, documents: Collection[str] | None) -> tuple[str, list[Any]]:
        """The condition for passages of a layer, of all documents or some, and its values."""
        condition = f"layer = {LAYERS[layer]} AND {self._generation.alive}"
        return (condition, []) if documents is None else (f"{condition} AND doc_id = ANY(%s)", [list(documents)])

    def _many(self, connection: Connection[Any], layer: Layer, documents: Collection[str] | None) -> bool:
        """Tell whether there are enough passages for an index to pay off; only chunks have one."""
        if layer is not Layer.CHUNK or documents is None:
            return layer is Layer.CHUNK
        row = connection.execute(
            f"SELECT sum(passages[3]) FROM document WHERE collection = %s AND {self._generation.alive}"
            " AND doc_id = ANY(%s)",
            [self._generation.collection, list(documents)],
        ).fetchone()
        return bool(row and row[0] and row[0] > _FEW)

    def _word_query(self, connection: Connection[Any], query: str, layer: Layer) -> WordQuery:
        return word_query(connection, self._generation, layer, query_terms(query, self._languages))

    @cached_property
    def _languages(self) -> list[str]:
        """The languages that documents are in."""
        query = f"SELECT DISTINCT language FROM document WHERE collection = %s AND {self._generation.alive}"
        rows = self._read(lambda connection: connection.execute(query, [self._generation.collection]).fetchall())
        return [language for (language,) in rows] or [ENGLISH]

    @cached_property
    def _sizes(self) -> DocumentSizes:
        query = f"SELECT doc_id, passages FROM document WHERE collection = %s AND {self._generation.alive}"
        rows = self._read(lambda connection: connection.execute(query, [self._generation.collection]).fetchall())
        return DocumentSizes(rows, layers=len(LAYERS))

    def _read(self, work: Callable[[Connection[Any]], T]) -> T:
        return read_state(self._database, self._generation, work)


def _candidates(rows: Sequence[Any]) -> list[Candidate]:
    found = [Candidate(key, Passage(doc_id, Span(first, last)), score) for key, doc_id, first, last, score in rows]
    return sorted(found, key=lambda one: (-one.score, one.passage))


def _text_of(vector: Floats) -> str:
    return "[" + ",".join(map(repr, vector.reshape(-1).tolist())) + "]"
