"""Documents with their outcomes: how they are made and counted."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.list_answer import JudgedDocument, QuotedPiece
from pincite.domain.answer import DocumentEntry, Outcome
from pincite.domain.hit import DocumentCard


def judged_as(
    card: DocumentCard, outcome: Outcome, confidence: float, *, value: str = "", pieces: tuple[QuotedPiece, ...] = ()
) -> JudgedDocument:
    """A document with its outcome and what is quoted of it."""
    words = " ".join(piece.words for piece in pieces)
    entry = DocumentEntry(card.id, card.path, card.title, outcome, confidence, value=value, words=words)
    return JudgedDocument(entry, pieces)


def does_not(card: DocumentCard, value: str) -> JudgedDocument:
    """A document that does not qualify, with the value that says so."""
    return judged_as(card, Outcome.NO, 0.0, value=value)


def tally(judged: Sequence[JudgedDocument]) -> str:
    """How many documents answer, are unsure and do not."""
    counts = {outcome: sum(one.entry.outcome is outcome for one in judged) for outcome in Outcome}
    return f"{counts[Outcome.YES]} answer, {counts[Outcome.UNSURE]} unsure, {counts[Outcome.NO]} not"


def meets_negated(met: bool | None, *, negated: bool) -> bool | None:
    """Whether a condition is met, turned round where its question is negated; None stays open."""
    return met if met is None else met is not negated
