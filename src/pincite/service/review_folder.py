"""Reviews on disk, kept with the store.

```
reviews/cells.jsonl          every cell that was read, for all reviews of the store
reviews/ID/review.json       the questions, the documents asked for, and how far it is
reviews/ID/rows.jsonl        the rows, one by one as they are done
reviews/ID/corrections.json  cells that a person corrected, by document and column
```
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pincite.domain.job import JobState
from pincite.errors import NotFound
from pincite.files import write_text
from pincite.pipeline.scope import SearchScope
from pincite.review.cell import Cell, ReviewRow, ReviewTable
from pincite.review.cell_file import cell_as_json, cell_from
from pincite.review.question import QuestionSet
from pincite.review.questions import questions_from

_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A review: what is asked of which documents, and how far it is, in cells; `failures` are documents and reasons."""

    id: str
    collection: str
    made: str
    by: str
    asked: QuestionSet
    scope: SearchScope
    state: JobState = JobState.QUEUED
    problem: str = ""
    done: int = 0
    total: int = 0
    failures: tuple[tuple[str, str], ...] = ()


class ReviewFolder:
    """The reviews of one store."""

    def __init__(self, store: Path) -> None:
        self._root = store / "reviews"

    @property
    def cells(self) -> Path:
        """The file of cells that all reviews share."""
        return self._root / "cells.jsonl"

    def rows(self, identity: str) -> Path:
        """The file of a review's rows."""
        return self._root / identity / "rows.jsonl"

    def all(self, collection: str) -> list[ReviewJob]:
        """Every review, the newest first."""
        if not self._root.is_dir():
            return []
        names = [path.name for path in self._root.iterdir() if _ID.fullmatch(path.name)]
        found = [job for name in names if (job := self._load(collection, name))]
        return sorted(found, key=lambda job: (job.made, job.id), reverse=True)

    def get(self, collection: str, identity: str) -> ReviewJob:
        """A review by its id."""
        job = self._load(collection, identity) if _ID.fullmatch(identity) else None
        if job is None:
            raise NotFound(f"The collection '{collection}' has no review {identity}.")
        return job

    def save(self, job: ReviewJob) -> None:
        """Save a review."""
        head = asdict(job)
        head.pop("collection")
        write_text(self._root / job.id / "review.json", json.dumps(head, indent=1) + "\n")

    def add_row(self, identity: str, row: ReviewRow) -> None:
        """Append a row and flush it at once."""
        head = {"doc_id": row.doc_id, "document": row.document, "title": row.title}
        line = json.dumps({**head, "cells": [cell_as_json(cell) for cell in row.cells]})
        with self.rows(identity).open("ab") as file:
            file.write(line.encode("ascii") + b"\n")

    def table(self, job: ReviewJob) -> ReviewTable:
        """The rows that are done, with a person's corrections."""
        corrections = self.corrections(job.id)
        rows = [_corrected(row, corrections.get(row.doc_id, {})) for row in self._rows(job.id)]
        return ReviewTable(job.asked.title, job.asked.questions, tuple(rows))

    def corrections(self, identity: str) -> dict[str, dict[str, Cell]]:
        """The cells that a person corrected, by document and column."""
        try:
            stored = json.loads((self._root / identity / "corrections.json").read_text("utf-8"))
            return {doc: {name: cell_from(cell) for name, cell in cells.items()} for doc, cells in stored.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def correct(self, identity: str, doc_id: str, column: str, cell: Cell | None) -> None:
        """Save a correction; None removes it."""
        kept = self.corrections(identity)
        cells = {name: held for name, held in kept.get(doc_id, {}).items() if name != column}
        kept[doc_id] = {**cells, column: cell} if cell else cells
        rows = {doc: {name: cell_as_json(held) for name, held in own.items()} for doc, own in kept.items() if own}
        write_text(self._root / identity / "corrections.json", json.dumps(rows, indent=1) + "\n")

    def remove(self, identity: str) -> None:
        """Delete a review; the cells that were read stay for others."""
        shutil.rmtree(self._root / identity, ignore_errors=True)

    def _rows(self, identity: str) -> list[ReviewRow]:
        try:
            lines = self.rows(identity).read_bytes().split(b"\n")
        except OSError:
            return []
        return [row for line in lines if line.strip() and (row := _row(line))]

    def _load(self, collection: str, identity: str) -> ReviewJob | None:
        try:
            head = json.loads((self._root / identity / "review.json").read_text("utf-8"))
            return _job(collection, head)
        except (OSError, ValueError, TypeError, KeyError):
            # Incomplete because the server was killed, or not a review.
            return None


def _job(collection: str, head: dict[str, Any]) -> ReviewJob:
    asked = replace(questions_from(head["asked"]["title"], head["asked"]["questions"]), name=head["asked"]["name"])
    scope = {**head["scope"], "documents": tuple(head["scope"]["documents"])}
    scope["where"] = tuple((name, value) for name, value in head["scope"]["where"])
    fields = {**head, "asked": asked, "scope": SearchScope(**scope), "state": JobState(head["state"])}
    return ReviewJob(**{**fields, "collection": collection, "failures": tuple(map(tuple, head["failures"]))})


def _row(line: bytes) -> ReviewRow | None:
    try:
        row = json.loads(line)
        cells = tuple(cell_from(cell) for cell in row["cells"])
        return ReviewRow(row["doc_id"], row["document"], row["title"], cells)
    except (ValueError, KeyError, TypeError):
        # Cut short by a crash: the row is read again.
        return None


def _corrected(row: ReviewRow, corrections: Mapping[str, Cell]) -> ReviewRow:
    return replace(row, cells=tuple(corrections.get(cell.name, cell) for cell in row.cells)) if corrections else row
