"""Verdict: what a model makes of a claim after reading the passage it cites."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """How likely a passage supports a claim, refutes it, or does not say; the three add up to one."""

    supported: float
    refuted: float
    unsaid: float
