"""A span of a document as a source by itself."""

from __future__ import annotations

from dataclasses import replace

from pincite.domain.answer import NumberedSource
from pincite.domain.document import Passage
from pincite.domain.reading import Reading
from pincite.spans import Span


def source_at(
    beside: NumberedSource, reading: Reading, span: Span, *, evidence: tuple[tuple[Span, float], ...]
) -> NumberedSource:
    """A source for a span of the document of another source, with where it stands and what of it answers."""
    page = reading.doc.page_of(span.start)
    return replace(
        beside,
        passage=Passage(beside.passage.doc_id, span),
        text=span.slice(reading.doc.text),
        section=reading.outline.path_over(span),
        page=page.number if page else None,
        evidence=evidence,
    )
