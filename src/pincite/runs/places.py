"""Places: a store's documents and offsets in the terms of a benchmark's corpus.

A benchmark names a document by its path within the corpus and counts the characters of the file with LF line ends, a
byte order mark included. A store names it by a hash of its canonical text, which has no such mark. Files with the same
text are one document in a store: their gold and their hits are told under the first path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pincite.bench.corpus import Corpus, nfc
from pincite.domain.benchmark import Gold
from pincite.domain.document import Passage, document_id
from pincite.domain.hit import DocumentCard
from pincite.domain.run import Question
from pincite.errors import ReadError
from pincite.spans import merge_spans

_MARK = "\ufeff"


@dataclass(slots=True)
class Places:
    """Which corpus file is which stored document, and how far their offsets lie apart."""

    path_of: dict[str, str] = field(default_factory=dict)
    shift: dict[str, int] = field(default_factory=dict)
    first_twin: dict[str, str] = field(default_factory=dict)

    def to_benchmark(self, passage: Passage) -> Passage:
        """A stored passage as the benchmark would write it."""
        path = self.path_of.get(passage.doc_id, passage.doc_id)
        return Passage(path, passage.span.shift(self.shift.get(path, 0)))

    def unify(self, question: Question) -> Question:
        """A question whose gold lies in a copy of a document, with the gold in the document that is searched."""
        gold = question.gold
        if not any(passage.doc_id in self.first_twin for passage in gold.passages):
            return question
        return replace(question, gold=replace(gold, passages=tuple(self._joined(gold))))

    def _joined(self, gold: Gold) -> Iterable[Passage]:
        moved = [self._to_first(passage) for passage in gold.passages]
        for path in dict.fromkeys(passage.doc_id for passage in moved):
            # Gold of two copies may now overlap, which gold must not.
            for span in merge_spans(passage.span for passage in moved if passage.doc_id == path):
                yield Passage(path, span)

    def _to_first(self, passage: Passage) -> Passage:
        first = self.first_twin.get(passage.doc_id, passage.doc_id)
        by = self.shift.get(first, 0) - self.shift.get(passage.doc_id, 0)
        return Passage(first, passage.span.shift(by))


def find_places(corpus: Corpus, documents: Sequence[str], cards: Sequence[DocumentCard]) -> Places:
    """Match the documents of a corpus with those of a store: texts by their hash, other formats by path."""
    places = Places()
    for card in cards:
        places.path_of[card.id] = _within(card.path, corpus.folder)
    seen: dict[str, str] = {}
    for path in sorted(documents):
        text = _text(corpus, path)
        if text is None:
            continue
        places.shift[path] = int(text.startswith(_MARK))
        first = seen.setdefault(document_id(text.removeprefix(_MARK)), path)
        if first != path:
            places.first_twin[path] = first
    places.path_of.update(seen)
    return places


def _text(corpus: Corpus, path: str) -> str | None:
    try:
        return corpus.text(path) if path in corpus else None
    except ReadError:
        # Not UTF-8: it is known by its path, and no mark is to be reckoned with.
        return None


def _within(path: str, folder: Path) -> str:
    """A stored file's path within the corpus folder, or as it is where it lies elsewhere."""
    try:
        return nfc(Path(path).resolve().relative_to(folder.resolve()).as_posix())
    except ValueError:
        return nfc(path)
