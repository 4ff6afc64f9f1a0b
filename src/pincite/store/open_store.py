"""An open store: one complete generation, as retrieval sees it."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Candidate, DocumentCard
from pincite.domain.reading import Reading
from pincite.errors import NotFound, StoreError
from pincite.ports import LexicalIndex, OpenLexical, VectorIndex
from pincite.spans import Span
from pincite.store.generations import Generation, damaged_files
from pincite.store.readings import load_reading
from pincite.store.segments import Record, Segment, read_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Alive = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document a passage stands, as a lawyer says it."""

    section: str
    page: int | None


class OpenStore:
    """All segments of a generation as one index; rows are numbered over the segments in order."""

    def __init__(self, folder: Path, generation: Generation, *, vectors: VectorIndex, lexical: LexicalIndex) -> None:
        damaged = damaged_files(folder, generation)
        if damaged:
            segment, file = damaged[0]
            raise StoreError(folder, f"segments/{segment}/{file} is missing or damaged; 'pincite index' rebuilds it")
        self.folder = folder
        self.generation = generation
        self._lexical = lexical
        self._segments = [
            Segment(folder / "segments" / ref.name, vectors=vectors, lexical=lexical) for ref in generation.segments
        ]
        self._first_row = {layer: self._count_rows(layer) for layer in Layer}
        self._where: dict[str, tuple[int, Record]] = {
            record.card.id: (i, record)
            for i, (segment, ref) in enumerate(zip(self._segments, generation.segments, strict=True))
            for record in segment.records
            if record.card.id not in ref.removed
        }

    @cached_property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document, in order of path."""
        return sorted((record.card for _, record in self._where.values()), key=lambda card: (card.path, card.id))

    @property
    def records(self) -> Sequence[Record]:
        """Every stored document with the file it came from."""
        return [record for _, record in self._where.values()]

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
            dead = int((~alive).sum())
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
                scores[here] = stored[rows[here] - edges[i]] @ vector.reshape(-1)
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
        alive = [
            np.array([record.card.id not in ref.removed for record in segment.records], dtype=bool)
            for segment, ref in zip(self._segments, self.generation.segments, strict=True)
        ]
        pairs: list[tuple[OpenLexical, Alive]] = [
            (segment.name_words, mask) for segment, mask in zip(self._segments, alive, strict=True)
        ]
        scores = self._lexical.scores(query, pairs)
        ids = [record.card.id for segment in self._segments for record in segment.records]
        mask = np.concatenate(alive) if alive else np.zeros(0, dtype=bool)
        return {id: float(score) for id, score, living in zip(ids, scores, mask, strict=True) if living}

    @lru_cache(maxsize=64)  # noqa: B019 - a store lives as long as the process that opened it
    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        return read_text(self.folder, doc_id)

    def place(self, passage: Passage) -> Place:
        """The section path and page where a passage begins."""
        places = self._places(passage.doc_id)
        sections, pages = places["sections"], places["pages"]
        at = bisect_right(sections, passage.span.start, key=lambda row: row[0]) - 1
        page = bisect_right(pages, passage.span.start, key=lambda row: row[1]) - 1
        return Place(sections[max(at, 0)][2] if sections else "", pages[max(page, 0)][0] if pages else None)

    def reading(self, doc_id: str) -> Reading:
        """All that was found in a document."""
        return load_reading(self.folder / "documents" / doc_id / f"{doc_id}.json")

    @lru_cache(maxsize=64)  # noqa: B019 - as above
    def _places(self, doc_id: str) -> dict[str, Any]:
        places: dict[str, Any] = json.loads((self.folder / "documents" / doc_id / "places.json").read_text("utf-8"))
        return places

    def _count_rows(self, layer: Layer) -> list[int]:
        return [0, *np.cumsum([len(segment.places[layer]) for segment in self._segments]).tolist()]

    def _locate(self, row: int, layer: Layer) -> tuple[int, int]:
        segment = bisect_right(self._first_row[layer], row) - 1
        return segment, row - self._first_row[layer][segment]

    @lru_cache(maxsize=3)  # noqa: B019 - as above
    def _alive(self, layer: Layer) -> list[Alive]:
        masks = []
        for segment, ref in zip(self._segments, self.generation.segments, strict=True):
            mask = np.ones(len(segment.places[layer]), dtype=bool)
            for record in segment.records:
                if record.card.id in ref.removed:
                    mask[slice(*record.rows[layer])] = False
            masks.append(mask)
        return masks
