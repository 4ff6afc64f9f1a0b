"""Tags: names and values that users give to documents, kept with the store and usable in filters."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from filelock import FileLock

from pincite.domain.hit import DocumentCard
from pincite.errors import NotFound, SettingsError
from pincite.files import write_text
from pincite.pipeline.scope import SearchScope, find_card
from pincite.pipeline.store import Store
from pincite.retrieve.filters import Filters

_FILE = "tags.json"
_MOST = 100


class Tags:
    """The tags of one store's documents, by id. May be used by several threads and processes."""

    def __init__(self, store: Path) -> None:
        self._path = store / _FILE
        self._lock = threading.Lock()
        self._seen: tuple[int, int, int] | None = None
        self._tags: dict[str, dict[str, str]] = {}

    @property
    def mark(self) -> tuple[int, int, int] | None:
        """A value that changes whenever tags change."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def all(self) -> Mapping[str, Mapping[str, str]]:
        """The tags of every document that has some."""
        with self._lock:
            mark = self.mark
            if mark != self._seen:
                self._tags, self._seen = _read(self._path) if mark else {}, mark
            return self._tags

    def of(self, doc_id: str) -> dict[str, str]:
        """The tags of a document."""
        return dict(self.all().get(doc_id, {}))

    def put(self, doc_id: str, tags: Mapping[str, str]) -> None:
        """Replace the tags of a document."""
        if len(tags) > _MOST or any(not name.strip() for name in tags):
            raise SettingsError("tags", f"are more than {_MOST}, or one has no name")
        with FileLock(f"{self._path}.lock", timeout=10):
            kept = {other: dict(held) for other, held in self.all().items() if other != doc_id}
            rows = {**kept, doc_id: dict(tags)} if tags else kept
            write_text(self._path, json.dumps(rows, indent=1) + "\n")


def with_tags(cards: Iterable[DocumentCard], tags: Mapping[str, Mapping[str, str]]) -> list[DocumentCard]:
    """Cards with their tags among their metadata; a tag goes before what a manifest says under the same name."""
    return [replace(card, metadata=_merged(card, tags[card.id])) if card.id in tags else card for card in cards]


def tagged_filters(scope: SearchScope, store: Store, tags: Mapping[str, Mapping[str, str]]) -> Filters:
    """The filters of a scope whose names and values may be tags."""
    if not scope.where or not tags:
        return scope.filters(store)
    cards = with_tags(store.documents, tags)
    wanted = Filters(where=scope.where)
    wanted.require(cards)
    named = {find_card(store, name).id for name in scope.documents}
    chosen: Sequence[str] = [one for one in wanted.choose(cards) if not named or one in named]
    if not chosen:
        raise NotFound("No document meets all of these filters together.")
    return replace(scope, where=(), documents=tuple(chosen)).filters(store)


def _merged(card: DocumentCard, tags: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    own = {name.casefold() for name in tags}
    return (*((name, value) for name, value in card.metadata if name.casefold() not in own), *tags.items())


def _read(path: Path) -> dict[str, dict[str, str]]:
    try:
        stored = json.loads(path.read_text("utf-8"))
        return {str(doc): {str(name): str(value) for name, value in tags.items()} for doc, tags in stored.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        # Not ours: documents are served without tags.
        return {}
