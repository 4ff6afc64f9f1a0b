"""Intersection over union in tokens: tokens both retrieved and gold, over tokens that are either."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.domain.document import Passage
from pincite.domain.outcome import QueryOutcome
from pincite.spans import Span, merge_spans
from pincite.tokens import TokenRuler

Rulers = Callable[[str], TokenRuler]


def token_iou(outcome: QueryOutcome, k: int | None, *, ruler: Rulers) -> float:
    """A token belongs to the passage it begins in, and counts once however many passages hold it."""
    hits = outcome.hits if k is None else outcome.hits[:k]
    found, wanted, either = (_count(passages, ruler) for passages in (hits, outcome.gold, [*hits, *outcome.gold]))
    return (found + wanted - either) / either if either else 0.0


def _count(passages: Sequence[Passage], ruler: Rulers) -> int:
    spans: dict[str, list[Span]] = {}
    for passage in passages:
        spans.setdefault(passage.doc_id, []).append(passage.span)
    return sum(ruler(doc_id).measure(span) for doc_id, own in spans.items() for span in merge_spans(own))
