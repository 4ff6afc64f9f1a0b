"""A segment on disk: some documents with their rows, vectors and postings, written once and never changed."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import TypeAdapter

from pincite.domain.chunk import Chunk, Layer
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading
from pincite.ports import LexicalIndex, VectorIndex
from pincite.store.generations import SegmentRef, write_whole
from pincite.store.readings import Entry, plain, save_reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

# How much of a document's beginning is indexed beside its name, to find it by what a query calls it.
NAME_REACH = 3000


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be stored: its reading, its chunks by layer in row order, and a vector for each."""

    reading: Reading
    card: DocumentCard
    entry: Entry
    chunks: dict[Layer, list[Chunk]]
    vectors: dict[Layer, Vectors]


@dataclass(frozen=True, slots=True)
class Record:
    """A stored document: its card, its file as it was, and its rows on each layer within the segment."""

    card: DocumentCard
    entry: Entry
    rows: dict[Layer, tuple[int, int]]


class Segment:
    """An open segment."""

    def __init__(self, folder: Path, *, vectors: VectorIndex, lexical: LexicalIndex) -> None:
        self.records = _RECORDS.validate_json((folder / "documents.json").read_bytes())
        self.places: dict[Layer, NDArray[np.int32]] = {
            layer: np.load(folder / f"rows-{layer}.npy", mmap_mode="r") for layer in Layer
        }
        self.vectors = {layer: vectors.open(folder / f"vectors-{layer}.faiss") for layer in Layer}
        self.chunk_words = lexical.open(folder / "words-chunk")
        self.name_words = lexical.open(folder / "words-name")


_RECORDS = TypeAdapter(list[Record])


def write_document(folder: Path, reading: Reading) -> None:
    """Keep a document's text, its places (sections and pages, for quick look-up) and its whole reading."""
    home = folder / "documents" / reading.doc.id
    home.mkdir(parents=True, exist_ok=True)
    save_reading(reading, home)
    outline = reading.outline
    places = {
        "sections": [[section.span.start, section.span.end, outline.path(section)] for section in outline.leaves()],
        "pages": [[page.number, page.span.start, page.span.end] for page in reading.doc.pages],
        "furniture": [[span.start, span.end] for span in reading.doc.furniture()],
    }
    write_whole(home / "places.json", json.dumps(places, ensure_ascii=False))
    write_whole(home / "text.txt", reading.doc.text)


def write_segment(
    folder: Path,
    documents: Sequence[Prepared],
    *,
    vectors: VectorIndex,
    lexical: LexicalIndex,
) -> tuple[SegmentRef, float]:
    """Write a new segment; gives its reference and the recall of its vector indexes (1.0 where exact)."""
    name = uuid.uuid4().hex[:16]
    home = folder / "segments" / name
    home.mkdir(parents=True)
    recall = 1.0
    for layer in Layer:
        chunks = [(i, chunk) for i, document in enumerate(documents) for chunk in document.chunks[layer]]
        places = [(i, chunk.span.start, chunk.span.end, chunk.section) for i, chunk in chunks]
        np.save(home / f"rows-{layer}.npy", np.array(places, dtype=np.int32).reshape(-1, 4))
        stacked = np.concatenate([document.vectors[layer] for document in documents])
        recall = min(recall, vectors.build(stacked, home / f"vectors-{layer}.faiss"))
    texts = [chunk.span.slice(doc.reading.doc.text) for doc in documents for chunk in doc.chunks[Layer.CHUNK]]
    lexical.build(texts, home / "words-chunk")
    lexical.build([name_text(document.reading, document.card) for document in documents], home / "words-name")
    write_whole(home / "documents.json", json.dumps([plain(record) for record in _records(documents)]))
    _sync(home)
    return SegmentRef(name, tuple(document.card.id for document in documents), _sizes(home)), recall


def name_text(reading: Reading, card: DocumentCard) -> str:
    """What a query may call a document by: its file's name and its title, weighted, and how it begins."""
    stem = Path(card.path).stem.replace("_", " ").replace("-", " ")
    names = f"{stem} {card.title or ''} {' '.join(card.parties)} "
    return names * 3 + reading.doc.text[:NAME_REACH]


def _records(documents: Sequence[Prepared]) -> list[Record]:
    records = []
    at = dict.fromkeys(Layer, 0)
    for document in documents:
        rows = {}
        for layer in Layer:
            end = at[layer] + len(document.chunks[layer])
            rows[layer] = (at[layer], end)
            at[layer] = end
        records.append(Record(document.card, document.entry, rows))
    return records


def _sizes(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): path.stat().st_size for path in sorted(folder.rglob("*")) if path.is_file()
    }


def _sync(folder: Path) -> None:
    """Have the system put every file on the disk before the segment is named."""
    for path in folder.rglob("*"):
        if path.is_file():
            handle: Any = os.open(path, os.O_RDONLY)
            os.fsync(handle)
            os.close(handle)
