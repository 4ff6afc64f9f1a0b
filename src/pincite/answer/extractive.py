"""Answers in the documents' own words: the passages that answer, quoted, each with its source. Needs no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.domain.answer import CheckedClaim, Claim, Context, Draft
from pincite.errors import SettingsError
from pincite.spans import Span


class ExtractiveAnswerer:
    """Quotes the best evidence, most likely first; evidence far weaker than the best is left out.

    `most` clauses are quoted at most; each must have at least `share` of the best one's score.
    """

    name = "extractive"
    mends = False

    def __init__(self, *, most: int = 3, share: float = 0.6) -> None:
        if most < 1:
            raise SettingsError("answerer.most", f"is {most}: it must be at least 1")
        if not 0 <= share <= 1:
            raise SettingsError("answerer.share", f"is {share}: it must lie between 0 and 1")
        self._most = most
        self._share = share

    def answer(
        self, context: Context, *, faults: Sequence[CheckedClaim] = (), told: Callable[[str], None] | None = None
    ) -> Draft:
        """The best passages, quoted."""
        spots = [
            (score, source.number, span.shift(-source.passage.span.start), source.text)
            for source in context.sources
            for span, score in source.evidence
        ]
        spots.sort(key=lambda spot: (-spot[0], spot[1], spot[2]))
        kept: list[tuple[int, Span, str]] = []
        # The pieces of a clause that a page break or its list parts have one score; they are quoted all or not at all.
        clauses: dict[tuple[float, int], None] = {}
        for score, number, span, text in spots:
            apart = all(number != other or not span.overlaps(taken) for other, taken, _ in kept)
            room = (score, number) in clauses or len(clauses) < self._most
            if apart and room and score >= self._share * spots[0][0]:
                clauses[score, number] = None
                kept.append((number, span, text))
        return Draft(tuple(_quote(number, span.slice(text)) for number, span, text in kept))


def _quote(number: int, words: str) -> Claim:
    shown = " ".join(words.split())
    return Claim(f"“{shown}” [{number}]", (number,), (words,))
