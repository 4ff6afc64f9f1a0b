"""Confidence: how likely it is that the words an answer rests on are the right ones, from several signals.

The curve was fitted by `benchmarks/people_confidence.py` on questions as people ask them, with and without an answer in
the store: it is the chance that the answer is right, not that the passage is about the subject.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pincite.answer.questions.question_parts import split_parts
from pincite.answer.quotations.evidence import words_near
from pincite.domain.answer import AnswerContext
from pincite.domain.hit import Ranking
from pincite.ports import Verifier

_LEAST, _MOST = -8.0, 8.0
# The log odds that a value answers whose label is what the question asks for, whatever a model reads.
_NAMED = 2.0
# The margin of words that are so sure that nothing is read again, and the most that counts.
_SURE_MARGIN, _WIDEST = 2.0, 3.0


@dataclass(frozen=True, slots=True)
class EvidenceSignals:
    """What is known of the evidence for an answer.

    `relevance` is the highlighter's logit that a window answers, `lead` how far it is above that of the middle window,
    `likely` how many windows answer more likely than not (the logarithm, as for all counts), `place` where the first
    stage had put the best result, `documents` how many documents the results are of, `read` the verifier's logit
    that the best passage answers the question, `alone` that its words do without what stands round them, and `margin`
    how far the first result leads the second when they are read again.
    `compared` says whether there were windows enough for `lead` and `likely` to mean anything: a page or two has three.
    """

    relevance: float
    lead: float
    likely: float
    place: float
    documents: float
    read: float
    alone: float
    margin: float
    compared: bool = True

    @property
    def values(self) -> tuple[float, ...]:
        """The signals that are weighed."""
        return (
            self.relevance,
            self.lead,
            self.likely,
            self.place,
            self.documents,
            self.read,
            self.alone,
            self.margin,
        )

    @property
    def doubted(self) -> bool:
        """Whether the verifier reads no answer, neither in the words nor in what stands round them.

        Of such answers to the questions of `benchmarks/people` and `benchmarks/everyday` about three in five are right,
        whatever the other signals say.
        """
        return self.read < 0 and self.alone < 0


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """A chance from signals: one weight per signal, and a bias."""

    weights: tuple[float, ...]
    bias: float

    def chance(self, signals: EvidenceSignals) -> float:
        """The chance, from 0 to 1."""
        total = self.bias + sum(weight * value for weight, value in zip(self.weights, signals.values, strict=True))
        return 1 / (1 + math.exp(-_bounded(total)))


# The chance that the answer is right, and that the documents answer at all; then both for short documents, where only
# what the models say of the best passage counts.
RIGHT = ChanceCurve((0.114, 0.115, 0.051, -0.348, -0.962, 0.188, 0.044, 0.237), 0.794)
ANSWERED = ChanceCurve((0.234, 0.008, 0.622, -0.132, -0.32, 0.173, 0.162, 0.019), 2.175)
SHORT_RIGHT = ChanceCurve((0.081, 0.0, 0.0, 0.0, 0.0, 0.309, 0.21, 0.0), 1.263)
SHORT_ANSWERED = ChanceCurve((0.2, 0.0, 0.0, 0.0, 0.0, 0.338, 0.259, 0.0), 2.189)
# So many of the answers are right in which the verifier reads none.
DOUBTED = 0.6
# Below this chance that the documents answer at all, none is given. Of 1,100 questions of people, 187 of which have no
# answer, 0.75 answers ten more rightly than 0.82, and two more of the 187; of 232 on short documents 0.75 answers two
# of 61 that have no answer, and 0.6 five, for four more right ones.
LEAST_ANSWERED, SHORT_LEAST_ANSWERED = 0.75, 0.75


def read_signals(
    context: AnswerContext, ranking: Ranking, verifier: Verifier | None, *, margin: float | None
) -> EvidenceSignals | None:
    """Weigh the evidence; None where nothing was read by the highlighter."""
    best = context.best_evidence
    if ranking.relevance is None or best is None:
        return None
    _, source, span = best
    texts = (source.read_as,) * 2 if source.read_as else (words_near(source, span), source.words(span))
    read, alone = (_odds(context.question, text, verifier) for text in texts)
    if source.named:
        # What its label says outweighs a model that does not know the one word for the other.
        read, alone = max(read, _NAMED), max(alone, _NAMED)
    return EvidenceSignals(
        relevance=_bounded(ranking.relevance),
        lead=ranking.lead,
        likely=math.log1p(ranking.likely),
        place=math.log1p(ranking.place),
        documents=math.log1p(len({hit.passage.doc_id for hit in ranking.hits})),
        read=read,
        alone=alone,
        margin=_SURE_MARGIN if margin is None else min(margin, _WIDEST),
        compared=ranking.compared,
    )


def _odds(question: str, text: str, verifier: Verifier | None) -> float:
    """The log odds that a text answers a question, or one of its parts: the others are asked by themselves."""
    parts = split_parts(question)
    asked = [question, *(parts.asked() if parts else ())]
    verdicts = verifier.verify([(one, text) for one in asked]) if verifier else []
    return max((verdict.log_odds for verdict in verdicts), default=0.0)


def chance_of(signals: EvidenceSignals) -> float:
    """The chance that the answer is right."""
    return (RIGHT if signals.compared else SHORT_RIGHT).chance(signals)


def stated_chance(signals: EvidenceSignals) -> float:
    """The chance that is told with an answer: a small one where the verifier reads none, whatever else is known."""
    return min(chance_of(signals), DOUBTED) if signals.doubted else chance_of(signals)


def is_answered(signals: EvidenceSignals) -> bool:
    """Whether the documents are likely enough to answer the question at all, rightly found or not."""
    if signals.compared:
        return ANSWERED.chance(signals) >= LEAST_ANSWERED
    return SHORT_ANSWERED.chance(signals) >= SHORT_LEAST_ANSWERED


def _bounded(logit: float) -> float:
    return min(max(logit, _LEAST), _MOST)
