"""What goes out beyond the wire schema: lists, jobs, and the state of the server."""

from __future__ import annotations

from pincite.render.wire.answer import WireAnswer
from pincite.render.wire.base import WireModel, WireSpan
from pincite.render.wire.cite import WireLegalCitation
from pincite.render.wire.document import WireCard, WirePage
from pincite.render.wire.page_words import WireWord
from pincite.review.wire import WireColumn, WireQuestionSet, WireReviewQuestion, WireRow
from pincite.runs.wire import WireRun, WireRunQuery


class CollectionEntry(WireModel):
    """A collection that the caller may use; `problem` says why it cannot be opened, where it cannot."""

    name: str
    documents: int
    generation: int
    problem: str
    access: str


class CollectionList(WireModel):
    """The collections that the caller may use, in order of name."""

    collections: list[CollectionEntry]


class DocumentList(WireModel):
    """Some of the documents of a collection, in order of path; `total` counts all that meet the filters."""

    documents: list[WireCard]
    total: int
    offset: int


class PageList(WireModel):
    """The pages of a document in order; none where it has no pages."""

    pages: list[WirePage]


class WordList(WireModel):
    """The words of a page in the order of the text; none where it has no boxes."""

    words: list[WireWord]


class Health(WireModel):
    """Whether the server is up."""

    status: str


class Readiness(WireModel):
    """Whether the server can answer: every collection opened, models loaded."""

    ready: bool
    problems: int


class Version(WireModel):
    """What is running, and what it can do here."""

    version: str
    keys: bool
    uploads: bool
    new_collections: bool
    upload_mb: int
    runs: bool
    truth: bool


class JobEvent(WireModel):
    """The progress of a job: files done and files in total at a stage."""

    stage: str
    done: int
    total: int


class FileOutcome(WireModel):
    """The outcome of a file in a job; `kind` is a one-word error kind, if there was an error."""

    name: str
    outcome: str
    problem: str
    kind: str


class WireJob(WireModel):
    """An indexing job. `state` is one of `queued`, `running`, `done`, `failed`, `cancelled`."""

    id: str
    collection: str
    state: str
    made: str
    progress: JobEvent | None
    files: list[FileOutcome]
    problem: str


class JobList(WireModel):
    """The jobs of a collection, the newest first."""

    jobs: list[WireJob]


class TagList(WireModel):
    """The tags of a document."""

    tags: dict[str, str]


class SetList(WireModel):
    """The sets of questions that ship with the package."""

    sets: list[WireQuestionSet]


class DocumentProblem(WireModel):
    """A document that could not be processed, and why."""

    document: str
    problem: str


class WireReview(WireModel):
    """A review; its `state` is `queued`, `running`, `done`, `failed` or `cancelled`; `done` counts cells."""

    id: str
    collection: str
    title: str
    made: str
    by: str
    state: str
    problem: str
    questions: list[WireReviewQuestion]
    done: int
    total: int
    failures: list[DocumentProblem]


class ReviewList(WireModel):
    """The reviews of a collection, the newest first."""

    reviews: list[WireReview]


class WireReviewTable(WireModel):
    """A review with its rows so far, with corrections, and the figures of each column."""

    review: WireReview
    rows: list[WireRow]
    columns: list[WireColumn]


class LawList(WireModel):
    """The legal citations of a text, in order."""

    citations: list[WireLegalCitation]


class MeasureValue(WireModel):
    """The value of a measure; None where the answer has none, as without the gold that it needs."""

    measure: str
    value: float | None
    more_is_better: bool


class MeasuredAnswer(WireModel):
    """An answer and its measures; `asked` is the whole answer where the server was asked for it."""

    question: str
    answer: str
    values: list[MeasureValue]
    asked: WireAnswer | None


class RunList(WireModel):
    """The runs that the server shows, in order of id."""

    runs: list[WireRun]


class RunQueryList(WireModel):
    """Some of the queries of a run; `total` counts all that meet the filters."""

    queries: list[WireRunQuery]
    total: int
    offset: int


class TruthEntry(WireModel):
    """A file of ground truth, and how many questions it has."""

    name: str
    questions: int


class TruthList(WireModel):
    """The files of ground truth."""

    files: list[TruthEntry]


class WireEvidence(WireModel):
    """A passage that a truth rests on."""

    document: str
    span: WireSpan | None
    quote: str


class WireTruth(WireModel):
    """A question of a ground truth; `status` is `to review` until a person has approved it."""

    id: str
    question: str
    truth: str
    source_type: str
    category: str
    evidence: list[WireEvidence]
    status: str


class TruthQuestions(WireModel):
    """Some of the questions of a ground truth, in order; `total` counts all."""

    name: str
    questions: list[WireTruth]
    total: int
    offset: int


class WireDay(WireModel):
    """The answers of a day in figures; `measures` are means of the measures that need no gold."""

    day: str
    answers: int
    abstention: float
    confidence: float
    dropped: float
    p95_seconds: float
    measures: dict[str, float]


class WireDrift(WireModel):
    """A figure of the last day that is outside its range: `usual` ± `allowed`."""

    figure: str
    day: str
    value: float
    usual: float
    allowed: float


class DriftReport(WireModel):
    """The figures of answers by day, and those that drifted."""

    days: list[WireDay]
    drift: list[WireDrift]
