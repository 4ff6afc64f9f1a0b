"""The documents of a generation: cards, texts, places and readings, each checked to be what was written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage, Place
from pincite.domain.hit import DocumentCard
from pincite.domain.indexed import NAME_REACH
from pincite.domain.reading import Reading
from pincite.errors import Hint, NotFound, PinciteError, ReadError, StoreError
from pincite.legal.document_names import DocumentNames
from pincite.paths import safe_join
from pincite.store.cards import current_cards
from pincite.store.local.documents import document_file
from pincite.store.local.generations import Generation
from pincite.store.local.marks import mark_of_bytes
from pincite.store.local.names_file import read_names
from pincite.store.local.segments import StoredDocument
from pincite.store.places import place_of
from pincite.store.readings import parse_reading
from pincite.store.recent import KEPT_READINGS, RecentValues


class LocalLibrary:
    """The documents of one generation."""

    def __init__(self, folder: Path, generation: Generation, records: Sequence[StoredDocument]) -> None:
        self.folder = folder
        self._generation = generation
        self._records = {record.card.id: record for record in records}
        self._texts: RecentValues[str] = RecentValues(limit=64)
        self._beginnings: RecentValues[str] = RecentValues(limit=4096)
        self._places: RecentValues[dict[str, Any]] = RecentValues(limit=64)
        self._readings: RecentValues[Reading] = RecentValues(limit=KEPT_READINGS)

    @cached_property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path."""
        return current_cards((record.card for record in self._records.values()), self._generation.state)

    @cached_property
    def names(self) -> DocumentNames:
        """What the documents are called; made from the cards for stores that were written before it was stored."""
        return read_names(self.folder, self._generation.names, self.cards)

    @cached_property
    def passage_counts(self) -> Mapping[Layer, int]:
        """How many passages each layer has."""
        rows = [record.rows for record in self._records.values()]
        return {layer: sum(own[layer][1] - own[layer][0] for own in rows) for layer in Layer}

    def card(self, doc_id: str) -> DocumentCard:
        """What is known of a document."""
        if doc_id not in self._cards:
            raise NotFound(f"The store {self.folder} has no document {doc_id}.")
        return self._cards[doc_id]

    @cached_property
    def _cards(self) -> dict[str, DocumentCard]:
        return {card.id: card for card in self.cards}

    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        return self._texts.get(doc_id, lambda id: self._content(id, "text").decode("utf-8", "surrogatepass"))

    def beginning(self, doc_id: str) -> str:
        """How a document begins: so much of its text as is indexed beside its name."""
        return self._beginnings.get(doc_id, self._load_beginning)

    def beginnings(self, doc_ids: Sequence[str]) -> list[str]:
        """How some documents begin, in their order."""
        return [self.beginning(doc_id) for doc_id in doc_ids]

    def _load_beginning(self, doc_id: str) -> str:
        # No character takes more than four bytes; one that is cut in two at the end is left out.
        return self._content(doc_id, "text")[: 4 * NAME_REACH].decode("utf-8", "ignore")[:NAME_REACH]

    def place(self, passage: Passage) -> Place:
        """The section path and page where the words of a passage begin; a path of two sections says both."""
        places = self._places.get(passage.doc_id, self._load_places)
        return place_of(passage, self.text(passage.doc_id), places)

    def reading(self, doc_id: str) -> Reading:
        """All that was found in a document."""
        return self._readings.get(doc_id, self._load_reading)

    def _load_reading(self, doc_id: str) -> Reading:
        try:
            return parse_reading(self._content(doc_id, doc_id), self.folder / "documents" / doc_id)
        except (StoreError, NotFound):
            raise
        except PinciteError as error:
            raise StoreError(
                self.folder, f"the reading of document {doc_id} is of another version", hint=Hint.REPAIR_STORE
            ) from error

    def readings(self, doc_ids: Sequence[str]) -> list[Reading]:
        """All that was found in some documents, in their order."""
        return [self.reading(doc_id) for doc_id in doc_ids]

    def _load_places(self, doc_id: str) -> dict[str, Any]:
        content = self._content(doc_id, "places")
        try:
            places: dict[str, Any] = json.loads(content.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError) as error:
            problem = f"the places of document {doc_id} are damaged"
            raise StoreError(self.folder, problem, hint=Hint.REPAIR_STORE) from error
        return places

    def _content(self, doc_id: str, stem: str) -> bytes:
        """A file of a document, checked to be what was written."""
        if doc_id not in self._records:
            raise NotFound(f"The store {self.folder} has no document {doc_id}.")
        files = self._records[doc_id].files
        name = document_file(files, stem)
        try:
            data = safe_join(self.folder, f"documents/{doc_id}/{name}").read_bytes()
        except (OSError, ReadError):
            data = None
        if data is None or mark_of_bytes(data) != files.get(name):
            raise StoreError(
                self.folder,
                f"documents/{doc_id}/{name} is missing or damaged, or was removed since the store was opened",
                hint=Hint.REPAIR_STORE,
            )
        return data
