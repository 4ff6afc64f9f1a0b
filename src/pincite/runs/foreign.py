"""A retriever of the user's own, by import path, with the asynchronous interface of LegalBench-RAG.

class Mine:
async def ingest_document(self, document): ...      # document.file_path, document.content
async def sync_all_documents(self): ...
async def query(self, query): ...                   # .retrieved_snippets: each .file_path, .span, .score
async def cleanup(self): ...
"""

from __future__ import annotations

import asyncio
import importlib
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.bench.corpus import nfc
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.reading import Failure
from pincite.domain.run import Question, Record
from pincite.domain.usage import Usage
from pincite.errors import PinciteError, RetrieverError, SpanError
from pincite.runs.places import Places
from pincite.runs.questions import Exam
from pincite.runs.systems import Progress
from pincite.spans import Span

_METHODS = ("ingest_document", "sync_all_documents", "query", "cleanup")


@dataclass(frozen=True, slots=True)
class ForeignDocument:
    """A document as the interface hands it over."""

    file_path: str
    content: str


class ForeignSystem:
    """Runs a foreign retriever; what it raises for a query is that query's failure."""

    def __init__(self, retriever: Any, *, name: str) -> None:
        self._retriever = retriever
        self._name = name
        self._lengths: dict[str, int] = {}
        self._loop = asyncio.new_event_loop()

    def describe(self) -> dict[str, Any]:
        """The import path."""
        return {"kind": "retriever", "retriever": self._name}

    def prepare(self, exam: Exam, documents: Sequence[str], *, progress: Progress) -> list[Failure]:
        """Hand over every document, then let the retriever make its index."""
        failures = []
        for done, path in enumerate(documents, start=1):
            try:
                text = exam.corpus.text(path)
                self._lengths[path] = len(text)
                self._await(self._retriever.ingest_document(ForeignDocument(path, text)))
            except PinciteError as error:
                failures.append(Failure(path, "ingest", type(error).__name__, str(error)))
            progress("documents", done, len(documents))
        self._await(self._retriever.sync_all_documents())
        return failures

    def places(self) -> Places:
        """Foreign retrievers speak the benchmark's language already."""
        return Places()

    def ask(self, question: Question, *, k: int) -> Record:
        """The first k snippets of the answer."""
        began = time.perf_counter()
        answer = self._await(self._retriever.query(question.gold.query.text))
        seconds = {"query": round(time.perf_counter() - began, 6)}
        snippets = getattr(answer, "retrieved_snippets", answer)
        hits = tuple(self._hit(snippet, rank) for rank, snippet in enumerate(list(snippets)[:k], start=1))
        return Record(question.id, hits, seconds)

    @property
    def usage(self) -> Usage:
        """What a foreign retriever asks of others is its own affair."""
        return Usage()

    def close(self) -> None:
        """Let the retriever clean up."""
        try:
            self._await(self._retriever.cleanup())
        finally:
            self._loop.close()

    def _await(self, coroutine: Any) -> Any:
        try:
            return self._loop.run_until_complete(coroutine)
        except Exception as error:
            raise RetrieverError(self._name, f"{type(error).__name__}: {error}") from error

    def _hit(self, snippet: Any, rank: int) -> Hit:
        try:
            path, (start, end), score = nfc(snippet.file_path), snippet.span, float(getattr(snippet, "score", -rank))
            span = Span(start, end)
        except (AttributeError, TypeError, ValueError, SpanError) as error:
            raise RetrieverError(self._name, f"result {rank} is no snippet ({error}): {snippet!r}") from error
        if not math.isfinite(score):
            raise RetrieverError(self._name, f"result {rank} has the score {score}")
        if span.end > self._lengths.get(path, span.end):
            raise RetrieverError(
                self._name, f"result {rank} ends at {span.end}, after the text of {path} ({self._lengths[path]})"
            )
        return Hit(Passage(path, span), score, rank)


def load_retriever(path: str) -> ForeignSystem:
    """The retriever behind `module:name`; a class or function is called without arguments."""
    module, colon, name = path.partition(":")
    if not colon:
        raise RetrieverError(path, "is not written module:name")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise RetrieverError(path, f"cannot be imported: {error}") from error
    finally:
        sys.path.pop(0)
    retriever = found() if callable(found) else found
    missing = [method for method in _METHODS if not hasattr(retriever, method)]
    if missing:
        raise RetrieverError(path, f"lacks {', '.join(missing)}")
    return ForeignSystem(retriever, name=path)
