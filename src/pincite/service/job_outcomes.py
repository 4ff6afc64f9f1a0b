"""What became of the files of a job, from what the indexer says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pincite.domain.job import JobFile


def outcomes(files: Sequence[JobFile], outcome: dict[str, Any]) -> tuple[JobFile, ...]:
    """The files of a job with what became of each."""
    failed = {name: (problem, kind) for name, problem, kind in outcome["failures"]}

    def one(file: JobFile) -> JobFile:
        if file.name in failed:
            problem, kind = failed[file.name]
            return replace(file, outcome="failed", problem=problem, kind=kind)
        for key, word in (
            ("same", "same-text"),
            ("added", "added"),
            ("changed", "changed"),
            ("unchanged", "unchanged"),
        ):
            if file.name in outcome[key]:
                return replace(file, outcome=word)
        unread = "It is not a kind of file that can be read."
        return replace(file, outcome="skipped", problem=unread, kind="unsupported")

    return tuple(map(one, files))
