"""Pages with boxes over words, and their pictures."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.document import Document, Page
from pincite.errors import NotFound
from pincite.render.wire.document import WirePage


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page with boxes over the words that were asked for, and its picture in PNG, where the file is still there."""

    page: WirePage
    png: bytes | None


def page_of(doc: Document, number: int) -> Page:
    """A page of a document by its number."""
    page = next((page for page in doc.pages if page.number == number), None)
    if page is None:
        raise NotFound(f"{doc.source.path} has no page {number}; it has {len(doc.pages)}.")
    return page
