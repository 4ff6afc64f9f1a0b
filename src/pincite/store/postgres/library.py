"""The documents of a collection in one state: cards at once, texts and readings as they are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from psycopg import Connection

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard
from pincite.domain.indexed import NAME_REACH
from pincite.legal.document_names import DocumentNames
from pincite.store.cards import current_cards
from pincite.store.names import unpack_names
from pincite.store.postgres.connection import Database
from pincite.store.postgres.generation import LAYERS, CollectionGeneration, read_state
from pincite.store.row_library import CARDS, RowLibrary


def cards_of(connection: Connection[Any], generation: CollectionGeneration) -> list[DocumentCard]:
    """Every document of a state, in order of path."""
    rows = connection.execute(
        f"SELECT card FROM document WHERE collection = %s AND {generation.alive}", [generation.collection]
    ).fetchall()
    return current_cards(CARDS.validate_python([card for (card,) in rows]), generation.state)


class PostgresLibrary(RowLibrary):
    """The documents of one state."""

    _beginning_column = f"substring(content FOR {4 * NAME_REACH})"

    def __init__(self, database: Database, generation: CollectionGeneration) -> None:
        super().__init__(database.place)
        self._database = database
        self._generation = generation

    @cached_property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path."""
        return read_state(self._database, self._generation, partial(cards_of, generation=self._generation))

    @cached_property
    def names(self) -> DocumentNames:
        """What the documents are called."""
        number = self._generation.number
        rows = self._rows(f"SELECT names FROM generation WHERE collection = %s AND number = {number}")
        return unpack_names(rows[0][0] if rows else None, self.cards)

    @cached_property
    def passage_counts(self) -> Mapping[Layer, int]:
        """How many passages each layer has."""
        sums = ", ".join(f"coalesce(sum(passages[{at + 1}]), 0)" for at in LAYERS.values())
        rows = self._rows(f"SELECT {sums} FROM document WHERE collection = %s AND {self._generation.alive}")
        return {layer: int(count) for layer, count in zip(LAYERS, rows[0], strict=True)}

    def _contents(self, doc_ids: Sequence[str], column: str) -> dict[str, bytes]:
        alive = self._generation.alive
        rows = self._rows(
            f"SELECT doc_id, {column} FROM document WHERE collection = %s AND {alive} AND doc_id = ANY(%s)",
            list(doc_ids),
        )
        return {doc_id: bytes(content) for doc_id, content in rows}

    def _rows(self, query: str, *values: Any) -> list[Any]:
        def work(connection: Connection[Any]) -> list[Any]:
            rows: list[Any] = connection.execute(query, [self._generation.collection, *values]).fetchall()
            return rows

        return read_state(self._database, self._generation, work)
