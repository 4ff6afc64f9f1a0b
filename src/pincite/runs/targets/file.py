"""A file of predictions or answers as a target: what another system gave, asked as if it were there."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite.domain.benchmark import Query
from pincite.domain.response import Intake, Response
from pincite.domain.usage import Usage
from pincite.errors import TargetError
from pincite.options import Local
from pincite.ports.evaluation import Progress, Task
from pincite.runs.predictions import add_lengths, check_hits, first_results, pair, read_predictions


class FileTarget:
    """Answers from a file: JSON, JSON lines or a TREC run of what another system retrieved or answered."""

    answers = True

    def __init__(self, path: Local[str | Path]) -> None:
        self._path = Path(path)
        self._responses: dict[str, Response] = {}

    def describe(self) -> dict[str, Any]:
        """The file by name and content."""
        content = self._path.read_bytes() if self._path.is_file() else b""
        return {"kind": "file", "file": self._path.name, "sha256": hashlib.sha256(content).hexdigest()[:16]}

    def prepare(self, task: Task, *, progress: Progress) -> Intake:
        """Read the file and pair its rows with the questions."""
        where = str(self._path)
        paired = pair(read_predictions(self._path), task.queries, where=where)
        lengths: dict[str, int] = {}
        add_lengths(lengths, paired.values(), task)
        self._responses = check_hits(paired, lengths, where=where)
        return Intake()

    def ask(self, query: Query, *, k: int, answer: bool = False) -> Response:
        """The row of a question; a question without one has failed."""
        if query.id not in self._responses:
            raise TargetError(str(self._path), f"has no row for question {query.id}")
        response = self._responses[query.id]
        if answer and response.answer is None:
            raise TargetError(str(self._path), f"has no answer for question {query.id}")
        return replace(first_results(response, k), query_id=query.id)

    @property
    def usage(self) -> Usage:
        """What the rows say that they used."""
        return sum((response.usage for response in self._responses.values()), Usage())

    def close(self) -> None:
        """Nothing to let go of."""
