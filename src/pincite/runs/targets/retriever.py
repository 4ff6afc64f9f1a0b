"""A retriever class with the asynchronous interface of LegalBench-RAG as a target, by import path.

class Mine:
async def ingest_document(self, document): ...      # document.file_path, document.content
async def sync_all_documents(self): ...
async def query(self, query): ...                   # .retrieved_snippets: each .file_path, .span, .score
async def cleanup(self): ...
"""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass
from typing import Any

from pincite.bench.corpus import nfc
from pincite.domain.benchmark import Query
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.reading import Failure
from pincite.domain.response import Intake, Response
from pincite.domain.usage import Usage
from pincite.errors import PinciteError, SpanError, TargetError
from pincite.options import Local
from pincite.ports.evaluation import Progress, Task
from pincite.runs.targets.import_path import load_object
from pincite.spans import Span

_METHODS = ("ingest_document", "sync_all_documents", "query", "cleanup")


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """A document as the interface hands it over."""

    file_path: str
    content: str


class RetrieverTarget:
    """Runs a retriever class of your own, with LegalBench-RAG's asynchronous interface.

    `path` is written module:name; a class or function is called without arguments. What the retriever raises for a
    question is the failure of that question.
    """

    answers = False

    def __init__(self, path: Local[str], *, _retriever: Any = None) -> None:
        self._retriever = _load_retriever(path) if _retriever is None else _retriever
        self._name = path
        self._lengths: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def describe(self) -> dict[str, Any]:
        """The import path."""
        return {"kind": "retriever", "retriever": self._name}

    def prepare(self, task: Task, *, progress: Progress) -> Intake:
        """Hand over every document, then let the retriever make its index."""
        failures = []
        for done, path in enumerate(task.documents, start=1):
            try:
                text = task.text(path)
                self._lengths[path] = len(text)
                self._await(self._retriever.ingest_document(CorpusDocument(path, text)))
            except PinciteError as error:
                failures.append(Failure(path, "ingest", type(error).__name__, str(error)))
            progress("documents", done, len(task.documents))
        self._await(self._retriever.sync_all_documents())
        return Intake(tuple(failures))

    def ask(self, query: Query, *, k: int, answer: bool = False) -> Response:
        """The first k snippets of the result."""
        began = time.perf_counter()
        result = self._await(self._retriever.query(query.text))
        seconds = {"query": round(time.perf_counter() - began, 6)}
        snippets = getattr(result, "retrieved_snippets", result)
        hits = tuple(self._hit(snippet, rank) for rank, snippet in enumerate(list(snippets)[:k], start=1))
        return Response(query.id, hits, seconds=seconds)

    @property
    def usage(self) -> Usage:
        """Nothing: what the retriever asks of hosted models is not known."""
        return Usage()

    def close(self) -> None:
        """Let the retriever clean up."""
        try:
            self._await(self._retriever.cleanup())
        finally:
            if self._loop is not None:
                self._loop.close()

    def _await(self, coroutine: Any) -> Any:
        # All calls share one event loop, for a retriever may keep connections that belong to it.
        self._loop = self._loop or asyncio.new_event_loop()
        try:
            return self._loop.run_until_complete(coroutine)
        except Exception as error:
            raise TargetError(self._name, f"{type(error).__name__}: {error}") from error

    def _hit(self, snippet: Any, rank: int) -> Hit:
        try:
            path, (start, end), score = nfc(snippet.file_path), snippet.span, float(getattr(snippet, "score", -rank))
            span = Span(start, end)
        except (AttributeError, TypeError, ValueError, SpanError) as error:
            raise TargetError(self._name, f"result {rank} is not a snippet ({error}): {snippet!r}") from error
        if not math.isfinite(score):
            raise TargetError(self._name, f"result {rank} has the score {score}")
        if span.end > self._lengths.get(path, span.end):
            raise TargetError(
                self._name, f"result {rank} ends at {span.end}, after the text of {path} ({self._lengths[path]})"
            )
        return Hit(Passage(path, span), score, rank)


def _load_retriever(path: str) -> Any:
    found = load_object(path)
    retriever = found() if callable(found) else found
    missing = [method for method in _METHODS if not hasattr(retriever, method)]
    if missing:
        raise TargetError(path, f"lacks {', '.join(missing)}")
    return retriever
