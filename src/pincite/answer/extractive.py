"""Answers in the documents' own words: the passages that answer, quoted, each with its source. Needs no model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pincite.domain.answer import AnswerContext, CheckedClaim, Claim, Draft, NumberedSource
from pincite.errors import SettingsError
from pincite.legal.quotations import put_in_marks
from pincite.ports import OnToken
from pincite.spans import Span


class ExtractiveAnswerer:
    """Quotes the best evidence, most likely first; evidence far weaker than the best is left out.

    `most` clauses are quoted at most; each must have at least `share` of the best one's score.
    """

    name = "extractive"
    mends = False

    def __init__(self, *, most: int = 3, share: float = 0.3) -> None:
        if most < 1:
            raise SettingsError("answerer.most", f"is {most}: it must be at least 1")
        if not 0 <= share <= 1:
            raise SettingsError("answerer.share", f"is {share}: it must lie between 0 and 1")
        self._most = most
        self._share = share

    def answer(
        self,
        context: AnswerContext,
        *,
        draft: Draft | None = None,
        faults: Sequence[CheckedClaim] = (),
        on_token: OnToken | None = None,
    ) -> Draft:
        """The best passages, quoted."""
        chosen = self._choose(context)
        return Draft(tuple(_quote(source.number, span.slice(source.text)) for source, span in chosen))

    def order(self, context: AnswerContext) -> AnswerContext:
        """The context with its sources numbered as they are quoted, and then by the best evidence of each."""
        quoted = list(dict.fromkeys(source.number for source, _ in self._choose(context)))
        places = {number: place for place, number in enumerate(quoted)}
        ordered = sorted(
            context.sources, key=lambda source: (places.get(source.number, len(places)), -_best_score(source))
        )
        return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate(ordered, start=1)))

    def _choose(self, context: AnswerContext) -> list[tuple[NumberedSource, Span]]:
        """The words to quote, by their places in their sources: the best first, and its document before others."""
        spots = [
            (score, source, span.shift(-source.passage.span.start))
            for source in context.sources
            for span, score in source.evidence
        ]
        spots.sort(key=lambda spot: (-spot[0], spot[1].number, spot[2]))
        kept: list[tuple[NumberedSource, Span]] = []
        # The pieces of a clause that a page break or its list parts have one score; they are quoted all or not at all.
        clauses: dict[tuple[float, int], None] = {}
        for score, source, span in spots:
            apart = all(source.number != other.number or not span.overlaps(taken) for other, taken in kept)
            room = (score, source.number) in clauses or len(clauses) < self._most
            if apart and room and score >= self._share * spots[0][0]:
                clauses[score, source.number] = None
                kept.append((source, span))
        best = kept[0][0].passage.doc_id if kept else ""
        return sorted(kept, key=lambda one: one[0].passage.doc_id != best)


def _best_score(source: NumberedSource) -> float:
    return max((score for _, score in source.evidence), default=-math.inf)


def _quote(number: int, words: str) -> Claim:
    return Claim(f"{put_in_marks(' '.join(words.split()))} [{number}]", (number,), (words,))
