"""A folder of evaltools: an evaluation that has no run of ours beside it, read as a run is."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.domain.reading import Failure
from pincite.domain.response import Response
from pincite.domain.run import RunQuestion, RunSpec
from pincite.runs.evaluation.results import RESULTS, Results, load_results
from pincite.runs.folder import RunFolder

_PARAMETERS = "evaluate_parameters.json"


class EvaltoolsFolder(RunFolder):
    """An evaluation by its eval_results.jsonl: questions, answers and scores; it has no spans and no documents."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self._parameters = _read_parameters(folder / _PARAMETERS)

    @cached_property
    def results(self) -> Results:
        """The rows with their scores."""
        return load_results(self.path)

    @cached_property
    def spec(self) -> RunSpec:
        """What is known of it: the address that was asked, and how many questions there are."""
        target = {"kind": "evaltools", "url": str(self._parameters.get("target_url") or "")}
        sets = {name: {"queries": len(self.questions)} for name in self.results.table.sets}
        return RunSpec(self.path.name, 0, target, sets, corpus={}, code={}, packages={}, answers=True)

    @property
    def times(self) -> dict[str, Any]:
        """When it was made, where its parameters say so."""
        stamp = self._parameters.get("evaluation_timestamp")
        if not isinstance(stamp, int | float) or not 0 <= stamp < 2**40:
            return {}
        return {"started": datetime.fromtimestamp(stamp, UTC).isoformat(timespec="seconds")}

    @property
    def notes(self) -> dict[str, Any]:
        """Nothing more is known."""
        return {}

    @cached_property
    def questions(self) -> list[RunQuestion]:
        """Every question, with the answer that counts as right."""
        return list(self.results.table.questions)

    @cached_property
    def responses(self) -> dict[str, Response]:
        """The answers with what they were made from."""
        pairs = zip(self.questions, self.results.rows, strict=True)
        return {question.id: _response(question.id, row) for question, row in pairs}

    @cached_property
    def failures(self) -> list[Failure]:
        """Evaltools keeps none."""
        return []

    @cached_property
    def summary(self) -> dict[str, dict[str, float | None]]:
        """The means of its scores."""
        return self.results.table.summary()

    def score_rows(self) -> list[dict[str, Any]]:
        """Every score of every question; −1 is none."""
        table = self.results.table
        return [
            {
                "scores": {
                    name: None if score != score else score for name, score in zip(table.measures, row, strict=True)
                }
            }
            for row in table.values.tolist()
        ]

    def text(self, document: str) -> str | None:
        """No document is kept."""
        return None


def is_evaltools_folder(folder: Path) -> bool:
    """Tell whether a folder holds the results of an evaluation."""
    return (folder / RESULTS).is_file()


def _response(identity: str, row: dict[str, Any]) -> Response:
    latency = row.get("latency")
    seconds = {"answer": float(latency)} if isinstance(latency, int | float) and latency >= 0 else {}
    texts = (str(row["context"]),) if row.get("context") else ()
    return Response(identity, texts=texts, answer=str(row.get("answer") or ""), seconds=seconds)


def _read_parameters(path: Path) -> dict[str, Any]:
    """The parameters of an evaluation; none where they are missing or are not readable, since its rows say enough."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
