"""Confidence: how likely it is that the words an answer rests on are the right ones, from several signals.

The curve was fitted by `benchmarks/people_confidence.py` on questions as people ask them, with and without an answer in
the store: it is the chance that the answer is right, not that the passage is about the subject.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass

from pincite.answer.evidence import words_near
from pincite.domain.answer import AnswerContext
from pincite.domain.hit import Ranking
from pincite.ports import Verifier

_LEAST, _MOST = -8.0, 8.0


@dataclass(frozen=True, slots=True)
class EvidenceSignals:
    """What is known of the evidence for an answer.

    `relevance` is the highlighter's logit that a window answers, `lead` how far it is above that of the middle window,
    `likely` how many windows answer more likely than not (the logarithm, as for all counts), `place` where the first
    stage had put the best result, `documents` how many documents the results are of, `read` the verifier's logit
    that the best passage answers the question, and `alone` that its words do without what stands round them.
    """

    relevance: float
    lead: float
    likely: float
    place: float
    documents: float
    read: float
    alone: float


# One weight per signal, and the bias: the chance that the answer is right, and that the documents answer at all.
WEIGHTS = (0.223, 0.187, 0.028, -0.127, -1.398, 0.152, 0.132)
BIAS = 0.77
ANSWERED_WEIGHTS = (0.231, 0.007, 0.781, -0.099, -0.147, 0.167, 0.28)
ANSWERED_BIAS = 1.765
# Below this chance that the documents answer at all, none is given.
LEAST_ANSWERED = 0.84


def read_signals(context: AnswerContext, ranking: Ranking, verifier: Verifier | None) -> EvidenceSignals | None:
    """Weigh the evidence; None where nothing was read by the highlighter."""
    spots = [(score, source, span) for source in context.sources for span, score in source.evidence]
    if ranking.relevance is None or not spots:
        return None
    _, source, span = max(spots, key=lambda spot: spot[0])
    texts = words_near(source, span), span.shift(-source.passage.span.start).slice(source.text)
    verdicts = verifier.verify([(context.question, text) for text in texts]) if verifier else []
    read, alone = (verdict.log_odds for verdict in verdicts) if verdicts else (0.0, 0.0)
    return EvidenceSignals(
        relevance=_bounded(ranking.relevance),
        lead=ranking.lead,
        likely=math.log1p(ranking.likely),
        place=math.log1p(ranking.place),
        documents=math.log1p(len({hit.passage.doc_id for hit in ranking.hits})),
        read=read,
        alone=alone,
    )


def chance_of(signals: EvidenceSignals) -> float:
    """The chance that the answer is right."""
    return _weigh(signals, WEIGHTS, BIAS)


def is_answered(signals: EvidenceSignals) -> bool:
    """Whether the documents are likely enough to answer the question at all, rightly found or not."""
    return _weigh(signals, ANSWERED_WEIGHTS, ANSWERED_BIAS) >= LEAST_ANSWERED


def _weigh(signals: EvidenceSignals, weights: tuple[float, ...], bias: float) -> float:
    total = bias + sum(weight * value for weight, value in zip(weights, astuple(signals), strict=True))
    return 1 / (1 + math.exp(-_bounded(total)))


def _bounded(logit: float) -> float:
    return min(max(logit, _LEAST), _MOST)
