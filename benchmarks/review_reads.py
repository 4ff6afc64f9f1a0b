"""What the models read for a review, kept on disk, so that values can be parsed again without them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from pincite.domain.document import Passage
from pincite.pipeline.asking.question_batch import DocumentPass, QuestionBatch
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.highlight import HighlightedPassage, Highlights
from pincite.review.identity import models_identity
from pincite.spans import Span

FORMAT = "1"
# A cell is read from the passages that come near the best: never more than these.
_MOST = 16


class KeptBatch(QuestionBatch):
    """Questions whose highlights are read from a file, and by the models where the file has none."""

    def __init__(self, store: SearchableStore, questions: list[str], path: Path) -> None:
        super().__init__(store, questions)
        self._models = models_identity(store)
        lines = path.read_text("utf-8").split("\n") if path.exists() else []
        self._kept: dict[str, Any] = dict(json.loads(line) for line in lines if line)
        self._file = path.open("a", encoding="utf-8")

    def ask(self, opened: DocumentPass, number: int) -> Highlights | None:
        """What the document answers to the question of a number."""
        parts = (FORMAT, opened.doc_id, self._questions[number], self._models)
        key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
        if key not in self._kept:
            self._kept[key] = _as_json(super().ask(opened, number))
            self._file.write(json.dumps([key, self._kept[key]]) + "\n")
            self._file.flush()
        return _from_json(self._kept[key], opened.doc_id)


def _as_json(seen: Highlights | None) -> list[Any] | None:
    if seen is None:
        return None
    found = [[_pair(one.passage.span), one.score, one.exact, _pair(one.best)] for one in seen.found[:_MOST]]
    return [found, seen.relevance, seen.lead, seen.likely, seen.place, seen.windows]


def _from_json(row: list[Any] | None, doc_id: str) -> Highlights | None:
    if row is None:
        return None
    passages = [
        HighlightedPassage(Passage(doc_id, Span(*span)), score, Passage(doc_id, Span(*span)), exact, _span(best))
        for span, score, exact, best in row[0]
    ]
    return Highlights(passages, *row[1:])


def _pair(span: Span | None) -> list[int] | None:
    return [span.start, span.end] if span else None


def _span(pair: list[int] | None) -> Span | None:
    return Span(*pair) if pair else None
