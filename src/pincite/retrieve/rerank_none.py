"""No second opinion: candidates stay as the first stage ranked them."""

from __future__ import annotations

from collections.abc import Sequence


class NoReranker:
    """Thinks the same of every passage, so that the order stays as it is."""

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        """A zero a passage."""
        return [0.0] * len(passages)
