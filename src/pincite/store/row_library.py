"""A library over an engine that keeps one row per document: cards at once, contents as they are asked for."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from pincite.domain.document import Passage, Place
from pincite.domain.hit import DocumentCard
from pincite.domain.indexed import NAME_REACH
from pincite.domain.reading import Reading
from pincite.domain.store_place import StoreAddress
from pincite.errors import NotFound
from pincite.store.places import place_of
from pincite.store.readings import parse_reading
from pincite.store.recent import KEPT_READINGS, RecentValues

CARDS = TypeAdapter(list[DocumentCard])
Value = TypeVar("Value")


def in_order(found: Mapping[str, Value], doc_ids: Sequence[str], place: StoreAddress) -> list[Value]:
    """What was found of documents, in their order; raises NotFound where one is missing."""
    for doc_id in doc_ids:
        if doc_id not in found:
            raise NotFound(f"The store {place} has no document {doc_id}.")
    return [found[doc_id] for doc_id in doc_ids]


def _beginning_of(content: bytes, _: str) -> str:
    # No character takes more than four bytes; one that is cut in two at the end is left out.
    return content[: 4 * NAME_REACH].decode("utf-8", "ignore")[:NAME_REACH]


class RowLibrary(ABC):
    """What the libraries of such engines share; `place` is the name of the store in messages."""

    # What gives the beginning of a text, at least; an engine that can cut need not send all of it.
    _beginning_column = "content"

    def __init__(self, place: StoreAddress) -> None:
        self._place = place
        self._texts: RecentValues[str] = RecentValues(limit=64)
        self._beginnings: RecentValues[str] = RecentValues(limit=4096)
        self._places: RecentValues[dict[str, Any]] = RecentValues(limit=64)
        self._readings: RecentValues[Reading] = RecentValues(limit=KEPT_READINGS)

    @property
    @abstractmethod
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path."""

    @abstractmethod
    def _contents(self, doc_ids: Sequence[str], column: str) -> dict[str, bytes]:
        """One column of the rows of documents, by id."""

    def _content(self, doc_id: str, column: str) -> bytes:
        self.card(doc_id)
        contents = self._contents([doc_id], column)
        if doc_id not in contents:
            raise NotFound(f"The store {self._place} has no document {doc_id} any more; open it again.")
        return contents[doc_id]

    def card(self, doc_id: str) -> DocumentCard:
        """What is known of a document."""
        if doc_id not in self._cards:
            raise NotFound(f"The store {self._place} has no document {doc_id}.")
        return self._cards[doc_id]

    @cached_property
    def _cards(self) -> dict[str, DocumentCard]:
        return {card.id: card for card in self.cards}

    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        return self._texts.get(doc_id, lambda id: self._content(id, "content").decode("utf-8", "surrogatepass"))

    def beginning(self, doc_id: str) -> str:
        """How a document begins: so much of its text as is indexed beside its name."""
        return self.beginnings([doc_id])[0]

    def beginnings(self, doc_ids: Sequence[str]) -> list[str]:
        """How some documents begin, in their order; those that are not known yet are asked for together."""
        known = {doc_id: self._beginnings.kept(doc_id) for doc_id in doc_ids}
        missing = [self.card(doc_id).id for doc_id, text in known.items() if text is None]
        if missing:
            loaded = self._contents(missing, self._beginning_column)
            for doc_id, content in zip(missing, in_order(loaded, missing, self._place), strict=True):
                known[doc_id] = self._beginnings.get(doc_id, partial(_beginning_of, content))
        return [known[doc_id] or "" for doc_id in doc_ids]

    def place(self, passage: Passage) -> Place:
        """The section path and page where the words of a passage begin."""
        places = self._places.get(passage.doc_id, lambda id: json.loads(self._content(id, "places")))
        return place_of(passage, self.text(passage.doc_id), places)

    def reading(self, doc_id: str) -> Reading:
        """All that was found in a document."""
        return self._readings.get(doc_id, lambda id: self._parse(id, self._content(id, "reading")))

    def readings(self, doc_ids: Sequence[str]) -> list[Reading]:
        """All that was found in some documents, in their order."""
        contents = in_order(self._contents(doc_ids, "reading"), doc_ids, self._place)
        return [self._parse(doc_id, content) for doc_id, content in zip(doc_ids, contents, strict=True)]

    def _parse(self, doc_id: str, content: bytes) -> Reading:
        return parse_reading(content, Path(f"{self._place}/{doc_id}"))
