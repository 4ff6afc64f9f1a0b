"""A segment on disk: some documents with their rows, vectors and postings, written once and never changed."""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, overload

import numpy as np
from pydantic import TypeAdapter

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard
from pincite.errors import Hint, StoreError
from pincite.files import sync, sync_all, write_text
from pincite.paths import is_document_id
from pincite.store.local.contracts import LexicalIndex, VectorIndex
from pincite.store.local.generations import SegmentRef
from pincite.store.local.marks import Marks, damaged, marks_of
from pincite.store.names import OPENING, name_text
from pincite.store.readings import plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Places = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class SegmentDocument:
    """A document to be put in a segment: on each layer where its rows point (start, end, section), and their vectors.

    `files` are the marks of what is kept of it in its own folder.
    """

    card: DocumentCard
    files: Marks
    text: str
    places: dict[Layer, Places]
    vectors: dict[Layer, Vectors]


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A stored document: its card, the marks of its own files, and its rows on each layer within the segment."""

    card: DocumentCard
    files: Marks
    rows: dict[Layer, tuple[int, int]]


class Segment:
    """An open segment."""

    def __init__(self, folder: Path, *, vectors: VectorIndex, lexical: LexicalIndex) -> None:
        self.records = read_records(folder)
        with OPENING:
            self.places: dict[Layer, Places] = {
                layer: np.asarray(np.load(folder / f"rows-{layer}.npy", mmap_mode="r")) for layer in Layer
            }
            self.vectors = {layer: vectors.open(folder / f"vectors-{layer}.faiss") for layer in Layer}
            self.chunk_words = lexical.open(folder / "words-chunk")
            self.name_words = lexical.open(folder / "words-name")


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


_RECORDS = TypeAdapter(list[StoredDocument])


def read_records(folder: Path) -> list[StoredDocument]:
    """The documents of a stored segment."""
    # Not pydantic's JSON, which refuses lone surrogates (file name bytes that are not UTF-8).
    records = _RECORDS.validate_python(json.loads((folder / "documents.json").read_bytes()))
    strange = next((record.card.id for record in records if not is_document_id(record.card.id)), None)
    if strange is not None:
        raise ValueError(f"{strange!r} is not the id of a document")
    return records


def write_segment(
    folder: Path,
    documents: Sequence[SegmentDocument],
    *,
    vectors: VectorIndex,
    lexical: LexicalIndex,
) -> tuple[SegmentRef, float]:
    """Write a new segment; gives its reference and the recall of its vector indexes (1.0 where exact)."""
    home = _new_home(folder)
    recall = 1.0
    for layer in Layer:
        np.save(home / f"rows-{layer}.npy", _stack([document.places[layer] for document in documents]))
        made = [document.vectors[layer] for document in documents]
        recall = min(recall, vectors.build(made, home / f"vectors-{layer}.faiss"))
    spoken = [document.card.language for document in documents for _ in document.places[Layer.CHUNK]]
    lexical.build(_ChunkTexts(documents), home / "words-chunk", languages=spoken)
    names = [name_text(document.card, document.text) for document in documents]
    lexical.build(names, home / "words-name", languages=[document.card.language for document in documents])
    counts = [{layer: len(document.places[layer]) for layer in Layer} for document in documents]
    records = _records([(document.card, document.files) for document in documents], counts)
    return _name(home, records), recall


def merge_segments(
    folder: Path,
    parts: Sequence[tuple[Segment, Collection[str]]],
    *,
    vectors: VectorIndex,
    lexical: LexicalIndex,
) -> tuple[SegmentRef, float]:
    """Write some documents of several segments into a new one, from what is stored: nothing is read or made anew."""
    home = _new_home(folder)
    kept = [[record for record in segment.records if record.card.id in doc_ids] for segment, doc_ids in parts]
    recall = 1.0
    for layer in Layer:
        rows = [
            (segment, record.rows[layer])
            for (segment, _), records in zip(parts, kept, strict=True)
            for record in records
        ]
        np.save(home / f"rows-{layer}.npy", _stack([segment.places[layer][slice(*at), 1:] for segment, at in rows]))
        stored = [segment.vectors[layer].rows(*at) for segment, at in rows]
        recall = min(recall, vectors.build(stored, home / f"vectors-{layer}.faiss"))
    lexical.merge(
        [(segment.chunk_words, alive_rows(segment, doc_ids)) for segment, doc_ids in parts], home / "words-chunk"
    )
    names = [np.array([record.card.id in doc_ids for record in segment.records]) for segment, doc_ids in parts]
    lexical.merge(
        [(segment.name_words, alive) for (segment, _), alive in zip(parts, names, strict=True)], home / "words-name"
    )
    flat = [record for records in kept for record in records]
    counts = [{layer: end - start for layer, (start, end) in record.rows.items()} for record in flat]
    return _name(home, _records([(record.card, record.files) for record in flat], counts)), recall


def alive_rows(segment: Segment, doc_ids: Collection[str], layer: Layer = Layer.CHUNK) -> NDArray[np.bool_]:
    """Which rows of a segment belong to documents that count."""
    mask = np.zeros(len(segment.places[layer]), dtype=bool)
    for record in segment.records:
        if record.card.id in doc_ids:
            mask[slice(*record.rows[layer])] = True
    return mask


class _ChunkTexts(Sequence[str]):
    """The texts of all chunk rows, sliced on demand, so that a large segment is not in memory twice."""

    def __init__(self, documents: Sequence[SegmentDocument]) -> None:
        self._rows = [
            (document.text, int(start), int(end))
            for document in documents
            for start, end, _ in document.places[Layer.CHUNK]
        ]

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [text[start:end] for text, start, end in self._rows[at]]
        text, start, end = self._rows[at]
        return text[start:end]


def _stack(places: Sequence[Places]) -> Places:
    """Stack the rows of several documents, each with its document number in front."""
    numbers = np.repeat(np.arange(len(places), dtype=np.int32), [len(rows) for rows in places])
    return np.column_stack([numbers, np.concatenate([rows.reshape(-1, 3) for rows in places])]).astype(np.int32)


def _records(
    documents: Sequence[tuple[DocumentCard, Marks]], counts: Sequence[dict[Layer, int]]
) -> list[StoredDocument]:
    records = []
    at = dict.fromkeys(Layer, 0)
    for (card, files), count in zip(documents, counts, strict=True):
        rows = {layer: (at[layer], at[layer] + count[layer]) for layer in Layer}
        at = {layer: end for layer, (_, end) in rows.items()}
        records.append(StoredDocument(card, files, rows))
    return records


def _new_home(folder: Path) -> Path:
    home = folder / "segments" / uuid.uuid4().hex[:16]
    home.mkdir(parents=True)
    return home


def _name(home: Path, records: Sequence[StoredDocument]) -> SegmentRef:
    """Write the list of documents last, sync every file, and return the segment's reference."""
    write_text(home / "documents.json", json.dumps([plain(record) for record in records]))
    sync_all(home.rglob("*"))
    sync(home)
    rows = records[-1].rows[Layer.CHUNK][1] if records else 0
    return SegmentRef(home.name, tuple(record.card.id for record in records), rows, marks_of(home))
