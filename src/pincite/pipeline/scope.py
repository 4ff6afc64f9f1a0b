"""The scope of a search: documents by id or path, a section by its number, and filters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath

from pincite.answer.context import trimmed
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading
from pincite.domain.section import Section
from pincite.errors import NotFound, SettingsError
from pincite.pipeline.store import Store
from pincite.retrieve.filters import Filters

# How many section numbers an error lists.
_LISTED = 30


@dataclass(frozen=True, slots=True)
class SearchScope:
    """What a search, a question or a conversation is limited to, as a person gives it.

    `documents` are ids or paths; `where` are names and values of metadata. A `section`, such as "5.2(b)", narrows the
    search to it, and needs one document.
    """

    kind: str | None = None
    party: str | None = None
    since: str | None = None
    until: str | None = None
    file: str | None = None
    documents: tuple[str, ...] = ()
    section: str | None = None
    where: tuple[tuple[str, str], ...] = ()

    def filters(self, store: Store) -> Filters:
        """Convert to the store's filters; an error if no document matches."""
        filters = Filters(
            kind=self.kind,
            party=self.party,
            since=self.since,
            until=self.until,
            file=self.file,
            where=self.where,
            documents=tuple(find_card(store, name).id for name in self.documents),
        )
        filters.require(store.documents)
        if self.section is None:
            return filters
        left = filters.choose(store.documents)
        if len(left) != 1:
            raise SettingsError("section", f"needs one document, and {len(left)} meet the filters; name the document")
        reading = store.library.reading(left[0])
        # Without the blank lines at its end: a chunk that holds all its words may not hold those.
        within = trimmed(reading.doc.text, find_section(reading, self.section).span)
        return replace(filters, documents=(left[0],), within=(within,))


def find_card(store: Store, name: str) -> DocumentCard:
    """The document of an id, a path, or a file name that only one document has."""
    by_path = [card for card in store.documents if name in (card.id, card.path, *card.also_at)]
    by_name = [card for card in store.documents if PurePath(card.path).name == name]
    found = by_path or by_name
    if not found:
        raise NotFound(f"The store {store.location} has no document {name}.")
    if len(found) > 1:
        paths = ", ".join(card.path for card in found[:5])
        raise NotFound(f"{len(found)} documents of the store {store.location} are called {name}: {paths}.")
    return found[0]


def find_section(reading: Reading, citation: str) -> Section:
    """Find the section cited as "5.2(b)" or "Article V"; the error for a missing one lists those that exist."""
    section = reading.outline.find(citation)
    if section is None:
        numbered = [node.number for node in reading.outline.sections if node.number and node.level <= 2]
        shown = ", ".join(numbered[:_LISTED]) or "none that are numbered"
        raise NotFound(f"{reading.doc.source.path} has no section '{citation}'. It has: {shown}.")
    return section


ANYWHERE = SearchScope()
