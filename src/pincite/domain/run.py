"""Run: what was asked of which system under which settings, and how it scored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """One measure of one query; there is a row for every gold query, answered or not."""

    query_id: str
    measure: str
    value: float
