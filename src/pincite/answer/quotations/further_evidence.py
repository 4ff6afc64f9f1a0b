"""Further evidence: the passages that are quoted beside the best words, less those that answer nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pincite.answer.quotations.evidence import text_near
from pincite.answer.values.asked_label import ASKING_WORDS
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.legal.wording import stems
from pincite.ports import Verifier
from pincite.spans import Span

# A passage of another document than the best one's is quoted where it answers nearly as surely: the verifier's log odds
# of its words lie no further below those of the best words than the first, and neither they nor those of what stands
# round the words lie below the second. Of 73 answers to everyday questions asked of a store with all documents of a
# set, ten quoted another document, six of them beside the point; of those six two do now, and of the other four three.
_NEARLY, _UNRELATED = 1.0, 0.0
# A document that has words of the question which the other lacks is the one that is meant, unless the other's passage
# answers more surely by this much.
_MORE = 1.0
# Shorter stems tell no document from another.
_TELLING = 4
_WORD = re.compile(r"[^\W\d_]+")
# Passages of the same document are left out where those log odds, and the logarithm of the highlighter's score so many
# times, lie together so far below the best one's. Chosen on the questions of `benchmarks/people`: of 319 passages of
# both kinds 165 go, 15 of which hold words that answer, and no right answer with them.
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


def drop_unrelated(
    context: AnswerContext, verifier: Verifier | None, *, text: Callable[[str], str] | None = None
) -> AnswerContext:
    """The context without evidence beside the best that answers nothing, by the verifier.

    Passages are quoted beside the best one where the highlighter is unsure of it: they need not be about the question
    at all. `text` gives the text of a document, so that one which the question fits better is known.
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
    fits = _Fit(context.question, text) if text else None
    unrelated = {
        (spot.source.number, spot.span)
        for spot, own, near in read
        if not _is_related(spot, best, own=own, near=near, odds=odds[0], fits=fits)
    }
    kept = (
        replace(one, evidence=tuple(spot for spot in one.evidence if (one.number, spot[0]) not in unrelated))
        for one in context.sources
    )
    return replace(context, sources=tuple(kept))


def _is_related(spot: _Spot, best: _Spot, *, own: float, near: float, odds: float, fits: _Fit | None) -> bool:
    """Tell whether a passage is quoted beside the best one, by the log odds of its words and of what is round them."""
    if spot.of_document(best):
        weaker = _SCORE * math.log(best.score / spot.score) if spot.score > 0 else math.inf
        return max(own, near) >= odds - _BEHIND_OWN + weaker
    if own < odds - _NEARLY or min(own, near) < _UNRELATED:
        return False
    surer = own >= odds + _MORE
    return surer or fits is None or not fits.better(best.source.passage.doc_id, spot.source.passage.doc_id)


class _Fit:
    """Which of two documents a question fits, by its words."""

    def __init__(self, question: str, text: Callable[[str], str]) -> None:
        self._beginnings = {one for one in stems(question) if len(one) >= _TELLING} - ASKING_WORDS
        self._text = text

    def better(self, one: str, other: str) -> bool:
        """Tell whether a document has all words of the question that another has, and more."""
        return self._words(one) > self._words(other)

    def _words(self, doc_id: str) -> set[str]:
        told = set(_WORD.findall(self._text(doc_id).casefold()))
        return {beginning for beginning in self._beginnings if any(word.startswith(beginning) for word in told)}
