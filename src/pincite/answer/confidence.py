"""Confidence: how likely it is that the words an answer rests on are the right ones, from several signals.

The curve was fitted by `benchmarks/people_confidence.py` on questions as people ask them, with and without an answer in
the store: it is the chance that the answer is right, not that the passage is about the subject.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass

from pincite.domain.answer import Context
from pincite.domain.hit import Ranking
from pincite.legal.wording import stems
from pincite.ports import Verifier

# What is given to the verifier: so many characters round the best words.
_REACH = 500
_LEAST, _MOST = -8.0, 8.0


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known of the evidence for an answer.

    `relevance` is the highlighter's logit that a window answers, `sure` that of the best words, `read` the verifier's
    that their passage answers the question; `shared` is the share of the question's words near them, `alone` whether
    all passages are of one document, `length` how many words the question has.
    """

    relevance: float
    sure: float
    read: float
    shared: float
    alone: float
    length: float


# One weight per signal, and the bias.
WEIGHTS = (0.206, 0.17, 0.162, 0.522, 1.964, 0.622)
BIAS = -2.935


def read_signals(context: Context, ranking: Ranking, verifier: Verifier | None) -> Signals | None:
    """Weigh the evidence; None where nothing was read by the highlighter."""
    spots = [(score, source, span) for source in context.sources for span, score in source.evidence]
    if ranking.relevance is None or not spots:
        return None
    score, source, span = max(spots, key=lambda spot: spot[0])
    middle = (span.start + span.end) // 2 - source.passage.span.start
    near = source.text[max(0, middle - _REACH) : middle + _REACH]
    wanted = set(stems(context.question)) - set(stems(" ".join((source.title or "", *source.parties))))
    held = wanted & {*stems(near), *stems(source.section)}
    verdicts = verifier.verify([(context.question, near)]) if verifier else []
    return Signals(
        relevance=_bounded(ranking.relevance),
        sure=_logit(score),
        read=_logit(verdicts[0].supported) if verdicts else 0.0,
        shared=len(held) / max(1, len(wanted)),
        alone=float(len({hit.passage.doc_id for hit in ranking.hits}) == 1),
        length=min(len(context.question.split()), 30) / 10,
    )


def chance_of(signals: Signals) -> float:
    """The chance that the answer is right."""
    total = BIAS + sum(weight * value for weight, value in zip(WEIGHTS, astuple(signals), strict=True))
    return 1 / (1 + math.exp(-_bounded(total)))


def _logit(chance: float) -> float:
    kept = min(max(chance, 1e-4), 1 - 1e-4)
    return _bounded(math.log(kept / (1 - kept)))


def _bounded(logit: float) -> float:
    return min(max(logit, _LEAST), _MOST)
