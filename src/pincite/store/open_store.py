"""An open store: one complete generation, as retrieval sees it."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Candidate, DocumentCard
from pincite.domain.reading import Reading
from pincite.errors import Hint, NotFound, PinciteError, ReadError, StoreError
from pincite.paths import safe_join
from pincite.ports import LexicalIndex, OpenLexical, VectorIndex
from pincite.spans import Span
from pincite.store.generations import Generation, SegmentRef
from pincite.store.marks import damaged, mark_of_bytes
from pincite.store.readings import parse_reading
from pincite.store.recent import RecentValues
from pincite.store.segments import NAME_REACH, Record, Segment, alive_rows, document_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Alive = NDArray[np.bool_]


_STEP = " › "


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document a passage stands, as a lawyer says it."""

    section: str
    page: int | None


def join_paths(first: str, last: str) -> str:
    """The path of words that begin in one section and end in another: `4 › 4.2 – 4.3`, or the one that holds both."""
    begin, end = first.split(_STEP), last.split(_STEP)
    shared = 0
    while shared < min(len(begin), len(end)) and begin[shared] == end[shared]:
        shared += 1
    if not last:
        return first
    if not first or shared in (len(begin), len(end)):
        return _STEP.join(begin[:shared])
    return _STEP.join((*begin[:shared], f"{_STEP.join(begin[shared:])} – {_STEP.join(end[shared:])}"))


def open_segment(folder: Path, ref: SegmentRef, *, vectors: VectorIndex, lexical: LexicalIndex) -> Segment:
    """Open a segment once every file of it is found to be what was written."""
    home = folder / "segments" / ref.name
    broken = damaged(home, ref.files, thorough=True)
    try:
        if not broken:
            return Segment(home, vectors=vectors, lexical=lexical)
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, EOFError) as error:
        raise _broken(folder, ref, "documents.json") from error
    raise _broken(folder, ref, broken[0])


def _broken(folder: Path, ref: SegmentRef, file: str) -> StoreError:
    return StoreError(folder, f"segments/{ref.name}/{file} is missing or damaged", hint=Hint.REPAIR_STORE)


class OpenStore:
    """All segments of a generation as one index; rows are numbered over the segments in order."""

    def __init__(self, folder: Path, generation: Generation, *, vectors: VectorIndex, lexical: LexicalIndex) -> None:
        self.folder = folder
        self.generation = generation
        self._lexical = lexical
        self._texts: RecentValues[str] = RecentValues(limit=64)
        self._beginnings: RecentValues[str] = RecentValues(limit=4096)
        self._places: RecentValues[dict[str, Any]] = RecentValues(limit=64)
        self._segments = [open_segment(folder, ref, vectors=vectors, lexical=lexical) for ref in generation.segments]
        self._first_row = {layer: self._count_rows(layer) for layer in Layer}
        self._where: dict[str, tuple[int, Record]] = {
            record.card.id: (i, record)
            for i, (segment, ref) in enumerate(zip(self._segments, generation.segments, strict=True))
            for record in segment.records
            if record.card.id not in ref.removed
        }

    @cached_property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path; the path is that of a file that is still listed."""
        paths: dict[str, list[str]] = {}
        for file in self.generation.files:
            paths.setdefault(file.doc_id, []).append(file.path)
        cards = []
        for _, record in self._where.values():
            known = sorted(paths.get(record.card.id, ()))
            path = record.card.path if record.card.path in known or not known else known[0]
            said: dict[str, Any] = self.generation.manifest.get(path, {})
            also_at = tuple(other for other in known if other != path)
            cards.append(replace(record.card, path=path, also_at=also_at, **said))
        return sorted(cards, key=lambda card: (card.path, card.id))

    def rows_of(self, doc_id: str, layer: Layer = Layer.CHUNK) -> range:
        """The rows of a document on a layer."""
        if doc_id not in self._where:
            raise NotFound(f"The store {self.folder} has no document {doc_id}.")
        segment, record = self._where[doc_id]
        start, end = record.rows[layer]
        return range(self._first_row[layer][segment] + start, self._first_row[layer][segment] + end)

    def passage(self, row: int, layer: Layer = Layer.CHUNK) -> Passage:
        """Where a row points."""
        segment, local = self._locate(row, layer)
        document, start, end, _ = self._segments[segment].places[layer][local]
        return Passage(self._segments[segment].records[document].card.id, Span(int(start), int(end)))

    def dense(self, vector: Vectors, *, k: int, layer: Layer = Layer.CHUNK) -> list[Candidate]:
        """The k rows of a layer nearest to a vector, best first; ties by row, so that the order is always the same."""
        found: list[Candidate] = []
        for segment, alive, first in zip(self._segments, self._alive(layer), self._first_row[layer], strict=False):
            dead = len(alive) - int(alive.sum())
            scores, rows = segment.vectors[layer].search(vector.reshape(1, -1), k=k + dead)
            pairs = zip(rows[0].tolist(), scores[0].tolist(), strict=True)
            found += [Candidate(first + row, score) for row, score in pairs if row >= 0 and alive[row]]
        return sorted(found, key=lambda candidate: (-candidate.score, candidate.row))[:k]

    def dense_scores(self, vector: Vectors, rows: NDArray[np.int64]) -> Vectors:
        """The inner product of a vector with the rows of the chunk layer that are named."""
        scores = np.zeros(len(rows), dtype=np.float32)
        edges = self._first_row[Layer.CHUNK]
        for i, segment in enumerate(self._segments):
            here = (rows >= edges[i]) & (rows < edges[i + 1])
            if here.any():
                stored = segment.vectors[Layer.CHUNK].rows(0, edges[i + 1] - edges[i])
                # Not `@`: its rounding depends on where a row stands, and so would the ranking of near-equals.
                scores[here] = np.einsum("ij,j->i", stored[rows[here] - edges[i]], vector.reshape(-1))
        return scores

    def lexical_scores(self, query: str) -> Vectors:
        """BM25 of every chunk row."""
        segments: list[tuple[OpenLexical, Alive]] = [
            (segment.chunk_words, alive)
            for segment, alive in zip(self._segments, self._alive(Layer.CHUNK), strict=True)
        ]
        return self._lexical.scores(query, segments)

    def name_scores(self, query: str) -> dict[str, float]:
        """How well each document's name, title, parties and opening match the words of a query."""
        pairs: list[tuple[OpenLexical, Alive]] = [
            (segment.name_words, mask) for segment, mask in zip(self._segments, self._living_documents, strict=True)
        ]
        scores = self._lexical.scores(query, pairs).tolist()
        ids = [record.card.id for segment in self._segments for record in segment.records]
        alive = [living for mask in self._living_documents for living in mask.tolist()]
        return {id: score for id, score, living in zip(ids, scores, alive, strict=True) if living}

    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        return self._texts.get(doc_id, lambda id: self._content(id, "text").decode("utf-8", "surrogatepass"))

    def beginning(self, doc_id: str) -> str:
        """How a document begins: so much of its text as is indexed beside its name."""
        return self._beginnings.get(doc_id, self._load_beginning)

    def _load_beginning(self, doc_id: str) -> str:
        # No character takes more than four bytes; one that is cut in two at the end is left out.
        return self._content(doc_id, "text")[: 4 * NAME_REACH].decode("utf-8", "ignore")[:NAME_REACH]

    def place(self, passage: Passage) -> Place:
        """The section path and page where the words of a passage begin; a path of two sections says both."""
        places = self._places.get(passage.doc_id, self._load_places)
        sections, pages = places["sections"], places["pages"]
        words = passage.span.slice(self.text(passage.doc_id))
        # A passage may begin with the white space that ends the section before.
        start = passage.span.start + len(words) - len(words.lstrip() or words)
        end = passage.span.start + max(len(words.rstrip()) - 1, 0)
        at, last = (max(bisect_right(sections, point, key=lambda row: row[0]) - 1, 0) for point in (start, end))
        page = bisect_right(pages, start, key=lambda row: row[1]) - 1
        section = join_paths(sections[at][2], sections[max(at, last)][2]) if sections else ""
        return Place(section, pages[max(page, 0)][0] if pages else None)

    def reading(self, doc_id: str) -> Reading:
        """All that was found in a document."""
        try:
            return parse_reading(self._content(doc_id, doc_id), self.folder / "documents" / doc_id)
        except StoreError:
            raise
        except PinciteError as error:
            raise StoreError(
                self.folder, f"the reading of document {doc_id} is of another version", hint=Hint.REPAIR_STORE
            ) from error

    def _load_places(self, doc_id: str) -> dict[str, Any]:
        content = self._content(doc_id, "places")
        try:
            places: dict[str, Any] = json.loads(content.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError) as error:
            problem = f"the places of document {doc_id} are damaged"
            raise StoreError(self.folder, problem, hint=Hint.REPAIR_STORE) from error
        return places

    def _content(self, doc_id: str, stem: str) -> bytes:
        """A file of a document, checked to be what was written."""
        if doc_id not in self._where:
            raise NotFound(f"The store {self.folder} has no document {doc_id}.")
        files = self._where[doc_id][1].files
        name = document_file(files, stem)
        try:
            data = safe_join(self.folder, f"documents/{doc_id}/{name}").read_bytes()
        except (OSError, ReadError):
            data = None
        if data is None or mark_of_bytes(data) != files.get(name):
            raise StoreError(
                self.folder,
                f"documents/{doc_id}/{name} is missing or damaged, or was removed since the store was opened",
                hint=Hint.REPAIR_STORE,
            )
        return data

    def _count_rows(self, layer: Layer) -> list[int]:
        return [0, *np.cumsum([len(segment.places[layer]) for segment in self._segments]).tolist()]

    def _locate(self, row: int, layer: Layer) -> tuple[int, int]:
        segment = bisect_right(self._first_row[layer], row) - 1
        return segment, row - self._first_row[layer][segment]

    @cached_property
    def _living_documents(self) -> list[Alive]:
        return [
            np.array([record.card.id not in ref.removed for record in segment.records], dtype=bool)
            for segment, ref in zip(self._segments, self.generation.segments, strict=True)
        ]

    def _alive(self, layer: Layer) -> list[Alive]:
        return self._living_rows[layer]

    @cached_property
    def _living_rows(self) -> dict[Layer, list[Alive]]:
        pairs = list(zip(self._segments, self.generation.segments, strict=True))
        return {layer: [alive_rows(segment, set(ref.alive), layer) for segment, ref in pairs] for layer in Layer}
