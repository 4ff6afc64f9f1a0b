"""Answer: what is said in reply to a question, claim by claim, each with the passages that prove it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from html import escape

from pincite.domain.document import Box, Passage
from pincite.domain.hit import Ranking
from pincite.domain.usage import Usage
from pincite.domain.verdict import Verdict
from pincite.spans import Span

NOT_FOUND = "Not found in the provided documents."
# Below this confidence the evidence of an answer is weak.
WEAK = 0.65


def is_weak(confidence: float) -> bool:
    """Tell whether the evidence of an answer is weak, by its confidence as it is printed in whole per cents."""
    return round(confidence, 2) < WEAK


@dataclass(frozen=True, slots=True)
class NumberedSource:
    """A passage as an answer may cite it by number, with where it stands and who the parties of its document are.

    `text` is the document's own text at the passage. `evidence` are the parts of it that answer, best first, each with
    the chance that it does. `read_as` is how a model reads words that say little by themselves: the row of a table
    with the names of its columns; `named` tells that these words are a value whose label is what the question asks for.
    """

    number: int
    passage: Passage
    text: str
    document: str
    title: str | None = None
    section: str = ""
    page: int | None = None
    score: float = 0.0
    parties: tuple[str, ...] = ()
    evidence: tuple[tuple[Span, float], ...] = ()
    read_as: str = ""
    named: bool = False

    @property
    def header(self) -> str:
        """Document, title, section path and page in one line."""
        page = f"p. {self.page}" if self.page else ""
        return " · ".join(part for part in (self.document, self.title, self.section, page) if part)

    def words(self, span: Span) -> str:
        """The words at a span of the document that lies within the passage."""
        return span.shift(-self.passage.span.start).slice(self.text)


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """All that an answer may rest on: numbered sources, and a line on each document they come from."""

    question: str
    sources: tuple[NumberedSource, ...]
    summaries: tuple[tuple[str, str], ...] = ()
    tokens: int = 0

    def source(self, number: int) -> NumberedSource | None:
        """The source of a number, if there is one."""
        return next((source for source in self.sources if source.number == number), None)

    @property
    def best_evidence(self) -> tuple[float, NumberedSource, Span] | None:
        """The evidence with the highest chance that it answers, with its source."""
        spots = ((score, source, span) for source in self.sources for span, score in source.evidence)
        return max(spots, key=lambda spot: spot[0], default=None)


class FaultKind(StrEnum):
    """What is wrong with a claim."""

    UNCITED = "uncited"
    NO_SUCH_SOURCE = "no-such-source"
    MISQUOTED = "misquoted"
    NUMBER = "number"
    NAME = "name"
    PARTY = "party"
    NEGATION = "negation"
    MODALITY = "modality"
    ORDER = "order"
    SCOPE = "scope"
    AUTHORITY = "authority"
    AMENDED = "amended"
    REFUTED = "refuted"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a claim: its kind, and a sentence that names the words at fault."""

    kind: FaultKind
    detail: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer with the sources it cites by number; `text` keeps the marks `[N]`."""

    text: str
    numbers: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A pinpoint: the words of a document that prove a claim, and where they stand.

    The document's text at the passage equals the quote, or it is no citation. `claim` is the range of the answer's text
    that it proves. `label` is what people call the source: its title, the headings above it, its page.
    """

    number: int
    passage: Passage
    quote: str
    document: str
    claim: Span
    title: str | None = None
    section: str = ""
    page: int | None = None
    boxes: tuple[Box, ...] = ()
    score: float = 0.0
    label: str = ""

    @property
    def place(self) -> str:
        """Document, section and page in one line."""
        page = f"p. {self.page}" if self.page else ""
        return ", ".join(part for part in (self.document, self.section, page) if part)

    def __str__(self) -> str:
        """Number, place and quoted words."""
        return f"[{self.number}] {self.place}: “{' '.join(self.quote.split())}”"


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim after verification: its support from 0 to 1, the passages that bear it out, and its faults.

    `verdict` is what a model made of it, if one has read it.
    """

    claim: Claim
    support: float
    pinpoints: tuple[tuple[int, Passage], ...] = ()
    faults: tuple[Fault, ...] = ()
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What an answerer says before anyone has checked it; no claims means that it found no answer.

    `text` is the whole of what a model wrote.
    """

    claims: tuple[Claim, ...]
    usage: Usage = field(default_factory=Usage)
    note: str = ""
    text: str = ""


class NoteKind(StrEnum):
    """What the note of an answer says, in a word for programs: a page has a sentence for it in its own language."""

    TOO_WEAK = "too-weak"
    WEAK = "weak"
    NO_VALUE = "no-value"
    NO_ANSWER = "no-answer"
    UNVERIFIED = "unverified"
    MODEL_FAILED = "model-failed"
    NOT_IN_STORE = "not-in-store"
    NO_PROVISION = "no-provision"
    SEVERAL_PROVISIONS = "several-provisions"
    SEVERAL_DOCUMENTS = "several-documents"
    WHICH_DOCUMENT = "which-document"
    NO_DOCUMENT = "no-document"
    PART_NOT_FOUND = "part-not-found"


class Outcome(StrEnum):
    """Whether a document meets what a question asks of several."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """What one of several documents answers: its outcome, the words that bear it out, and the number that cites them.

    `value` is the fact in short where there is one, such as a date or a place.
    """

    doc_id: str
    document: str
    title: str | None
    outcome: Outcome
    confidence: float
    value: str = ""
    words: str = ""
    citation: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A question's answer as it may be shown: verified claims with their citations, or an honest "not found".

    `confidence` is how likely the evidence holds the answer, from 0 to 1. `dropped` are the claims that failed
    verification and were removed or marked; `sources` all passages that were considered; `note` says why there is no
    answer, or no better one. `entries` are the documents that were asked one by one, where the question was for
    several. `short` is the value asked for, where the first words of `text` state it alone, such as "Sixty (60) days.".
    `note_kind` is what the note says, in a word; None where there is no note.
    """

    question: str
    text: str
    found: bool
    confidence: float
    citations: tuple[Citation, ...] = ()
    sources: tuple[NumberedSource, ...] = ()
    dropped: tuple[CheckedClaim, ...] = ()
    answerer: str = "extractive"
    usage: Usage = field(default_factory=Usage)
    seconds: dict[str, float] = field(default_factory=dict)
    ranking: Ranking | None = None
    note: str = ""
    entries: tuple[DocumentEntry, ...] = ()
    short: str = ""
    note_kind: NoteKind | None = None

    @property
    def weak(self) -> bool:
        """Whether the evidence of an answer is weak: it should be read before anybody relies on it."""
        return self.found and is_weak(self.confidence)

    @property
    def body(self) -> str:
        """The text without the short answer before it."""
        return self.text[len(self.short) :].lstrip() if self.short else self.text

    def __str__(self) -> str:
        """The answer, why it is no better, and its citations."""
        lines = [*filter(None, (self.short, self.body, self.note)), *map(str, self.citations)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The same for a notebook; nothing of a document is taken for markup."""
        note = f"<p><em>{escape(self.note)}</em></p>" if self.note else ""
        quotes = "".join(
            f"<li value='{one.number}'>{escape(one.place)}<blockquote>{escape(one.quote)}</blockquote></li>"
            for one in self.citations
        )
        short = f"<p>{escape(self.short)}</p>" if self.short else ""
        head = f"<p><strong>{escape(self.question)}</strong></p>{short}"
        return f"{head}<p>{escape(self.body)}</p>{note}<ol>{quotes}</ol>"
