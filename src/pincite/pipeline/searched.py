"""A store as answering sees it."""

from __future__ import annotations

from typing import Protocol

from pincite.domain.hit import Ranking
from pincite.ports import Embedder
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.settings import RetrievalSettings, Settings
from pincite.store.open_store import OpenStore


class Searched(Protocol):
    """Documents that can be searched, with the settings to do it by."""

    settings: Settings

    @property
    def index(self) -> OpenStore:
        """The documents as they are stored and indexed."""
        ...

    @property
    def embedder(self) -> Embedder:
        """The embedder the store was made with."""
        ...

    def search(
        self,
        query: str,
        *,
        k: int | None = None,
        filters: Filters = NO_FILTERS,
        settings: RetrievalSettings | None = None,
        explain: bool = False,
    ) -> Ranking:
        """The passages that answer a query."""
        ...
