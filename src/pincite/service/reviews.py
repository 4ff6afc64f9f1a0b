"""Reviews in the background: started by callers, run one at a time, resumed after a crash."""

from __future__ import annotations

import logging
import secrets
import threading
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from queue import Empty, Queue

from pincite.cancellation import Cancellation
from pincite.domain.hit import DocumentCard
from pincite.domain.job import JobState
from pincite.errors import Cancelled, NotFound, PinciteError
from pincite.files import os_reason
from pincite.pipeline.scope import SearchScope
from pincite.review.cell import Cell, CellState, ReviewRow, ReviewTable
from pincite.review.correct import correct_cell
from pincite.review.question import QuestionSet, ReviewQuestion
from pincite.review.report import ReviewReport, review_documents
from pincite.service.collection import OpenState
from pincite.service.review_folder import ReviewFolder, ReviewJob
from pincite.service.service import Service
from pincite.spans import Span

_LOG = logging.getLogger("pincite.serve")


@dataclass(frozen=True, slots=True)
class NewCell:
    """A cell as it was read, with its document."""

    doc_id: str
    document: str
    title: str
    cell: Cell


@dataclass(slots=True)
class _Running:
    """A running review: its cells so far, in order, and its cancellation."""

    collection: str
    identity: str
    cancellation: Cancellation = field(default_factory=Cancellation)
    cells: list[NewCell] = field(default_factory=list)
    done: int = 0
    total: int = 0


class Reviews:
    """The reviews of all collections; one is done at a time. May be used by several threads."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = threading.RLock()
        self._queue: Queue[tuple[str, str]] = Queue()
        self._running: _Running | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start working: first the reviews left by an earlier server process, then new ones."""
        for name in self._service.names:
            for job in reversed(self._folder(name).all(name)):
                if not job.state.is_over:
                    self._queue.put((name, job.id))
        self._thread = threading.Thread(target=self._work, name="pincite-reviews", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the running review; it is resumed at the next start."""
        self._stopping.set()
        with self._lock:
            if self._running:
                self._running.cancellation.cancel()
        if self._thread:
            self._thread.join(timeout=15)

    def add(self, collection: str, asked: QuestionSet, scope: SearchScope, *, by: str) -> ReviewJob:
        """Add a review of documents; refuse it if no document matches."""
        cards = self._service.matching(collection, scope)
        if not cards:
            raise NotFound("No document meets these filters.")
        made = datetime.now(UTC).isoformat(timespec="milliseconds")
        total = len(cards) * len(asked.questions)
        job = ReviewJob(secrets.token_hex(8), collection, made, by, asked, scope, total=total)
        self._folder(collection).save(job)
        self._queue.put((collection, job.id))
        return job

    def of(self, collection: str) -> list[ReviewJob]:
        """The reviews of a collection, the newest first."""
        return [self._with_progress(job) for job in self._folder(collection).all(collection)]

    def get(self, collection: str, identity: str) -> ReviewJob:
        """A review by its id."""
        return self._with_progress(self._folder(collection).get(collection, identity))

    def table(self, collection: str, identity: str) -> ReviewTable:
        """The rows that are done, with a person's corrections."""
        return self._folder(collection).table(self.get(collection, identity))

    def corrected(self, collection: str, identity: str) -> dict[str, set[str]]:
        """The columns that a person corrected, by document."""
        return {doc: set(cells) for doc, cells in self._folder(collection).corrections(identity).items()}

    def cells(self, collection: str, identity: str, *, since: int) -> list[NewCell]:
        """Return the cells that were read after the first `since` ones, in the order they were read."""
        with self._lock:
            running = self._running
        if running and (running.collection, running.identity) == (collection, identity):
            return running.cells[since:]
        job = self.get(collection, identity)
        # A review that waits to be resumed returns all its cells again.
        rows = self._folder(collection).table(job).rows if job.state.is_over else ()
        return [NewCell(row.doc_id, row.document, row.title, cell) for row in rows for cell in row.cells][since:]

    def cancel(self, collection: str, identity: str) -> ReviewJob:
        """End a review; the cells that are read already stay."""
        with self._lock:
            job = self.get(collection, identity)
            if job.state.is_over:
                return job
            job = replace(job, state=JobState.CANCELLED)
            self._folder(collection).save(job)
            if self._running and self._running.identity == identity:
                self._running.cancellation.cancel()
        return job

    def resume(self, collection: str, identity: str) -> ReviewJob:
        """Go on with a review that is over: documents that were added since get their rows too."""
        with self._lock:
            job = self.get(collection, identity)
            if job.state.is_over:
                job = replace(job, state=JobState.QUEUED, problem="", failures=())
                self._folder(collection).save(job)
                self._queue.put((collection, identity))
        return job

    def remove(self, collection: str, identity: str) -> None:
        """End a review and delete it."""
        self.cancel(collection, identity)
        self._folder(collection).remove(identity)

    def correct(
        self,
        collection: str,
        identity: str,
        document: str,
        column: str,
        *,
        state: CellState,
        value: str,
        quote: str,
        span: Span | None,
        by: str,
    ) -> Cell:
        """Replace a cell with a person's correction."""
        question, read = self._cell(collection, identity, document, column)
        # A correction of the value alone keeps the quoted words.
        span = span if span or quote else read.span

        def work(opened: OpenState) -> Cell:
            return correct_cell(
                opened.store, document, question, state=state, value=value, quote=quote, span=span, by=by
            )

        cell = self._service.run(collection, work)
        with self._lock:
            self._folder(collection).correct(identity, document, column, cell)
        return cell

    def revert(self, collection: str, identity: str, document: str, column: str) -> Cell:
        """Undo a correction and return the cell as it was read."""
        self._cell(collection, identity, document, column)
        with self._lock:
            self._folder(collection).correct(identity, document, column, None)
        return self._cell(collection, identity, document, column)[1]

    def _cell(self, collection: str, identity: str, document: str, column: str) -> tuple[ReviewQuestion, Cell]:
        table = self.table(collection, identity)
        question = next((one for one in table.questions if one.name == column), None)
        row = next((row for row in table.rows if row.doc_id == document), None)
        if question is None or row is None:
            missing = f"column '{column}'" if question is None else f"row for the document {document}"
            raise NotFound(f"The review {identity} has no {missing}.")
        return question, row.cell(column)

    def _folder(self, collection: str) -> ReviewFolder:
        return ReviewFolder(self._service.folder(collection))

    def _with_progress(self, job: ReviewJob) -> ReviewJob:
        with self._lock:
            running = self._running
        if running is None or running.identity != job.id or job.state.is_over:
            return job
        return replace(job, done=running.done, total=running.total or job.total)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                collection, identity = self._queue.get(timeout=0.5)
            except Empty:
                continue
            # The collection or the review was deleted: there is nothing to do.
            with suppress(PinciteError, OSError):
                self._try(collection, identity)

    def _try(self, collection: str, identity: str) -> None:
        with self._lock:
            job = self._folder(collection).get(collection, identity)
            if job.state.is_over:
                return
            job = replace(job, state=JobState.RUNNING)
            self._folder(collection).save(job)
            self._running = running = _Running(collection, identity)
        try:
            with running.cancellation.active():
                report = self._service.run(collection, lambda opened: self._read(opened, job, running))
            failures = tuple((str(one.item), one.message) for one in report.failures)
            self._finish(replace(job, state=JobState.DONE, done=running.done, total=running.total, failures=failures))
        except Cancelled:
            # When the server stops, the review is left to be resumed.
            pass
        except (PinciteError, OSError) as error:
            reason = os_reason(error) if isinstance(error, OSError) else self._service.public_message(error)
            self._finish(replace(job, state=JobState.FAILED, problem=f"It could not be done: {reason}"))
        finally:
            with self._lock:
                self._running = None

    def _read(self, opened: OpenState, job: ReviewJob, running: _Running) -> ReviewReport:
        folder = self._folder(job.collection)
        cards = self._service.matching(job.collection, job.scope)
        folder.rows(job.id).unlink(missing_ok=True)
        running.total = len(cards) * len(job.asked.questions)

        def on_cell(card: DocumentCard, cell: Cell) -> None:
            running.cells.append(NewCell(card.id, card.path, card.title or "", cell))

        def on_progress(done: int, _: int) -> None:
            running.done = done

        def on_row(row: ReviewRow) -> None:
            folder.add_row(job.id, row)

        return review_documents(
            opened.store, job.asked, cards, cells=folder.cells, on_row=on_row, on_cell=on_cell, progress=on_progress
        )

    def _finish(self, job: ReviewJob) -> None:
        with self._lock:
            if self._folder(job.collection).get(job.collection, job.id).state is JobState.CANCELLED:
                return
            self._folder(job.collection).save(job)
        fields = {"review": job.id, "state": job.state.value, "cells": job.done}
        _LOG.info("review", extra={"fields": fields})
