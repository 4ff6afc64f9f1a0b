"""The steps in which several documents were asked, with the seconds that each took."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from pincite.domain.hit import Step


@dataclass(slots=True)
class AnswerTrace:
    """The steps of an answer, with the seconds each took."""

    steps: list[Step] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def note(self, stage: str, words: str) -> None:
        """Add a step, which took the time since the one before."""
        now = time.perf_counter()
        self.steps.append(Step(stage, words))
        self.seconds[stage] = now - self._since
        self._since = now
