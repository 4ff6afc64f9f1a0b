"""Hits in tables of contents: these name what a document says elsewhere, and say nothing themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Protocol

from pincite.domain.document import Passage, Place
from pincite.domain.hit import Hit
from pincite.domain.reading import Reading
from pincite.domain.section import SectionKind
from pincite.spans import Span


class OutlineLibrary(Protocol):
    """What finding tables of contents needs of a store."""

    def place(self, passage: Passage) -> Place:
        """The section path and page where a passage begins."""
        ...

    def reading(self, doc_id: str) -> Reading:
        """A document with its outline."""
        ...


def drop_contents(hits: Sequence[Hit], library: OutlineLibrary) -> Sequence[Hit]:
    """The hits less those in a table of contents, unless that leaves none."""

    @cache
    def tables(doc_id: str) -> list[Span]:
        sections = library.reading(doc_id).outline.sections
        return [section.span for section in sections if section.kind is SectionKind.CONTENTS]

    def is_entry(hit: Hit) -> bool:
        # A table of contents has no path; the outline is looked at for such passages alone, as it takes longer.
        if library.place(hit.passage).section:
            return False
        quoted = hit.best or hit.passage.span
        return any(table.contains(quoted) for table in tables(hit.passage.doc_id))

    kept = [hit for hit in sorted(hits, key=lambda hit: hit.rank) if not is_entry(hit)]
    if not kept or len(kept) == len(hits):
        return hits
    return [replace(hit, rank=rank) for rank, hit in enumerate(kept, start=1)]
