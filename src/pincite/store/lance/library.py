"""The documents of a store in Lance, in one state."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard
from pincite.legal.document_names import DocumentNames
from pincite.store.cards import current_cards
from pincite.store.lance.tables import LAYERS, LanceState, LanceTables, one_of
from pincite.store.names import unpack_names
from pincite.store.row_library import CARDS, RowLibrary


class LanceLibrary(RowLibrary):
    """The documents of one state."""

    def __init__(self, tables: LanceTables, state: LanceState) -> None:
        super().__init__(tables.place)
        self._state = state
        self._table = tables.need("documents", state.documents)

    @cached_property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path."""
        rows = self._table.rows(["card"])
        return current_cards(CARDS.validate_python([json.loads(row["card"]) for row in rows]), self._state.state)

    @cached_property
    def names(self) -> DocumentNames:
        """What the documents are called."""
        return unpack_names(self._state.names, self.cards)

    @cached_property
    def passage_counts(self) -> Mapping[Layer, int]:
        """How many passages each layer has."""
        rows = [row["passages"] for row in self._table.rows(["passages"])]
        return {layer: sum(own[at] for own in rows) for layer, at in LAYERS.items()}

    def _contents(self, doc_ids: Sequence[str], column: str) -> dict[str, bytes]:
        rows = self._table.rows(["doc_id", column], one_of("doc_id", doc_ids))
        return {row["doc_id"]: row[column] for row in rows}
