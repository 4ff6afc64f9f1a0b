"""The chance that a document answers a question, from the highlighter's scores of its best windows.

The curve was fitted by `benchmarks/review_fit.py` on development contracts, none of them a test document. Each
question that it was fitted on has its own bias: how readily the models find such a clause.
"""

from __future__ import annotations

import json
import math
from dataclasses import astuple, dataclass
from functools import cache
from importlib.resources import files

from pincite.answer.quotations.evidence import BIAS, RELEVANCE
from pincite.pipeline.asking.judge_documents import weigh_words
from pincite.retrieve.highlight import Highlights
from pincite.review.cell import CellState

_BOUND = 8.0
# For questions that the curve was not fitted on: between these chances a cell is unsure; from the third on it leans to
# yes.
_DOUBT = (0.2, 0.7)
_THERE = 0.4


@dataclass(frozen=True, slots=True)
class PresenceSignals:
    """Signals of a document: the logits of the best window and the best span, and the number of exact spans."""

    relevance: float
    span: float
    exact: float
    spans: float


@dataclass(frozen=True, slots=True)
class Curve:
    """Weights of the signals, a bias, a lean per known question, and the chances between which a cell is unsure.

    From the chance `there` on, an unsure cell is likelier to hold the answer than not, rare clauses and common ones
    counted alike.
    """

    weights: tuple[float, ...]
    bias: float
    leans: dict[str, float]
    doubt: tuple[float, float]
    there: float


@cache
def shipped_curve() -> Curve:
    """The curve that ships with the package."""
    data = json.loads(files("pincite.review").joinpath("presence.json").read_text("utf-8"))
    return Curve(tuple(data["weights"]), data["bias"], data["leans"], tuple(data["doubt"]), data["there"])


def read_signals(seen: Highlights) -> PresenceSignals:
    """The signals of what was read."""
    best = seen.found[0] if seen.found else None
    return PresenceSignals(
        relevance=_bounded(seen.relevance),
        span=_logit(best.score) if best else -_BOUND,
        exact=float(best.exact) if best else 0.0,
        spans=sum(one.exact for one in seen.found) / 3,
    )


@dataclass(frozen=True, slots=True)
class Presence:
    """The chance that a document holds what is asked, what is said of the cell, and which way it leans if unsure."""

    chance: float
    state: CellState
    there: bool


def judge_presence(seen: Highlights, question: str, *, words: str, curve: Curve | None = None) -> Presence:
    """Weigh what was read for a question; `words` are the best of it.

    A question that the curve was not fitted on is weighed as one for several documents is: by the reader's own
    judgement and by how many of its words stand in the best ones.
    """
    curve = curve or shipped_curve()
    asked = " ".join(question.split())
    if asked in curve.leans:
        chance = chance_of(read_signals(seen), asked, curve=curve)
        return Presence(chance, _state(chance, curve.doubt), chance >= curve.there)
    read = 1 / (1 + math.exp(-(RELEVANCE * _bounded(seen.relevance) + BIAS)))
    chance = weigh_words(read, question, words)
    return Presence(chance, _state(chance, _DOUBT), chance >= _THERE)


def chance_of(signals: PresenceSignals, question: str, *, curve: Curve) -> float:
    """The chance by the curve, for a question it was fitted on."""
    total = curve.bias + curve.leans[question]
    total += sum(weight * value for weight, value in zip(curve.weights, astuple(signals), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def is_there(chance: float) -> bool:
    """Tell whether a cell of a fitted question is more likely found than not."""
    return chance >= shipped_curve().there


def _state(chance: float, doubt: tuple[float, float]) -> CellState:
    low, high = doubt
    return CellState.NOT_FOUND if chance < low else CellState.FOUND if chance >= high else CellState.UNSURE


def _logit(chance: float) -> float:
    kept = min(max(chance, 1e-4), 1 - 1e-4)
    return _bounded(math.log(kept / (1 - kept)))


def _bounded(logit: float) -> float:
    return min(max(logit, -_BOUND), _BOUND)
