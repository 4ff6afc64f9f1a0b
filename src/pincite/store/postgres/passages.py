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
from pincite.store.names import name_text
from pincite.store.postgres.binary import END, HEAD, copy_row, floats_of, halfvecs, int2, int4, int8, tsvector
from pincite.store.postgres.generation import LAYERS, CollectionGeneration
from pincite.store.words import words_of

_COLUMNS = "collection, doc_id, layer, first, last, section, born, length, words, vector"


def copy_passages(connection: Connection[Any], new: CollectionGeneration, documents: Iterable[IndexedDocument]) -> None:
    """Load the passages of new documents."""
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {new.table} ({_COLUMNS}) FROM STDIN WITH (FORMAT binary)") as copy,
    ):
        copy.write(HEAD)
        for document in documents:
            copy.write(b"".join(_rows(document, new)))
        copy.write(END)


def count_terms(connection: Connection[Any], new: CollectionGeneration) -> None:
    """Note how many passages hold each term, as this state changes it; a term with a blank says how often it stands."""
    for layer in (Layer.DOCUMENT, Layer.CHUNK):
        number = LAYERS[layer]
        for sign, column in ((1, "born"), (-1, "died")):
            changed = f"SELECT words FROM {new.table} WHERE layer = {number} AND {column} = {new.number}"
            connection.execute(
                "INSERT INTO term AS t (collection, layer, term, generation, passages, most)"
                " SELECT %s, %s, split_part(word, ' ', 1), %s,"
                " sum(CASE WHEN position(' ' IN word) = 0 THEN ndoc * %s ELSE 0 END),"
                " max(coalesce(nullif(split_part(word, ' ', 2), '')::int, 1))"
                " FROM ts_stat(%s) GROUP BY split_part(word, ' ', 1)"
                " ON CONFLICT (collection, layer, term, generation) DO UPDATE"
                " SET passages = t.passages + excluded.passages, most = greatest(t.most, excluded.most)",
                [new.collection, number, new.number, sign, changed],
            )
        connection.execute(
            "INSERT INTO term (collection, layer, term, generation, passages, words)"
            " SELECT %(c)s, %(l)s, '', %(g)s,"
            " coalesce(sum((born = %(g)s)::int - coalesce(died = %(g)s, false)::int), 0),"
            " coalesce(sum(length * ((born = %(g)s)::int - coalesce(died = %(g)s, false)::int)), 0)"
            f" FROM {new.table} WHERE layer = %(l)s AND (born = %(g)s OR died = %(g)s)",
            {"c": new.collection, "l": number, "g": new.number},
        )


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


def _rows(document: IndexedDocument, new: CollectionGeneration) -> Iterator[bytes]:
    language, text = known_language(document.card.language), document.reading.doc.text
    head = (int4(new.collection), document.card.id.encode("ascii"))
    for layer, number in LAYERS.items():
        vectors = halfvecs(document.vectors[layer])
        for (first, last, section), vector in zip(document.places[layer].tolist(), vectors, strict=True):
            said = name_text(document.card, text) if layer is Layer.DOCUMENT else text[first:last]
            terms = words_of(said, language) if layer is not Layer.SECTION else []
            words = tsvector(terms) if layer is not Layer.SECTION else None
            yield copy_row(
                (
                    *(*head, int2(number), int4(first), int4(last), int4(section), int8(new.number)),
                    *(int4(len(terms)), words, vector),
                )
            )
