"""Every plug-in contract: what a stage takes and gives; those of evaluation are in `evaluation.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pincite.domain.answer import CheckedClaim, Context, Draft
from pincite.domain.chat import ChatMessage
from pincite.domain.chunk import Layer, Summaries
from pincite.domain.document import Document, Passage
from pincite.domain.highlight import Marked
from pincite.domain.hit import Candidate, DocumentCard
from pincite.domain.limits import Limits
from pincite.domain.ocr import OcrWord
from pincite.domain.profile import Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline
from pincite.domain.verdict import Verdict
from pincite.spans import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Vectors = NDArray[np.float32]


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

    def reply(
        self, messages: Sequence[ChatMessage], *, as_json: bool = False, told: Callable[[str], None] | None = None
    ) -> str:
        """The model's answer; with `as_json` the provider is told to answer with one JSON object.

        `told`, if given, hears the words as they come, and again from the start where an answer broke off.
        """
        ...


@runtime_checkable
class Summarizer(Protocol):
    """Says in a line what a document, and each of its major sections, is about."""

    def summarise(self, reading: Reading) -> Summaries:
        """Summaries within the lengths that were set, for embedding before chunks and on layers of their own."""
        ...


@runtime_checkable
class Chunker(Protocol):
    """Cuts a document into slices of its own text."""

    def split(self, reading: Reading) -> list[Span]:
        """Spans in reading order that together hold every character; they overlap only where overlap was asked for."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of length one."""

    @property
    def identity(self) -> str:
        """Which model, exactly: an index refuses vectors of another."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text, normalised, float32."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """The same for questions, which some models treat otherwise."""
        ...


@runtime_checkable
class VectorIndex(Protocol):
    """Finds the nearest of many vectors by inner product; a file on disk, opened memory-mapped."""

    def build(self, parts: Sequence[Vectors], path: Path) -> float:
        """Write an index of the vectors of all parts; gives the share of the nearest it finds, 1.0 where exact."""
        ...

    def open(self, path: Path) -> OpenVectors:
        """Open what `build` wrote."""
        ...


class OpenVectors(Protocol):
    """An open vector index."""

    def search(self, query: Vectors, *, k: int) -> tuple[Vectors, NDArray[np.int64]]:
        """The scores and row numbers of the k nearest, best first."""
        ...

    def rows(self, start: int, end: int) -> Vectors:
        """The stored vectors of a range of rows."""
        ...


class SearchIndex(Protocol):
    """An open store as retrieval sees it: cards, three dense layers, a lexical index, texts."""

    @property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in a stable order."""
        ...

    def rows_of(self, doc_id: str, layer: Layer = Layer.CHUNK) -> range:
        """The rows of a document on a layer."""
        ...

    def passage(self, row: int, layer: Layer = Layer.CHUNK) -> Passage:
        """Where a row points."""
        ...

    def dense(self, vector: Vectors, *, k: int, layer: Layer = Layer.CHUNK) -> list[Candidate]:
        """The k rows of a layer nearest to a vector, best first."""
        ...

    def dense_scores(self, vector: Vectors, rows: NDArray[np.int64]) -> Vectors:
        """The inner product of a vector with the rows of the chunk layer that are named."""
        ...

    def lexical_scores(self, query: str) -> Vectors:
        """A lexical score for every row of the chunk layer."""
        ...

    def name_scores(self, query: str) -> dict[str, float]:
        """How well each document's name, title, parties and opening match the words of a query."""
        ...

    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        ...

    def beginning(self, doc_id: str) -> str:
        """How a document begins: some thousand characters of its text."""
        ...


@runtime_checkable
class Reranker(Protocol):
    """Scores passages against a question anew; more is better."""

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score a passage."""
        ...


@runtime_checkable
class Answerer(Protocol):
    """Drafts an answer from numbered sources; raises ModelError, and nothing else, where it cannot.

    `mends` tells whether asking again, with the faults of the last draft named, may give a better one.
    """

    name: str
    mends: bool

    def answer(
        self, context: Context, *, faults: Sequence[CheckedClaim] = (), told: Callable[[str], None] | None = None
    ) -> Draft:
        """A draft; `told`, if given, hears the words as they come."""
        ...


@runtime_checkable
class Verifier(Protocol):
    """Reads claims with the passages they cite, and says whether these bear them out."""

    def verify(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """One verdict per pair of a claim and a passage; none at all where the rules are to decide alone."""
        ...


@runtime_checkable
class Rewriter(Protocol):
    """Makes a follow-up question stand alone; an answerer may be one."""

    def rewrite(self, question: str, history: Sequence[tuple[str, str]]) -> str:
        """The question without need of the questions and answers before it."""
        ...


class OpenLexical(Protocol):
    """The postings of a segment, opened; they are added up over segments."""

    def __len__(self) -> int:
        """How many rows there are."""
        ...


@runtime_checkable
class LexicalIndex(Protocol):
    """Finds rows of text by their words."""

    def build(self, texts: Sequence[str], folder: Path, *, languages: Sequence[str | None] = ()) -> None:
        """Write the postings of some rows of text into a new folder; each row may have a language (`cs`, `en`, …)."""
        ...

    def merge(self, segments: Sequence[tuple[OpenLexical, NDArray[np.bool_]]], folder: Path) -> None:
        """Write the rows of several segments that are alive into a new folder, in order, as if built afresh."""
        ...

    def open(self, folder: Path) -> OpenLexical:
        """Open what `build` or `merge` wrote."""
        ...

    def scores(self, query: str, segments: Sequence[tuple[OpenLexical, NDArray[np.bool_]]]) -> Vectors:
        """A score for every row of the segments in order, 0 for rows without a word of the query and dead ones.

        Each segment comes with the rows of it that are alive; what depends on the whole collection is counted over
        those alone.
        """
        ...


@runtime_checkable
class Highlighter(Protocol):
    """Reads a question with windows of text, and marks what answers it."""

    def read(self, question: str, windows: Sequence[str], *, centres: Sequence[int]) -> list[Marked]:
        """Mark the tokens of each window; of one too long to read whole, those round its centre."""
        ...
