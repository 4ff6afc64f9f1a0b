"""Citations in the text, for clients without a citation field: `[1]`, or `[lease.pdf#page=3]`."""

from __future__ import annotations

from pathlib import PurePath

from pincite.render.wire.answer import WireAnswer, WireCitation, WireSource
from pincite.service.options import CitationStyle


def marked_text(answer: WireAnswer, style: CitationStyle) -> str:
    """The answer with its citations written as the style says."""
    text = answer.answer
    if style == "number":
        return text
    for citation in sorted(answer.citations, key=lambda one: one.claim, reverse=True):
        # The mark is at the end of the claim; the same characters may occur in the quoted words.
        mark = f"[{citation.number}]"
        at = text.rfind(mark, *citation.claim)
        if at >= 0:
            text = f"{text[:at]}[{file_label(citation)}]{text[at + len(mark) :]}"
    return text


def label(source: WireSource | WireCitation, style: CitationStyle) -> str:
    """What a source is called in the text of answers."""
    return str(source.number) if style == "number" else file_label(source)


def file_label(source: WireSource | WireCitation) -> str:
    """A file with its page, as others write it."""
    name = PurePath(source.document.replace("\\", "/")).name
    return f"{name}#page={source.page}" if source.page else name
