"""The same narrowing for ranked hits, whatever they are: exact spans, sections or whole documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.settings import RetrievalSettings

_WORD = re.compile(r"\w+")

# Told the stage, a sentence, the hits before and after it, and why those between were dropped.
Note = Callable[[str, str, Sequence[Hit], Sequence[Hit], str], None]


def narrow_hits(
    hits: Sequence[Hit], settings: RetrievalSettings, *, text: Callable[[Passage], str], note: Note
) -> list[Hit]:
    """The hits less what the settings leave out: other documents, weak scores, near-duplicates."""
    kept = list(hits)
    if settings.document_filter:
        before, most = kept, settings.max_source_documents
        best = set(best_documents(kept)[:most])
        kept = [hit for hit in kept if hit.passage.doc_id in best]
        note(
            "documents", f"{len(kept)} left of the best {most} documents", before, kept, f"{most} documents are better"
        )
    if settings.threshold != "none":
        before, allowed = kept, f"{settings.threshold_value} ({settings.threshold})"
        kept = near_the_best(kept, settings)
        why = f"more than {allowed} below the best"
        note("threshold", f"{len(kept)} left within {allowed} of the best", before, kept, why)
    if settings.collapse:
        before = kept
        kept = without_near_duplicates(kept, text=text, alike=settings.collapse)
        why = "its words are nearly those of a better one"
        note("collapse", f"{len(kept)} left without near-duplicates", before, kept, why)
    return kept


def number_hits(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits with ranks from 1, in the order they have."""
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1))


def best_documents(hits: Sequence[Hit]) -> list[str]:
    """The documents of the hits, best first: 0.6 of a document's best score plus 0.4 of its mean."""
    scores: dict[str, list[float]] = {}
    for hit in hits:
        scores.setdefault(hit.passage.doc_id, []).append(hit.score)
    worth = {doc_id: 0.6 * max(own) + 0.4 * sum(own) / len(own) for doc_id, own in scores.items()}
    return sorted(worth, key=lambda doc_id: (-worth[doc_id], doc_id))


def near_the_best(hits: Sequence[Hit], settings: RetrievalSettings) -> list[Hit]:
    """The hits within the threshold of the best score, absolute or as a share of it; but at least `min_chunks`."""
    best = max((hit.score for hit in hits), default=0.0)
    allowed = settings.threshold_value * (1.0 if settings.threshold == "absolute" else abs(best))
    near = [hit for hit in hits if hit.score >= best - allowed]
    return list(hits[: settings.min_chunks]) if len(near) < settings.min_chunks else near


def without_near_duplicates(hits: Sequence[Hit], *, text: Callable[[Passage], str], alike: float) -> list[Hit]:
    """The hits less those whose words are nearly those of a better one."""
    kept: list[Hit] = []
    seen: list[set[str]] = []
    for hit in hits:
        words = set(_WORD.findall(text(hit.passage).casefold()))
        if not any(len(words & other) >= alike * max(1, len(words | other)) for other in seen):
            kept.append(hit)
            seen.append(words)
    return kept


def within_tokens(hits: Sequence[Hit], *, limit: int, count: Callable[[Passage], int]) -> list[Hit]:
    """The hits from the top while their tokens fit; the first that does not fit ends it."""
    total = 0
    for i, hit in enumerate(hits):
        total += count(hit.passage)
        if total > limit:
            return list(hits[:i])
    return list(hits)
