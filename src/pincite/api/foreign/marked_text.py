"""Citations in the text, for clients without a citation field: `[1]`, or `[lease.pdf#page=3]`."""

from __future__ import annotations

from pathlib import PurePath

from pincite.render.citation_marks import find_citation_marks
from pincite.render.wire.answer import WireAnswer, WireCitation, WireSource
from pincite.service.options import CitationStyle
from pincite.spans import Span


def marked_text(answer: WireAnswer, style: CitationStyle) -> str:
    """The answer with its citations written as the style says."""
    text = answer.answer
    if style == "number":
        return text
    marks = find_citation_marks(text, [(citation.number, Span(*citation.claim)) for citation in answer.citations])
    for mark in reversed(marks):
        label = file_label(answer.citations[mark.citation])
        text = f"{text[: mark.span.start]}[{label}]{text[mark.span.end :]}"
    return text


def label(source: WireSource | WireCitation, style: CitationStyle) -> str:
    """What a source is called in the text of answers."""
    return str(source.number) if style == "number" else file_label(source)


def file_label(source: WireSource | WireCitation) -> str:
    """A file with its page, as others write it."""
    name = PurePath(source.document.replace("\\", "/")).name
    return f"{name}#page={source.page}" if source.page else name
