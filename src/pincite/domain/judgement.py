"""Judgement: what a model that judges said of one answer, once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgeRating:
    """A rating by one repetition of a measure, from 1; or why there is none."""

    query_id: str
    measure: str
    repetition: int
    value: float | None = None
    reason: str = ""
    error: str = ""
