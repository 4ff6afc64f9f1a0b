"""Fixed cuts every `size` characters or tokens, as LegalBench-RAG's `naive`."""

from __future__ import annotations

from pincite.chunk.size import Ruler, Unit, check_size
from pincite.domain.reading import Reading
from pincite.spans import Span


class NaiveChunker:
    """Cuts at fixed lengths, wherever that falls."""

    def __init__(self, *, size: int = 500, overlap: int = 0, unit: Unit = "characters") -> None:
        check_size(size, overlap, unit)
        self._size = size
        self._overlap = overlap
        self._unit: Unit = unit

    def split(self, reading: Reading) -> list[Span]:
        """Slices of the set length; the last may be shorter."""
        text = reading.doc.text
        ruler = Ruler(text, self._unit)
        spans: list[Span] = []
        start = 0
        while start < len(text):
            end = ruler.advance(start, size=self._size, limit=len(text))
            spans.append(Span(start, end))
            if end == len(text):
                break
            step = self._size - self._overlap
            start = end if not self._overlap else ruler.advance(start, size=step, limit=end)
        return spans
