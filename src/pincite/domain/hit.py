"""Hit and Ranking: what retrieval gives back, and how it came to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from pincite.domain.document import Passage
from pincite.spans import Span

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")


@dataclass(frozen=True, slots=True)
class DocumentCard:
    """What an index knows of a document without opening it: enough to route, filter and show.

    `also_at` are further files with the same text. `language` is a two-letter code; `authority` says which document
    speaks first where several say the same, 1 before 2 (0: its kind decides). `governing_law`, `made` (the day the
    document bears) and `pages` are None in stores that were made before they were kept, and empty or 0 where the
    document has none. `metadata` is what a manifest says besides, by name.
    """

    id: str
    path: str
    title: str | None
    kind: str
    parties: tuple[str, ...]
    dates: tuple[str, ...]
    summary: str
    characters: int
    also_at: tuple[str, ...] = ()
    language: str | None = None
    authority: int = 0
    governing_law: str | None = None
    made: str | None = None
    pages: int | None = None
    metadata: tuple[tuple[str, str], ...] = ()


def part_humps(name: str) -> str:
    """A name with its words parted: "AcmeCorp2019" becomes "Acme Corp 2019"."""
    return _HUMP.sub(" ", name)


# What a search back end calls a passage: it means nothing to anybody else.
Key = int | str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that a search back end found, by its key, with a score; more is better."""

    key: Key
    passage: Passage
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers, best first by `rank` from 1.

    `chunk` is the passage that was indexed and found; `exact` says that the highlighter marked just these characters.
    `best` are the sentences to quote: those round exact words, or of another passage those likeliest to answer.
    `place` is where the first stage had put its chunk among the candidates, from 0; None where nothing was read anew.
    """

    passage: Passage
    score: float
    rank: int
    chunk: Passage | None = None
    exact: bool = False
    best: Span | None = None
    place: int | None = None

    def __str__(self) -> str:
        """Rank, place and score in one line."""
        span = self.passage.span
        return f"{self.rank}. {self.passage.doc_id} [{span.start}–{span.end}]  score {self.score:.3f}"

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return f"<code>{escape(str(self))}</code>"


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a retrieval, for `--explain`: what went in and came out, and why each was kept or dropped."""

    stage: str
    note: str
    rows: tuple[dict[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """The hits of a query in order, with the steps that led there and the seconds each took.

    `relevance` is the highlighter's logit that anything that was read answers at all; None where nothing was read.
    `lead` is how far that is above the middle one of all windows that were read, `likely` how many of them answer more
    likely than not, `compared` whether they were enough for that to mean anything, and `place` where the first stage
    had put the best result, from 0.
    `absent` says, in a sentence, that what the query names is not in the store.
    """

    query: str
    hits: tuple[Hit, ...]
    steps: tuple[Step, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    relevance: float | None = None
    lead: float = 0.0
    likely: int = 0
    compared: bool = True
    place: int = 0
    absent: str = ""

    def __str__(self) -> str:
        """The query, and a line for each hit."""
        return "\n".join([f"“{self.query}”: {len(self.hits)} hits", *map(str, self.hits)])

    def _repr_html_(self) -> str:
        """The same as a table for a notebook."""
        rows = "".join(
            f"<tr><td>{hit.rank}</td><td>{hit.score:.3f}</td><td><code>{escape(hit.passage.doc_id)}</code></td>"
            f"<td>{hit.passage.span.start}–{hit.passage.span.end}</td></tr>"
            for hit in self.hits
        )
        head = "<tr><th>rank</th><th>score</th><th>document</th><th>characters</th></tr>"
        return f"<p>{escape(self.query)}</p><table>{head}{rows}</table>"
