"""No summaries."""

from __future__ import annotations

from pincite.domain.chunk import Summaries
from pincite.domain.reading import Reading


class NoSummarizer:
    """Leaves documents and sections without a summary."""

    def summarise(self, reading: Reading) -> Summaries:
        """Return no summaries."""
        return Summaries("", {}, model="none")
