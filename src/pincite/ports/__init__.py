"""Every plug-in contract of a stage; see also `store.py`, `server_state.py` and `evaluation.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from pincite.domain.answer import AnswerContext, CheckedClaim, Draft, NumberedSource
from pincite.domain.chat import ChatMessage
from pincite.domain.chunk import Summaries
from pincite.domain.document import Document
from pincite.domain.highlight import WindowLogits
from pincite.domain.hit import Ranking
from pincite.domain.limits import Limits
from pincite.domain.ocr import OcrWord
from pincite.domain.profile import Profile
from pincite.domain.raw_file import RawFile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline
from pincite.domain.usage import Usage
from pincite.domain.verdict import Verdict
from pincite.errors import PinciteError
from pincite.spans import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Vectors = NDArray[np.float32]

Item = TypeVar("Item")
Result = TypeVar("Result")
# Called with each piece of a model's words as it comes.
OnToken = Callable[[str], None]
# Called with what a search found for a question, and the passages that are considered, before anything is drafted.
OnSources = Callable[[Ranking, Sequence[NumberedSource]], None]


@runtime_checkable
class OcrEngine(Protocol):
    """Reads the words off a page image, offline."""

    def recognise(self, image: Image) -> list[OcrWord]:
        """The words of an upright page, in no particular order."""
        ...


@runtime_checkable
class Reader(Protocol):
    """Reads one format into a document; raises ReadError, and nothing else, on a file it cannot read.

    `format` is its name. `suffixes` are the endings of its files, in small letters with their dots. `magic` are the
    bytes they may begin with; a format without any is plain text. `version` changes whenever the same file gives
    another document: what was read before is then read again. Where magic bytes are not enough, a method
    `recognises(file: RawFile) -> bool` tells whether a file is of the format.
    """

    format: str
    suffixes: tuple[str, ...]
    magic: tuple[bytes, ...]
    version: str

    def read(self, file: RawFile, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in the file; `ocr` is None where OCR is switched off or not installed."""
        ...


@runtime_checkable
class Structurer(Protocol):
    """Finds the clause tree, defined terms and cross-references of a document.

    `version` changes whenever the same document gives another outline.
    """

    version: str

    def outline(self, doc: Document, profile: Profile) -> Outline:
        """A tree whose leaves tile the text."""
        ...


@runtime_checkable
class Profiler(Protocol):
    """Finds type, title, parties, dates, law and language of a document.

    `version` changes whenever the same document gives another profile.
    """

    version: str

    def profile(self, doc: Document) -> Profile:
        """The particulars, each with its evidence."""
        ...


@runtime_checkable
class Executor(Protocol):
    """Does the same work on many items, here or elsewhere.

    Its class is called with `jobs: Injected[int]`: how many workers there are, and 0 is one for each core it reaches.
    """

    def run(
        self, items: Iterable[Item], *, start: Callable[[], Callable[[Item], Result]], limits: Limits | None = None
    ) -> Iterator[tuple[Item, Result | PinciteError]]:
        """Each item with its result, or the PinciteError it met, in whatever order they finish.

        `start` is called wherever work is done, and gives the function that does one item. Items are taken as they are
        needed. An item that breaks the limits of time or memory, or its process, gives an ExecutionError; an executor
        that cannot enforce a limit says so.
        """
        ...


@runtime_checkable
class ChatModel(Protocol):
    """Answers a conversation with text; raises ModelError, and nothing else, where it cannot.

    A class may say `small = True`: its models read and write slowly, and are asked in few words. One that can keep its
    answers takes a folder as `cache: Injected[Path | None]`.
    """

    name: str

    @property
    def usage(self) -> Usage:
        """What was asked of the model so far."""
        ...

    def reply(
        self,
        messages: Sequence[ChatMessage],
        *,
        as_json: bool = False,
        grammar: str | None = None,
        on_token: OnToken | None = None,
    ) -> str:
        """The model's answer; with `as_json` it is asked for one JSON object.

        A `grammar` (in llama.cpp's notation) is what it may write; a model that cannot be held to one ignores it.
        `on_token` gets the words as they come, and again from the start where an answer broke off.
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
        """One row per text, normalised, float32."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """The same for questions, which some models treat otherwise."""
        ...


@runtime_checkable
class Reranker(Protocol):
    """Scores passages against a question anew; more is better."""

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score per passage."""
        ...


@runtime_checkable
class Answerer(Protocol):
    """Drafts an answer from numbered sources; raises ModelError, and nothing else, if it cannot.

    `mends` tells whether asking again, with the last draft and its faults, may give a better one. One that asks a chat
    model takes it as `chat: Injected[ChatModel]`.
    """

    name: str
    mends: bool

    def answer(
        self,
        context: AnswerContext,
        *,
        draft: Draft | None = None,
        faults: Sequence[CheckedClaim] = (),
        on_token: OnToken | None = None,
    ) -> Draft:
        """A draft, or a better one than `draft`, whose faults are named; `on_token` gets the words as they come."""
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


@runtime_checkable
class Highlighter(Protocol):
    """Reads a question with windows of text, and marks what answers it."""

    def read(self, question: str, windows: Sequence[str], *, centres: Sequence[int]) -> list[WindowLogits]:
        """Mark the tokens of each window; of one too long to read whole, those round its centre."""
        ...
