"""Many questions for many documents: each question is embedded once, and each document's words are found once.

What is read depends on the document, the question and the models alone, and not on what else the store holds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.legal.languages import ENGLISH, known_language
from pincite.legal.wording import stems
from pincite.pipeline.asking.each import FEW_WINDOWS
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.candidates import Method, Pool, fuse, standardise
from pincite.retrieve.highlight import Highlights, highlight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


class QuestionBatch:
    """Questions with their vectors, ready to be asked of any document of a store."""

    def __init__(self, store: SearchableStore, questions: Sequence[str], *, windows: int = FEW_WINDOWS) -> None:
        self._store = store
        self._questions = list(questions)
        self._windows = windows

    @cached_property
    def _vectors(self) -> list[Floats] | None:
        if self._store.settings.embedder.kind == "none":
            return None
        return list(self._store.embedder.embed_queries(self._questions))

    def open(self, doc_id: str) -> DocumentPass:
        """A document, ready to be asked."""
        return DocumentPass(self._store, doc_id, windows=self._windows)

    def ask(self, opened: DocumentPass, number: int) -> Highlights | None:
        """What the document answers to the question of a number; None where the models cannot read it."""
        vector = self._vectors[number] if self._vectors is not None else None
        return opened.ask(self._questions[number], vector)


class DocumentPass:
    """One document while it is asked: its chunks and the stems of each are found once for all questions."""

    def __init__(self, store: SearchableStore, doc_id: str, *, windows: int) -> None:
        self.doc_id = doc_id
        self._store = store
        self._windows = windows
        found = store.opened.backend.passages((doc_id,))
        self._keys, self._chunks = list(found), tuple(found.values())

    def ask(self, question: str, vector: Floats | None) -> Highlights | None:
        """The spans that answer, and how likely anything does; None where the models cannot read the document."""
        if not self.is_readable or not self._chunks:
            return None
        how = self._store.settings.retrieval
        lexical = self._word_scores(question)
        dense = np.zeros_like(lexical)
        if vector is not None:
            dense = self._store.opened.backend.scores(self._keys, vector=vector).dense
        method: Method = "bm25" if vector is None else "hybrid"
        score = standardise(fuse(dense, lexical, method=method, fusion=how.fusion, dense_weight=how.dense_weight))
        pool = Pool(self._chunks, dense, lexical, score).take(np.argsort(-score, kind="stable"))
        return highlight(question, pool, self._store.library, self._store.highlighter, windows=self._windows)

    @cached_property
    def is_readable(self) -> bool:
        """Whether the document is in a language that the models read."""
        return known_language(self._store.library.card(self.doc_id).language) in (None, ENGLISH)

    def _word_scores(self, question: str) -> Floats:
        """How many of a question's words stand in each chunk; words that are rare in the document count for more."""
        wanted = set(stems(question))
        chunks, frequency = self._words
        weight = {stem: math.log(1 + len(chunks) / frequency[stem]) for stem in wanted if stem in frequency}
        return np.array([sum(weight[stem] for stem in wanted & held) for held in chunks], dtype=np.float32)

    @cached_property
    def _words(self) -> tuple[list[set[str]], Counter[str]]:
        text = self._store.library.text(self.doc_id)
        chunks = [set(stems(chunk.span.slice(text))) for chunk in self._chunks]
        return chunks, Counter(stem for held in chunks for stem in held)
