"""Conversion between a store's documents and offsets and those of a benchmark.

A benchmark names a document by its path within the corpus and counts the characters of the file with LF line ends, a
byte order mark included. A store names it by a hash of its canonical text, which has no such mark. Files with the same
text are one document in a store: their gold and their hits are reported under the first path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pincite.bench.corpus import nfc
from pincite.domain.benchmark import Gold
from pincite.domain.document import Passage, document_id
from pincite.domain.hit import DocumentCard
from pincite.domain.run import RunQuestion
from pincite.errors import ReadError
from pincite.ports.evaluation import Task
from pincite.spans import merge_spans

_MARK = "\ufeff"


@dataclass(slots=True)
class StoreCoordinates:
    """Which corpus file is which stored document, and by how much their offsets differ.

    `copies` maps each further file with the same text to the first.
    """

    path_of: dict[str, str] = field(default_factory=dict)
    shift: dict[str, int] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)

    def to_benchmark(self, passage: Passage) -> Passage:
        """A stored passage in the benchmark's coordinates."""
        path = self.path_of.get(passage.doc_id, passage.doc_id)
        return Passage(path, passage.span.shift(self.shift.get(path, 0)))


def find_coordinates(task: Task, cards: Sequence[DocumentCard]) -> StoreCoordinates:
    """Match the documents of a task with those of a store: texts by their hash, other formats by path."""
    found = StoreCoordinates()
    for card in cards:
        found.path_of[card.id] = _within(card.path, task.folder)
    seen: dict[str, str] = {}
    for path in sorted(task.documents):
        text = _text(task, path)
        if text is None:
            continue
        found.shift[path] = int(text.startswith(_MARK))
        first = seen.setdefault(document_id(text.removeprefix(_MARK)), path)
        if first != path:
            found.copies[path] = first
    found.path_of.update(seen)
    return found


def merge_copies(question: RunQuestion, copies: Mapping[str, str], task: Task) -> RunQuestion:
    """A question whose gold lies in a copy of a document, with the gold in the document that is searched."""
    gold = question.gold
    if not any(passage.doc_id in copies for passage in gold.passages):
        return question
    return replace(question, gold=replace(gold, passages=tuple(_joined(gold, copies, task))))


def _joined(gold: Gold, copies: Mapping[str, str], task: Task) -> Iterable[Passage]:
    moved = [_to_first(passage, copies, task) for passage in gold.passages]
    for path in dict.fromkeys(passage.doc_id for passage in moved):
        # Gold of two copies may now overlap, which gold must not.
        for span in merge_spans(passage.span for passage in moved if passage.doc_id == path):
            yield Passage(path, span)


def _to_first(passage: Passage, copies: Mapping[str, str], task: Task) -> Passage:
    first = copies.get(passage.doc_id, passage.doc_id)
    return Passage(first, passage.span.shift(_mark_length(task, first) - _mark_length(task, passage.doc_id)))


def _mark_length(task: Task, path: str) -> int:
    return int((_text(task, path) or "").startswith(_MARK))


def _text(task: Task, path: str) -> str | None:
    """A document's text; None where it is no UTF-8 text file, and is known by its path alone."""
    try:
        return task.text(path)
    except ReadError:
        return None


def _within(path: str, folder: Path) -> str:
    """A stored file's path within the corpus folder, or as it is where it lies elsewhere."""
    try:
        return nfc(Path(path).resolve().relative_to(folder.resolve()).as_posix())
    except ValueError:
        return nfc(path)
