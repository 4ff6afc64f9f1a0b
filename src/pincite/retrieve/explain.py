"""What `--explain` shows of a retrieval: its steps with the seconds each took, and the candidates of a step as rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pincite.domain.document import Passage
from pincite.domain.hit import Step
from pincite.ports.store import Library
from pincite.retrieve.authority import DocumentStanding
from pincite.retrieve.candidates import Pool
from pincite.retrieve.highlight import HighlightedPassage

# How many candidates a step lists.
SHOWN = 20
Rows = tuple[dict[str, Any], ...]


@dataclass(slots=True)
class RetrievalTrace:
    """The steps and seconds of one retrieval."""

    explain: bool
    steps: list[Step] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    _began: float = field(default_factory=time.perf_counter)

    def note(self, stage: str, words: str, rows: Callable[[], Rows] = tuple) -> None:
        """End a step; its rows are made only where they are shown."""
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._began
        if self.explain:
            self.steps.append(Step(stage, words, rows()))
        self._began = time.perf_counter()


class StepRows:
    """Candidates as rows, with the paths of their documents."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def documents(self, scores: Sequence[tuple[str, float]]) -> Rows:
        """Documents with their scores."""
        return tuple({"document": self._path(doc_id), "score": round(score, 3)} for doc_id, score in scores)

    def passages(self, near: Sequence[tuple[Passage, float]]) -> Rows:
        """Passages with their scores."""
        return tuple({**self._place(passage), "score": round(score, 4)} for passage, score in near[:SHOWN])

    def pool(self, pool: Pool) -> Rows:
        """Candidates with the score of each signal."""
        return tuple(
            {
                **self._place(chunk),
                "dense": round(float(pool.dense[i]), 4),
                "lexical": round(float(pool.lexical[i]), 3),
                "score": round(float(pool.score[i]), 4),
            }
            for i, chunk in enumerate(pool.chunks[:SHOWN])
        )

    def kept(self, before: Pool, after: Pool, why: str) -> Callable[[], Rows]:
        """The candidates before a step, each with whether it was kept and, where not, why."""

        def rows() -> Rows:
            kept = set(after.chunks)
            verdicts = ("yes" if chunk in kept else f"no: {why}" for chunk in before.chunks[:SHOWN])
            return tuple({**row, "kept": verdict} for row, verdict in zip(self.pool(before), verdicts, strict=True))

        return rows

    def highlighted(self, found: Sequence[HighlightedPassage], k: int) -> Rows:
        """Marked passages, the first k of which are kept."""
        return tuple(
            {
                **self._place(one.passage),
                "kind": "exact" if one.exact else "chunk",
                "score": round(one.score, 4),
                "kept": "yes" if rank <= k else f"no: beyond k = {k}",
            }
            for rank, one in enumerate(found[:SHOWN], start=1)
        )

    def standing(self, standing: Mapping[str, DocumentStanding]) -> Rows:
        """Documents with what favours them beside their words."""
        named = [(self._path(doc_id), one) for doc_id, one in standing.items()]
        first = sorted(named, key=lambda pair: (-pair[1].subject, pair[1].level, pair[0]))
        return tuple(
            {"document": path, "level": one.level, "subject": round(one.subject, 2)} for path, one in first[:SHOWN]
        )

    def _place(self, passage: Passage) -> dict[str, Any]:
        return {"document": self._path(passage.doc_id), "span": [passage.span.start, passage.span.end]}

    def _path(self, doc_id: str) -> str:
        return self._library.card(doc_id).path
