"""Changes of a writer that are not committed yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pincite.domain.indexed import IndexedDocument
from pincite.domain.store_place import StoreAddress
from pincite.domain.store_state import StoreState
from pincite.errors import StoreError


class PendingChanges:
    """Documents that wait in memory for the next commit, and those that it takes out.

    `place` is the name of the store in messages; `alive` are the documents that it holds.
    """

    def __init__(self, place: StoreAddress, state: StoreState | None, alive: Collection[str], *, may_add: bool) -> None:
        self.state = state
        self.waiting: dict[str, IndexedDocument] = {}
        self._place = place
        self._may_add = may_add
        self._alive = set(alive)
        self._gone: set[str] = set()

    def __bool__(self) -> bool:
        """Whether there is anything to commit."""
        return bool(self.waiting or self._gone)

    @property
    def doc_ids(self) -> Collection[str]:
        """The documents of the store, as the next commit leaves them."""
        return {*self.kept, *self.waiting}

    @property
    def kept(self) -> Collection[str]:
        """The documents that are there and that were not taken out."""
        return self._alive - self._gone

    @property
    def keeps_any(self) -> bool:
        """Whether a document that is there stays; others may come."""
        return len(self._gone) < len(self._alive)

    @property
    def replaced(self) -> list[str]:
        """The documents whose rows the next commit takes away: those taken out, and those that come anew."""
        return [*self._gone, *(self._alive & self.waiting.keys())]

    def add(self, document: IndexedDocument) -> None:
        """Keep a document for the next commit."""
        if not self._may_add:
            raise StoreError(self._place, "it was opened to take documents out, not to add any")
        self.waiting[document.card.id] = document

    def remove(self, doc_ids: Collection[str]) -> None:
        """Take documents out."""
        for doc_id in doc_ids:
            self.waiting.pop(doc_id, None)
        self._gone |= self._alive & set(doc_ids)
        if self.state:
            files = tuple(file for file in self.state.files if file.doc_id not in doc_ids)
            self.state = replace(self.state, files=files)

    def clear_out(self, doc_ids: Collection[str]) -> None:
        """Take out documents of which only a part may be there."""
        self._alive |= set(doc_ids)
        self.remove(doc_ids)

    def committed(self, state: StoreState | None) -> None:
        """Clear the changes after a commit."""
        self.state = state
        self._alive = (self._alive - self._gone) | self.waiting.keys()
        self.waiting, self._gone = {}, set()
