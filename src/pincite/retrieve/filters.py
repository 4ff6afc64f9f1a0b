"""Filters: which documents a search may look at, by what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import PurePath

from pincite.domain.hit import DocumentCard


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions a document must meet, all of them; an empty one asks nothing. `documents` are ids."""

    kind: str | None = None
    party: str | None = None
    since: str | None = None
    until: str | None = None
    file: str | None = None
    documents: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is asked."""
        return any((self.kind, self.party, self.since, self.until, self.file, self.documents))

    def choose(self, cards: Sequence[DocumentCard]) -> list[str]:
        """The ids of the documents that meet them."""
        return [card.id for card in cards if self._accepts(card)]

    def _accepts(self, card: DocumentCard) -> bool:
        return (
            (not self.documents or card.id in self.documents)
            and (not self.kind or card.kind == self.kind)
            and (not self.party or any(self.party.casefold() in party.casefold() for party in card.parties))
            and (not self.file or any(_matches(path, self.file) for path in (card.path, *card.also_at)))
            and ((not self.since and not self.until) or any(self._dated(date) for date in card.dates))
        )

    def _dated(self, date: str) -> bool:
        return (not self.since or date >= self.since) and (not self.until or date[: len(self.until)] <= self.until)


def _matches(path: str, pattern: str) -> bool:
    return fnmatch(path, pattern) or fnmatch(PurePath(path).name, pattern)


NO_FILTERS = Filters()
