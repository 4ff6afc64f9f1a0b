"""Further evidence: the passages that are quoted beside the best words, less those that answer nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from pincite.answer.quotations.evidence import text_near
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.ports import Verifier
from pincite.spans import Span

# Passages of other documents than the best one's are left out where the verifier's log odds that they answer are below
# the first, or so far below those of the best one's words. Chosen on the questions of `benchmarks/people`: of 141 such
# passages 45 go, and two right answers of 479 with them. (This and the bound below were found with a verifier
# whose log odds lay a quarter further apart, and were scaled with it.)
_UNRELATED, _BEHIND = 0.0, 2.2
# Passages of the same document are left out where those log odds, and the logarithm of the highlighter's score so many
# times, lie together so far below the best one's. On the same questions, of 319 such passages of both kinds 165 go, 15
# of which hold words that answer, and no right answer with them.
_SCORE, _BEHIND_OWN = 2.6, 3.0
# At most this many passages are read: without a highlighter every sentence is evidence, and few of them are quoted.
_READ = 8


@dataclass(frozen=True, slots=True)
class _Spot:
    """Evidence with its source and score."""

    score: float
    source: NumberedSource
    span: Span

    @property
    def words(self) -> str:
        return self.source.read_as or self.source.words(self.span)

    def words_near(self, best: _Spot) -> str:
        """The words around, up to the best ones: those would answer for them."""
        if self.source.read_as:
            return self.source.read_as
        room = self.source.passage.span
        if self.of_document(best) and best.span.end <= self.span.start:
            room = Span(max(room.start, best.span.end), room.end)
        elif self.of_document(best) and best.span.start >= self.span.end:
            room = Span(room.start, min(room.end, best.span.start))
        return text_near(self.source.words(room), self.span.shift(-room.start))

    def of_document(self, best: _Spot) -> bool:
        return self.source.passage.doc_id == best.source.passage.doc_id


def drop_unrelated(context: AnswerContext, verifier: Verifier | None) -> AnswerContext:
    """The context without evidence beside the best that answers nothing, by the verifier.

    Passages are quoted beside the best one where the highlighter is unsure of it: they need not be about the question
    at all.
    """
    if context.best_evidence is None or verifier is None:
        return context
    best = _Spot(*context.best_evidence)
    spots = [_Spot(score, source, span) for source in context.sources for span, score in source.evidence]
    others = sorted((spot for spot in spots if spot != best), key=lambda spot: -spot.score)[:_READ]
    if not others:
        return context
    # A short clause says little without what stands round it, and a long one hides the words among others.
    texts = [best.words, *(spot.words for spot in others), *(spot.words_near(best) for spot in others)]
    odds = [verdict.log_odds for verdict in verifier.verify([(context.question, text) for text in texts])]
    if not odds:  # No model reads.
        return context
    read = zip(others, odds[1 : len(others) + 1], odds[len(others) + 1 :], strict=True)
    unrelated = {
        (spot.source.number, spot.span) for spot, *own in read if max(own) < _least_odds(spot, best, odds=odds[0])
    }
    kept = (
        replace(one, evidence=tuple(spot for spot in one.evidence if (one.number, spot[0]) not in unrelated))
        for one in context.sources
    )
    return replace(context, sources=tuple(kept))


def _least_odds(spot: _Spot, best: _Spot, *, odds: float) -> float:
    """Return the log odds that a passage needs to be quoted beside the best one, which has those given."""
    if not spot.of_document(best):
        return max(_UNRELATED, odds - _BEHIND)
    return odds - _BEHIND_OWN + _SCORE * math.log(best.score / spot.score) if spot.score > 0 else math.inf
