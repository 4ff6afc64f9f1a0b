"""No verifier: the exact rules decide alone."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.verdict import Verdict


class NoVerifier:
    """Gives no verdicts."""

    def verify(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """Return no verdicts."""
        return []
