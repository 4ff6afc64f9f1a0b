"""Response: what a target gave back for one question of a run."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.reading import Failure
from pincite.domain.usage import Usage


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A source that an answer cites.

    `passage` is where the cited words stand, in the benchmark's coordinates; None where the target names a document
    and no place in it. `quote` is empty where the target quotes nothing. `label` is the source's name for people (its
    title, section and page), empty where the target gives none.
    """

    document: str
    passage: Passage | None = None
    quote: str = ""
    number: int | None = None
    page: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What a target gave back for one question, in the benchmark's coordinates.

    `texts` are the retrieved passages as words, where they cannot be sliced from the benchmark's documents. `answer` is
    None where no answer was asked for, and empty where none came. `abstained` says whether the target declined to
    answer, and `confidence` how sure it is from 0 to 1; both are None where the target does not say. `error` is why
    there is no response; such a question counts as one without results, and a resumed run asks it again.
    """

    query_id: str
    hits: tuple[Hit, ...] = ()
    texts: tuple[str, ...] = ()
    answer: str | None = None
    abstained: bool | None = None
    confidence: float | None = None
    citations: tuple[CitedSource, ...] = ()
    usage: Usage = field(default_factory=Usage)
    seconds: dict[str, float] = field(default_factory=dict)
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of the documents that a target was given.

    `failures` are those it could not take. `copies` maps the path of a document to the path under which the target
    reports its text, where it holds documents with the same text only once.
    """

    failures: tuple[Failure, ...] = ()
    copies: dict[str, str] = field(default_factory=dict)
