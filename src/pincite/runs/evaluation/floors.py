"""Context for precedent matching: the floor that the sources of other answers reach, and the share by level."""

from __future__ import annotations

from pincite.metrics.legal.sources import levels, shuffled_floor, source_f1
from pincite.runs.folder import RunFolder
from pincite.runs.scoring import make_outcomes


def source_figures(run: RunFolder) -> dict[str, float]:
    """The floors of both precedent matchings, and how far cited sources agree with the truths'."""
    outcomes = make_outcomes(run.questions, run.responses)
    found: dict[str, float] = {}
    for name, floor in (
        ("direct_precedent_matching floor", shuffled_floor(outcomes)),
        ("precedent_matching floor", shuffled_floor(outcomes, source_f1)),
    ):
        if floor is not None:
            found[name] = floor
    return found | {f"sources {level}": share for level, share in levels(outcomes).items()}
