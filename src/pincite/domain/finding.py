"""Finding: what documents say of a sentence of somebody's draft."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from pincite.domain.answer import Fault
from pincite.domain.document import Passage
from pincite.spans import Span


class Standing(StrEnum):
    """Whether the documents support or contradict a sentence."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not-found"
    NOT_A_CLAIM = "not-a-claim"


@dataclass(frozen=True, slots=True)
class Pinpoint:
    """The words of a document that a finding rests on, and where they stand; its text there equals the quote."""

    passage: Passage
    quote: str
    document: str
    title: str | None = None
    section: str = ""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence of a draft, at `span` of the draft's text, with its standing.

    `score` is how likely the documents support it. `pinpoint` are the words that do, or that contradict it; of a
    sentence that was not found, the nearest ones.
    """

    span: Span
    text: str
    standing: Standing
    score: float = 0.0
    faults: tuple[Fault, ...] = ()
    pinpoint: Pinpoint | None = None


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A draft with a finding for each of its sentences."""

    name: str
    text: str
    findings: tuple[Finding, ...]

    def count(self, standing: Standing) -> int:
        """Count the sentences with a standing."""
        return Counter(finding.standing for finding in self.findings)[standing]

    @property
    def summary(self) -> str:
        """The counts in one line."""
        counts = [
            f"{self.count(Standing.SUPPORTED)} supported",
            f"{self.count(Standing.CONTRADICTED)} contradicted",
            f"{self.count(Standing.NOT_FOUND)} not found",
        ]
        skipped = self.count(Standing.NOT_A_CLAIM)
        passed = f"; {skipped} {'sentence that states' if skipped == 1 else 'sentences that state'} nothing not checked"
        return ", ".join(counts) + (passed if skipped else "")

    @property
    def holds(self) -> bool:
        """Whether every claim is supported."""
        return not self.count(Standing.CONTRADICTED) and not self.count(Standing.NOT_FOUND)
