"""Every plug-in contract: what a stage takes and gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pincite.domain.chat import ChatMessage
from pincite.domain.document import Document
from pincite.domain.limits import Limits
from pincite.domain.ocr import OcrWord
from pincite.domain.profile import Profile
from pincite.domain.section import Outline

if TYPE_CHECKING:
    from PIL.Image import Image


@runtime_checkable
class OcrEngine(Protocol):
    """Reads the words off a page image, offline."""

    def recognise(self, image: Image) -> list[OcrWord]:
        """The words of an upright page, in no particular order."""
        ...


@runtime_checkable
class Reader(Protocol):
    """Reads one format into a document; raises ReadError, and nothing else, on a file it cannot read."""

    def read(self, path: Path, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in the file; `ocr` is None where OCR is switched off or not installed."""
        ...


@runtime_checkable
class Structurer(Protocol):
    """Finds the clause tree, defined terms and cross-references of a document."""

    def outline(self, doc: Document, profile: Profile) -> Outline:
        """A tree whose leaves tile the text."""
        ...


@runtime_checkable
class Profiler(Protocol):
    """Finds type, title, parties, dates, law and language of a document."""

    def profile(self, doc: Document) -> Profile:
        """The particulars, each with its evidence."""
        ...


@runtime_checkable
class ChatModel(Protocol):
    """Answers a conversation with text; raises ModelError, and nothing else, where it cannot."""

    name: str

    def reply(self, messages: Sequence[ChatMessage], *, as_json: bool = False) -> str:
        """The model's answer; with `as_json` the provider is told to answer with one JSON object."""
        ...
