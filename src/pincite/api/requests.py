"""What callers send: checked records, unknown fields refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.domain.chat import Turn
from pincite.domain.chunk import Layer
from pincite.pipeline.scope import SearchScope

_SHORT = 500
_QUESTION = 8_000
_ANSWER = 100_000
Word = Annotated[str, Field(max_length=_SHORT)]
Place = Annotated[int, Field(ge=0, le=10**9)]


class Request(BaseModel):
    """A record that a caller sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Scope(Request):
    """What a search or a question is limited to; `section` needs one document."""

    kind: Word | None = Field(default=None, description="only documents of this type, such as `nda`")
    party: Word | None = Field(default=None, description="only documents with a party of this name")
    since: Word | None = Field(default=None, description="only documents with a date from this on, `YYYY-MM-DD`")
    until: Word | None = Field(default=None, description="only documents with a date up to this, `YYYY-MM-DD`")
    file: Word | None = Field(default=None, description="only files matching a pattern such as `*lease*`")
    documents: list[Word] = Field(default=[], max_length=1000, description="only these, by id or path")
    section: Word | None = Field(default=None, description="only this section, such as `5.2(b)`")
    where: dict[Word, Word] = Field(default={}, max_length=20, description="only documents with this metadata or tag")

    def scope(self) -> SearchScope:
        """The same as the service knows it."""
        fields = {**self.model_dump(), "documents": tuple(self.documents), "where": tuple(self.where.items())}
        return SearchScope(**fields)


class SearchRequest(Request):
    """A search."""

    query: str = Field(max_length=_QUESTION)
    k: int | None = Field(
        default=None, ge=1, le=200, description="how many results; by default as the collection's settings say"
    )
    layer: Layer = Field(default=Layer.CHUNK, description="passages (`chunk`), whole sections or documents")
    scope: Scope = Scope()
    explain: bool = Field(default=False, description="also say what each stage kept and dropped")


class AskRequest(Request):
    """A question."""

    question: str = Field(max_length=_QUESTION)
    k: int | None = Field(default=None, ge=1, le=200, description="how many passages are considered")
    scope: Scope = Scope()
    each: bool = Field(default=False, description="ask each document separately")
    explain: bool = Field(default=False, description="also say how the passages were found")


class ChatTurnSent(Request):
    """An earlier turn: the `asked` and `answer` of the reply to it."""

    asked: str = Field(max_length=_QUESTION)
    answer: str = Field(max_length=_ANSWER)


class ChatRequest(Request):
    """A question in a conversation. The server keeps no conversation: send what was said before."""

    question: str = Field(max_length=_QUESTION)
    history: list[ChatTurnSent] = Field(default=[], max_length=100, description="earlier turns, the oldest first")
    k: int | None = Field(default=None, ge=1, le=200)
    scope: Scope = Scope()
    explain: bool = False

    def turns(self) -> list[tuple[str, str] | Turn]:
        """The history as the service knows it."""
        return [(turn.asked, turn.answer) for turn in self.history]


class QuotationRequest(Request):
    """Words that are said to stand in the documents."""

    quote: str = Field(max_length=20_000)
    scope: Scope = Scope()


class NewCollection(Request):
    """A collection to be made."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")


class Tagging(Request):
    """All tags of a document; they replace the existing ones."""

    tags: dict[Annotated[str, Field(min_length=1, max_length=100)], Word] = Field(max_length=100)


class AskedQuestion(Request):
    """A column of a review."""

    name: Word
    question: str = Field(max_length=_QUESTION)
    type: Word = Field(default="text", description="text, date, money, duration, percentage, party, yes/no or choice")
    choices: list[Word] = Field(default=[], max_length=100, description="the values of a choice")


class ReviewRequest(Request):
    """A review: a shipped set by name, or custom questions; of all documents, or of some."""

    set: Word | None = Field(default=None, description="the name of a set that ships with the package")
    questions: list[AskedQuestion] = Field(default=[], max_length=500, description="instead of a set")
    title: Word | None = None
    scope: Scope = Scope()


class Correction(Request):
    """A correction by a person; the supporting words stay as they are unless others are given."""

    state: Literal["found", "not found", "unsure"] = "found"
    value: str = Field(default="", max_length=20_000)
    quote: str = Field(default="", max_length=20_000, description="words of the document that prove it")
    span: tuple[Place, Place] | None = Field(default=None, description="where these words stand")


class RedlineRequest(Request):
    """Two versions of a document, by id or path; `set` names questions whose changed cells are listed too."""

    old: Word
    new: Word
    set: Word | None = None


class DraftRequest(Request):
    """A draft as plain text or Markdown."""

    text: str = Field(max_length=500_000)
    name: Word = "draft.md"
    k: int = Field(default=4, ge=1, le=20, description="how many passages are read with each sentence")


class LawRequest(Request):
    """A text, and the kinds of citations to look for; without kinds, all."""

    text: str = Field(max_length=500_000)
    kinds: list[Word] = Field(default=[], max_length=50)


class GoldPassage(Request):
    """A passage that answers a question: a document by id or path, and a range of its text."""

    document: Word
    span: tuple[Place, Place]


class CitedPassage(Request):
    """A passage that an answer cites; without a quote it proves nothing."""

    document: Word
    span: tuple[Place, Place] | None = None
    quote: str = Field(default="", max_length=20_000)


class MeasureRequest(Request):
    """An answer to be measured; without one, the collection is asked the question first.

    With `gold_answer` or `gold_passages` the measures that need gold have values too.
    """

    question: str = Field(max_length=_QUESTION)
    answer: str | None = Field(default=None, max_length=_ANSWER)
    citations: list[CitedPassage] = Field(default=[], max_length=200)
    contexts: list[str] = Field(default=[], max_length=200, description="the passages the answer was made from")
    gold_answer: str | None = Field(default=None, max_length=_ANSWER)
    gold_passages: list[GoldPassage] = Field(default=[], max_length=200)
    measures: list[Word] = Field(
        default=[], max_length=100, description="names of measures; by default all that need no judge"
    )
    scope: Scope = Scope()


class TruthEvidence(Request):
    """Where a truth comes from: a document by path, the words, and where they stand."""

    document: Word
    span: tuple[Place, Place]
    quote: str = Field(default="", max_length=20_000)


class TruthQuestion(Request):
    """A question of a ground truth, with the answer that counts as right and the passages it rests on."""

    question: str = Field(min_length=1, max_length=_QUESTION, pattern=r"\S")
    truth: str = Field(min_length=1, max_length=_ANSWER, pattern=r"\S")
    source_type: Word = ""
    category: Word = ""
    evidence: list[TruthEvidence] = Field(default=[], max_length=100)
    status: Literal["to review", "approved"] = Field(default="to review", description="whether a person has read it")
