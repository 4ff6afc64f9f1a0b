"""Labels: what people call the source of a citation, by its title, the headings above it as printed, and its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from pincite.domain.answer import Answer, Citation
from pincite.domain.section import Outline
from pincite.ports.store import Library

_LONGEST = 160
_BRACKETS = str.maketrans("[]", "()")


def with_labels(answer: Answer, library: Library) -> Answer:
    """An answer whose citations have their labels."""
    outlines: dict[str, tuple[Outline, str]] = {}
    labelled = []
    for citation in answer.citations:
        doc_id = citation.passage.doc_id
        if doc_id not in outlines:
            reading = library.reading(doc_id)
            outlines[doc_id] = reading.outline, reading.doc.text
        labelled.append(replace(citation, label=make_label(citation, *outlines[doc_id])))
    return replace(answer, citations=tuple(labelled))


def make_label(citation: Citation, outline: Outline, text: str) -> str:
    """Make a label: title, headings as printed, number of the provision, and page."""
    name = citation.title or PurePath(citation.document).stem
    parts = [name]
    for heading in _headings(citation, outline, text):
        if heading.casefold() not in name.casefold():
            parts.append(heading)
    pinpoint = citation.section.rpartition(" › ")[2]
    if pinpoint and not any(pinpoint in part for part in parts):
        parts.append(pinpoint)
    page = f" (p. {citation.page})" if citation.page else ""
    return (", ".join(parts) + page).translate(_BRACKETS)


def _headings(citation: Citation, outline: Outline, text: str) -> Iterator[str]:
    """The headings that a passage stands under, outermost first; a passage may begin with white space."""
    span = citation.passage.span
    start = span.start + len(span.slice(text)) - len(span.slice(text).lstrip())
    leaf = outline.at(start)
    for section in (*outline.ancestors(leaf), leaf):
        if section.heading and section.head is not None:
            yield " ".join(section.head.slice(text).split())[:_LONGEST]
