"""A segment on disk: some documents with their rows, vectors and postings, written once and never changed."""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, overload
from urllib.parse import unquote

import numpy as np
from pydantic import TypeAdapter

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading
from pincite.ports import LexicalIndex, VectorIndex
from pincite.store.generations import SegmentRef, write_whole
from pincite.store.readings import Entry, plain, save_reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Places = NDArray[np.int32]

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
# How much of a document's beginning is indexed beside its name, to find it by what a query calls it.
NAME_REACH = 3000


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be indexed: on each layer where its rows point (start, end, section), and their vectors."""

    card: DocumentCard
    entry: Entry
    text: str
    places: dict[Layer, Places]
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
        np.save(home / f"rows-{layer}.npy", _stack([document.places[layer] for document in documents]))
        stacked = np.concatenate([document.vectors[layer] for document in documents])
        recall = min(recall, vectors.build(stacked, home / f"vectors-{layer}.faiss"))
    lexical.build(_ChunkTexts(documents), home / "words-chunk")
    lexical.build([name_text(document) for document in documents], home / "words-name")
    write_whole(home / "documents.json", json.dumps([plain(record) for record in _records(documents)]))
    _sync(home)
    return SegmentRef(name, tuple(document.card.id for document in documents), _sizes(home)), recall


def reopen(segment: Segment, folder: Path, doc_ids: Collection[str]) -> list[Prepared]:
    """Documents of a stored segment as they were before, to be written into another."""
    documents = []
    for record in segment.records:
        if record.card.id in doc_ids:
            text = read_text(folder, record.card.id)
            places = {layer: segment.places[layer][slice(*record.rows[layer]), 1:] for layer in Layer}
            vectors = {layer: segment.vectors[layer].rows(*record.rows[layer]) for layer in Layer}
            documents.append(Prepared(record.card, record.entry, text, places, vectors))
    return documents


def read_text(folder: Path, doc_id: str) -> str:
    """A stored document's canonical text."""
    return (folder / "documents" / doc_id / "text.txt").read_bytes().decode("utf-8", "surrogatepass")


def name_text(document: Prepared) -> str:
    """What a query may call a document by: its file's name, title and parties, weighted, and how it begins."""
    card = document.card
    names = f"{spell_out(Path(card.path).stem)} {card.title or ''} {' '.join(card.parties)} "
    return names * 3 + document.text[:NAME_REACH]


def spell_out(stem: str) -> str:
    """A file's name as words: "AcmeCorp_20190308%20NDA" holds "Acme", "Corp" and "NDA"."""
    plain_name = unquote(stem).replace("_", " ").replace("-", " ")
    return f"{plain_name} {_HUMP.sub(' ', plain_name)}"


class _ChunkTexts(Sequence[str]):
    """The texts of all chunk rows, sliced as they are asked for: a large segment's never stand in memory twice."""

    def __init__(self, documents: Sequence[Prepared]) -> None:
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
    """Rows of several documents under each other, each with the number of its document before it."""
    numbered = [np.insert(rows.reshape(-1, 3), 0, i, axis=1) for i, rows in enumerate(places)]
    return np.concatenate(numbered).astype(np.int32)


def _records(documents: Sequence[Prepared]) -> list[Record]:
    records = []
    at = dict.fromkeys(Layer, 0)
    for document in documents:
        rows = {}
        for layer in Layer:
            end = at[layer] + len(document.places[layer])
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
            handle = os.open(path, os.O_RDONLY)
            os.fsync(handle)
            os.close(handle)
