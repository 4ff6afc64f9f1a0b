"""The passages of documents: into their table by COPY, with the counts of their terms, and out of it again."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from psycopg import Connection

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentRows, IndexedDocument
from pincite.legal.languages import known_language
from pincite.store.digest import words_digest
from pincite.store.names import name_text
from pincite.store.postgres.binary import END, HEAD, copy_row, floats_of, halfvecs, int2, int4, int8, lexemes, tsvector
from pincite.store.postgres.generation import LAYERS, CollectionGeneration
from pincite.store.words import words_of

_COLUMNS = "collection, doc_id, layer, first, last, section, born, part, length, words, vector"
# How many passages hold each term, and how often one of them does at most; takes the query that gives their words.
_COUNTED = (
    "SELECT split_part(word, ' ', 1) AS term,"
    " sum(CASE WHEN position(' ' IN word) = 0 THEN ndoc ELSE 0 END) AS passages,"
    " max(coalesce(nullif(split_part(word, ' ', 2), '')::int, 1)) AS most FROM ts_stat(%s) GROUP BY 1"
)


def copy_passages(
    connection: Connection[Any], new: CollectionGeneration, documents: Iterable[IndexedDocument], *, part: int
) -> dict[str, bytes]:
    """Load the passages of new documents; gives the digests of their words."""
    digests = {}
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {new.table} ({_COLUMNS}) FROM STDIN WITH (FORMAT binary)") as copy,
    ):
        copy.write(HEAD)
        for document in documents:
            words = _words(document)
            digests[document.card.id] = words_digest((len(terms), _canonical(lexemes(terms))) for terms in words)
            copy.write(b"".join(_rows(document, new, words, part=part)))
        copy.write(END)
    return digests


def count_terms(connection: Connection[Any], new: CollectionGeneration, saved: CollectionGeneration | None) -> None:
    """Note how many passages hold each term, as this state changes it; a term with a blank says how often it stands."""
    born, gone = f"born = {new.number}", f"coalesce(died = {new.number}, false)"
    if new.since == new.number:
        # Nothing stays, and no row says so.
        gone = saved.alive if saved else "false"
    for layer in (Layer.DOCUMENT, Layer.CHUNK):
        number = LAYERS[layer]
        for sign, condition in ((1, born), (-1, gone)):
            connection.execute(
                "INSERT INTO term AS t (collection, layer, term, generation, passages, most)"
                f" SELECT %s, %s, term, %s, passages * %s, most FROM ({_COUNTED}) counted"
                " ON CONFLICT (collection, layer, term, generation) DO UPDATE"
                " SET passages = t.passages + excluded.passages, most = greatest(t.most, excluded.most)",
                [new.collection, number, new.number, sign, _words_of(new, number, condition)],
            )
        connection.execute(
            "INSERT INTO term (collection, layer, term, generation, passages, words) SELECT %s, %s, '', %s,"
            f" coalesce(sum(({born})::int - ({gone})::int), 0),"
            f" coalesce(sum(length * (({born})::int - ({gone})::int)), 0)"
            f" FROM {new.table} WHERE layer = {number} AND ({born} OR {gone})",
            [new.collection, number, new.number],
        )


def recount_terms(connection: Connection[Any], state: CollectionGeneration) -> None:
    """Count the terms of a state anew, where they were damaged; states before it can be read no longer."""
    connection.execute("UPDATE collection SET kept_from = %s WHERE id = %s", [state.number, state.collection])
    connection.execute("DELETE FROM term WHERE collection = %s", [state.collection])
    for layer in (Layer.DOCUMENT, Layer.CHUNK):
        number = LAYERS[layer]
        connection.execute(
            "INSERT INTO term (collection, layer, term, generation, passages, most)"
            f" SELECT %s, %s, term, %s, passages, most FROM ({_COUNTED}) counted",
            [state.collection, number, state.number, _words_of(state, number, state.alive)],
        )
        connection.execute(
            "INSERT INTO term (collection, layer, term, generation, passages, words)"
            f" SELECT %s, %s, '', %s, count(*), coalesce(sum(length), 0)"
            f" FROM {state.table} WHERE layer = {number} AND {state.alive}",
            [state.collection, number, state.number],
        )


def terms_differ(connection: Connection[Any], state: CollectionGeneration) -> bool:
    """Whether the counts of terms are not those of the passages."""
    kept = (
        "SELECT term, sum(passages) AS passages, sum(words) AS words, max(most) AS most FROM term"
        " WHERE collection = %s AND layer = %s AND generation <= %s GROUP BY term HAVING sum(passages) <> 0"
    )
    for number in (LAYERS[Layer.DOCUMENT], LAYERS[Layer.CHUNK]):
        whole = f"FROM {state.table} WHERE layer = {number} AND {state.alive}"
        row = connection.execute(
            f"SELECT 1 FROM ({kept}) kept FULL JOIN"
            f" (SELECT term, passages, 0::numeric AS words, most FROM ({_COUNTED}) counted UNION ALL"
            f" SELECT '', count(*), coalesce(sum(length), 0), 1 {whole} HAVING count(*) > 0) found USING (term)"
            " WHERE kept.passages IS DISTINCT FROM found.passages OR kept.words <> found.words"
            " OR kept.most < found.most LIMIT 1",
            [state.collection, number, state.number, _words_of(state, number, state.alive)],
        ).fetchone()
        if row:
            return True
    return False


def _words_of(state: CollectionGeneration, layer: int, condition: str) -> str:
    """The query whose words `_COUNTED` counts."""
    return f"SELECT words FROM {state.table} WHERE layer = {layer} AND {condition}"


def stored_words(
    connection: Connection[Any], generation: CollectionGeneration, doc_ids: Sequence[str]
) -> dict[str, bytes]:
    """The digests of the words of documents, by id, as they are stored."""
    found = connection.execute(
        f"SELECT doc_id, length, coalesce(tsvector_to_array(words), '{{}}') FROM {generation.table}"
        f" WHERE {generation.alive} AND doc_id = ANY(%s) ORDER BY doc_id, id",
        [list(doc_ids)],
    ).fetchall()
    return {
        doc_id: words_digest((length, _canonical(words)) for _, length, words in rows)
        for doc_id, rows in groupby(found, key=operator.itemgetter(0))
    }


def document_rows(
    connection: Connection[Any], generation: CollectionGeneration, doc_ids: Sequence[str]
) -> dict[str, DocumentRows]:
    """The passages and vectors of documents, of those that have any, by id, as they are stored."""
    found = connection.execute(
        f"SELECT doc_id, layer, first, last, section, vector FROM {generation.table}"
        f" WHERE {generation.alive} AND doc_id = ANY(%s) ORDER BY doc_id, id",
        [list(doc_ids)],
        binary=True,
    ).fetchall()
    return {doc_id: _by_layer([row[1:] for row in rows]) for doc_id, rows in groupby(found, key=operator.itemgetter(0))}


def _by_layer(found: Sequence[tuple[Any, ...]]) -> DocumentRows:
    places: dict[Layer, Any] = {}
    vectors: dict[Layer, Any] = {}
    for layer, number in LAYERS.items():
        own = [row for row in found if row[0] == number]
        places[layer] = np.array([row[1:4] for row in own], dtype=np.int32).reshape(-1, 3)
        vectors[layer] = floats_of(row[4] for row in own).reshape(len(own), -1 if own else 0)
    return DocumentRows(places, vectors)


def _words(document: IndexedDocument) -> list[list[str]]:
    """The terms of each passage; sections have none."""
    language, text = known_language(document.card.language), document.reading.doc.text
    found: list[list[str]] = []
    for layer in LAYERS:
        for first, last, _ in document.places[layer].tolist():
            said = name_text(document.card, text) if layer is Layer.DOCUMENT else text[first:last]
            found.append(words_of(said, language) if layer is not Layer.SECTION else [])
    return found


def _canonical(found: Iterable[str]) -> str:
    return "\n".join(sorted(found))


def _rows(
    document: IndexedDocument, new: CollectionGeneration, words: Iterable[list[str]], *, part: int
) -> Iterator[bytes]:
    waiting = iter(words)
    head = (int4(new.collection), document.card.id.encode("ascii"))
    for layer, number in LAYERS.items():
        vectors = halfvecs(document.vectors[layer])
        for (first, last, section), vector in zip(document.places[layer].tolist(), vectors, strict=True):
            terms = next(waiting)
            packed = tsvector(terms) if layer is not Layer.SECTION else None
            yield copy_row(
                (
                    *(*head, int2(number), int4(first), int4(last), int4(section), int8(new.number)),
                    *(int4(part), int4(len(terms)), packed, vector),
                )
            )
