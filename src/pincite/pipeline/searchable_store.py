"""A store as answering sees it."""

from __future__ import annotations

from typing import Protocol

from pincite.domain.hit import Ranking
from pincite.ports import Embedder, Highlighter, Verifier
from pincite.ports.store import Library, OpenStore
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.retrieve.route import Router
from pincite.settings import RetrievalSettings, Settings


class SearchableStore(Protocol):
    """Documents that can be searched, with the settings to do it by."""

    settings: Settings

    @property
    def opened(self) -> OpenStore:
        """The state of the store that is searched."""
        ...

    @property
    def library(self) -> Library:
        """The documents as they are stored."""
        ...

    @property
    def router(self) -> Router:
        """What finds the documents that questions name."""
        ...

    @property
    def embedder(self) -> Embedder:
        """The embedder the store was made with."""
        ...

    @property
    def highlighter(self) -> Highlighter:
        """The model that marks exact spans."""
        ...

    @property
    def verifier(self) -> Verifier:
        """The model that reads claims with their passages."""
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
