"""A Python callable as a target: it is called with the question and returns what it found or answered."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pincite.domain.benchmark import Query
from pincite.domain.response import Intake, Response
from pincite.domain.usage import Usage
from pincite.errors import BenchmarkError, TargetError
from pincite.options import Local
from pincite.ports.evaluation import Progress, Task
from pincite.runs.prediction_row import parse_response
from pincite.runs.predictions import add_lengths, check_hits, first_results
from pincite.runs.targets.import_path import load_object


class CallableTarget:
    """Calls a Python function of your own with the question.

    `function` is the function, or its import path written module:name. It returns the answer as a string, or what a
    row of a file of predictions may hold: `retrieved_snippets`, `retrieved_passages`, `answer`, `citations` and so on.
    What it raises for a question is the failure of that question.
    """

    answers = True

    def __init__(self, function: Local[str | Callable[[str], Any]]) -> None:
        self._name = function if isinstance(function, str) else f"{function.__module__}:{function.__qualname__}"
        self._function = load_object(function) if isinstance(function, str) else function
        if not callable(self._function):
            raise TargetError(self._name, "cannot be called")
        self._task: Task | None = None
        self._lengths: dict[str, int] = {}
        self._used = Usage()

    def describe(self) -> dict[str, Any]:
        """The import path."""
        return {"kind": "callable", "function": self._name}

    def prepare(self, task: Task, *, progress: Progress) -> Intake:
        """Nothing to take in: the function has its documents already."""
        self._task = task
        return Intake()

    def ask(self, query: Query, *, k: int, answer: bool = False) -> Response:
        """Call the function."""
        began = time.perf_counter()
        try:
            result = self._function(query.text)
        except Exception as error:
            raise TargetError(self._name, f"{type(error).__name__}: {error}") from error
        seconds = {"call": round(time.perf_counter() - began, 6)}
        row = {"answer": result} if isinstance(result, str) else result
        try:
            response = parse_response(row, where="the result")
            if self._task:
                add_lengths(self._lengths, [response], self._task)
            response = check_hits({query.id: response}, self._lengths, where="the result")[query.id]
        except BenchmarkError as error:
            raise TargetError(self._name, str(error)) from error
        if answer and response.answer is None:
            raise TargetError(self._name, "gave no answer; run it without asking for answers")
        self._used += response.usage
        return replace(first_results(response, k), query_id=query.id, seconds=response.seconds or seconds)

    @property
    def usage(self) -> Usage:
        """What the function says that it used."""
        return self._used

    def close(self) -> None:
        """Nothing to let go of."""
