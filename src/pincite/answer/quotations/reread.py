"""Reread: the first hits in another order, by whether they answer the question when the verifier reads them again."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.context import UNSURE, ContextLibrary
from pincite.answer.quotations.evidence import text_near
from pincite.domain.hit import Hit
from pincite.ports import Verifier

# How many hits are read again, and what the verifier's log odds and the place that the first stage gave a hit count
# beside the logarithm of the rank. Each is read twice, its words alone and with what stands round them: a short clause
# says little by itself, and a long passage hides the words among others. Chosen on 250 people's questions that name no
# document: with the first six, without their places, the right words come first for 164 and among the first three for
# 192; with twelve and their places for 171 and 200.
READ = 12
_ODDS, _PLACE = 0.4, 0.4
# A question for what is usual is answered where a general rule is stated, which counts so much more.
_GENERAL = 0.7
_ASKS_USUAL = re.compile(
    r"\b(?:usual(?:ly)?|normal(?:ly)?|ordinar(?:y|ily)|general(?:ly)?|typical(?:ly)?|as\s+a\s+rule|by\s+default|default|standard)\b",
    re.IGNORECASE,
)
_STATES_USUAL = re.compile(r"\bgeneral\s+rule\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reread:
    """Hits in the order in which they answer, and how far the first leads the second by it.

    Without a `margin` nothing was read again: the highlighter is sure of its words, or there is no model that reads.
    """

    hits: Sequence[Hit]
    margin: float | None = None


def reread(question: str, hits: Sequence[Hit], library: ContextLibrary, verifier: Verifier | None) -> Reread:
    """The hits, the first of them read again and ranked anew where the highlighter is unsure of its words."""
    exact = [hit.score for hit in hits if hit.exact]
    if verifier is None or not exact or max(exact) >= UNSURE:
        return Reread(hits)
    ordered = sorted(hits, key=lambda hit: hit.rank)
    first = ordered[:READ]
    places = [(library.text(hit.passage.doc_id), hit.best or hit.passage.span) for hit in first]
    texts = [span.slice(text) for text, span in places] + [text_near(text, span) for text, span in places]
    odds = [verdict.log_odds for verdict in verifier.verify([(question, text) for text in texts])]
    if not odds:
        return Reread(hits)
    both = [alone + near for alone, near in zip(odds[: len(first)], odds[len(first) :], strict=True)]
    usual = _ASKS_USUAL.search(question) is not None
    stated = [usual and _STATES_USUAL.search(text) is not None for text in texts[: len(first)]]
    costs = [
        _cost(hit) - _ODDS * own - _GENERAL * general for hit, own, general in zip(first, both, stated, strict=True)
    ]
    ranked = sorted(zip(costs, range(len(first)), first, strict=True))
    again = [hit for _, _, hit in ranked] + ordered[READ:]
    margin = ranked[1][0] - ranked[0][0] if len(ranked) > 1 else None
    return Reread([replace(hit, rank=rank) for rank, hit in enumerate(again, start=1)], margin)


def _cost(hit: Hit) -> float:
    """What speaks against a hit: that others were ranked before it, at the end and at first."""
    return math.log(hit.rank) + (0.0 if hit.place is None else _PLACE * math.log1p(hit.place))
