"""Intersection over union in tokens: what of the retrieved and the gold tokens the two have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.domain.document import Passage
from pincite.metrics.columns import Judged
from pincite.spans import Span, merge_spans
from pincite.tokens import TokenRuler

Rulers = Callable[[str], TokenRuler]


def token_iou(query: Judged, k: int | None, *, ruler: Rulers) -> float:
    """A token belongs to the passage it begins in, and counts once however many passages hold it."""
    hits = query.hits if k is None else query.hits[:k]
    found, wanted, either = (_count(passages, ruler) for passages in (hits, query.gold, [*hits, *query.gold]))
    return (found + wanted - either) / either if either else 0.0


def _count(passages: Sequence[Passage], ruler: Rulers) -> int:
    spans: dict[str, list[Span]] = {}
    for passage in passages:
        spans.setdefault(passage.doc_id, []).append(passage.span)
    return sum(ruler(doc_id).measure(span) for doc_id, own in spans.items() for span in merge_spans(own))
