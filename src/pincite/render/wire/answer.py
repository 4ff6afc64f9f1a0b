"""Answers on the wire."""

from __future__ import annotations

from pydantic import Field

from pincite.domain.answer import Answer, CheckedClaim, Citation, DocumentEntry, NumberedSource
from pincite.domain.usage import Usage
from pincite.legal.markdown_words import as_read
from pincite.legal.pinpoints import pinpoint, where
from pincite.render.wire.base import WireBox, WireFault, WireModel, WireSpan, WireStep, boxes, faults, pair


class WireCitation(WireModel):
    """The words of a document that prove a claim; `claim` is the range of the answer's text that they prove."""

    number: int
    document: str
    doc_id: str
    title: str | None
    section: str
    pinpoint: str
    place: str = Field(description="document, pinpoint and page in one line")
    label: str = Field(description="what people call the source: its title, the headings above it, its page")
    page: int | None
    span: WireSpan
    boxes: list[WireBox]
    quote: str
    shown: str = Field(description="the quote as people read it: without the marks of a Markdown file")
    claim: WireSpan
    score: float

    @classmethod
    def of(cls, citation: Citation) -> WireCitation:
        """Convert a citation to its wire record."""
        return cls(
            number=citation.number,
            document=citation.document,
            doc_id=citation.passage.doc_id,
            title=citation.title,
            section=citation.section,
            pinpoint=pinpoint(citation.section),
            place=where(citation),
            label=citation.label,
            page=citation.page,
            span=pair(citation.passage.span),
            boxes=boxes(citation.boxes),
            quote=citation.quote,
            shown=as_read(citation.quote, citation.document),
            claim=pair(citation.claim),
            score=round(citation.score, 4),
        )


class WireSource(WireModel):
    """A passage that was considered for an answer."""

    number: int
    document: str
    doc_id: str
    section: str
    pinpoint: str
    place: str
    page: int | None
    span: WireSpan
    score: float
    text: str
    shown: str = Field(description="the text as people read it: without the marks of a Markdown file")

    @classmethod
    def of(cls, source: NumberedSource) -> WireSource:
        """Convert a source to its wire record."""
        return cls(
            number=source.number,
            document=source.document,
            doc_id=source.passage.doc_id,
            section=source.section,
            pinpoint=pinpoint(source.section),
            place=where(source),
            page=source.page,
            span=pair(source.passage.span),
            score=round(source.score, 4),
            text=source.text,
            shown=as_read(source.text, source.document),
        )


class WireDroppedClaim(WireModel):
    """A claim of a draft that failed verification, and why."""

    claim: str
    support: float
    faults: list[WireFault]

    @classmethod
    def of(cls, item: CheckedClaim) -> WireDroppedClaim:
        """Convert a dropped claim to its wire record."""
        return cls(claim=item.claim.text, support=round(item.support, 4), faults=faults(item.faults))


class WireDocumentEntry(WireModel):
    """What one of several documents answers; `citation` is the number that cites its words."""

    document: str
    doc_id: str
    title: str | None
    outcome: str
    value: str
    words: str
    confidence: float
    citation: int | None

    @classmethod
    def of(cls, entry: DocumentEntry) -> WireDocumentEntry:
        """Convert an entry to its wire record."""
        return cls(
            document=entry.document,
            doc_id=entry.doc_id,
            title=entry.title,
            outcome=entry.outcome.value,
            value=entry.value,
            words=entry.words,
            confidence=round(entry.confidence, 4),
            citation=entry.citation,
        )


class WireUsage(WireModel):
    """What was asked of hosted models; `dollars` is null where a price is not known."""

    requests: int
    input_tokens: int
    output_tokens: int
    dollars: float | None

    @classmethod
    def of(cls, usage: Usage) -> WireUsage:
        """Convert usage to its wire record."""
        return cls(
            requests=usage.requests,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            dollars=usage.dollars,
        )


class WireAnswer(WireModel):
    """An answer with all that proves it; spans are `[start, end]` in the document's text."""

    question: str
    answer: str
    short: str = Field(description="the value asked for, with which the answer begins; empty where none is sure")
    found: bool
    confidence: float
    weak: bool = Field(description="found, with evidence to be read before anybody relies on it")
    citations: list[WireCitation]
    sources: list[WireSource]
    dropped: list[WireDroppedClaim]
    answerer: str
    note: str
    note_kind: str = Field("", description="what the note says, in a word; empty where there is no note")
    documents: list[WireDocumentEntry]
    usage: WireUsage
    seconds: dict[str, float]
    steps: list[WireStep] = []

    @classmethod
    def of(cls, answer: Answer, *, explain: bool = False) -> WireAnswer:
        """Convert an answer to its wire record; with `explain` it has the steps of its search, as a search has them."""
        steps = answer.ranking.steps if explain and answer.ranking else ()
        return cls(
            question=answer.question,
            answer=answer.text,
            short=answer.short,
            found=answer.found,
            confidence=round(answer.confidence, 4),
            weak=answer.weak,
            citations=[WireCitation.of(citation) for citation in answer.citations],
            sources=[WireSource.of(source) for source in answer.sources],
            dropped=[WireDroppedClaim.of(item) for item in answer.dropped],
            answerer=answer.answerer,
            note=answer.note,
            note_kind=answer.note_kind or "",
            documents=[WireDocumentEntry.of(entry) for entry in answer.entries],
            usage=WireUsage.of(answer.usage),
            seconds={stage: round(seconds, 4) for stage, seconds in answer.seconds.items()},
            steps=[WireStep.of(step) for step in steps],
        )


class WireChatAnswer(WireAnswer):
    """An answer in a conversation: also what was said, and what it was understood to ask."""

    said: str
    asked: str

    @classmethod
    def turn(cls, said: str, answer: Answer, *, asked: str, explain: bool = False) -> WireChatAnswer:
        """Convert a turn to its wire record."""
        return cls(said=said, asked=asked, **dict(WireAnswer.of(answer, explain=explain)))
