"""Means of an evaluation by source type or category."""

from __future__ import annotations

import numpy as np

from pincite.runs.evaluation.measures import DIRECT, LEGAL
from pincite.runs.evaluation.truth import tag_value
from pincite.runs.score_table import ScoreTable


def group_means(table: ScoreTable, tag: str) -> dict[str, tuple[int, dict[str, float | None]]]:
    """For each value of a tag, how many questions have it, and the means of the legal measures over them."""
    values = [tag_value(question.gold.tags, tag) or "none" for question in table.questions]
    wanted = [name for name in (*DIRECT.values(), *LEGAL) if name in table.measures]
    found: dict[str, tuple[int, dict[str, float | None]]] = {}
    for value in dict.fromkeys(values):
        rows = np.array([value == other for other in values], dtype=bool)
        means = {name: _mean(table.column(name)[rows]) for name in wanted}
        found[value] = (int(rows.sum()), means)
    return found


def _mean(values: np.ndarray) -> float | None:
    present = values[~np.isnan(values)]
    return float(present.mean()) if len(present) else None
