"""Chunk: a slice of a document that is embedded and retrieved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.spans import Span


class Layer(StrEnum):
    """The three layers that are embedded, each in an index of its own."""

    DOCUMENT = "document"
    SECTION = "section"
    CHUNK = "chunk"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A range of a document with the words that are embedded before it.

    It owns no text: what is quoted is sliced from the document. `context` (a summary, a heading path) is embedded and
    never quoted; on the document and section layers it is all that is embedded. `section` is the id of the section in
    which the chunk begins.
    """

    doc_id: str
    layer: Layer
    span: Span
    section: int
    context: str = ""


@dataclass(frozen=True, slots=True)
class Summaries:
    """What a document and its major sections are about, in a line each; `model` says who wrote them."""

    document: str
    sections: dict[int, str]
    model: str
