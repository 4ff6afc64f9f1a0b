"""Verdict: what a model makes of a claim after reading the passage it cites."""

from __future__ import annotations

import math
from dataclasses import dataclass

_MOST_ODDS = 6.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """How likely a passage supports a claim, refutes it, or does not say; the three add up to one."""

    supported: float
    refuted: float
    unsaid: float

    @property
    def log_odds(self) -> float:
        """The logarithm of the odds that the passage supports the claim, within bounds: no model is that sure."""
        floor = 1 / (1 + math.exp(_MOST_ODDS))
        bounded = min(max(self.supported, floor), 1 - floor)
        return math.log(bounded / (1 - bounded))
