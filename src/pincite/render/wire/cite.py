"""Legal citations on the wire."""

from __future__ import annotations

from pincite.domain.document import Document
from pincite.legal.citations import LegalCitation
from pincite.render.wire.base import WireModel, WireSpan, pair


class WireLegalCitation(WireModel):
    """A citation of the law in a text: its kind, its key in one spelling, and where it stands.

    `keys` are the single keys that a range covers. `page` is None where the text has no pages.
    """

    kind: str
    key: str
    span: WireSpan
    text: str
    keys: list[str]
    page: int | None = None

    @classmethod
    def of(cls, citation: LegalCitation, text: str, doc: Document | None = None) -> WireLegalCitation:
        """Convert a citation to its wire record."""
        page = doc.page_of(citation.span.start) if doc is not None and doc.pages else None
        return cls(
            kind=str(citation.kind),
            key=citation.key,
            span=pair(citation.span),
            text=citation.span.slice(text),
            keys=list(citation.keys),
            page=page.number if page else None,
        )
