"""Recursive splitting on ever finer separators, equal to LangChain's RecursiveCharacterTextSplitter, but in offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.chunk.by_clause import ClauseDivider
from pincite.chunk.size import Ruler, Unit, check_size
from pincite.domain.reading import Reading
from pincite.errors import SettingsError
from pincite.spans import Span

SEPARATORS: dict[str, tuple[str, ...]] = {
    "legalbenchrag": ("\n\n", "\n", "!", "?", ".", ":", ";", ",", " ", ""),
    "pipeline-002": ("\n\n", "\n", ". ", "; ", ", ", " ", ""),
}


class RctsChunker:
    """Cuts at the coarsest separator that gives small enough pieces, then joins neighbours up to the size.

    With `by_section` each section of the clause tree is cut by itself, so that no chunk crosses one; with `smallest`
    too, sections shorter than that are joined to their neighbours.
    """

    def __init__(
        self,
        *,
        size: int = 500,
        overlap: int = 0,
        unit: Unit = "characters",
        separators: str | Sequence[str] = "legalbenchrag",
        by_section: bool = False,
        smallest: int = 0,
    ) -> None:
        check_size(size, overlap, unit)
        if isinstance(separators, str):
            if separators not in SEPARATORS:
                raise SettingsError("chunker.separators", f"is {separators!r}", known=SEPARATORS)
            separators = SEPARATORS[separators]
        self._size = size
        self._overlap = overlap
        self._unit: Unit = unit
        self._separators = tuple(separators)
        self._by_section = by_section
        self._smallest = smallest

    def split(self, reading: Reading) -> list[Span]:
        """Slices that rejoin to the text (apart from any overlap); a separator begins the piece after it."""
        text = reading.doc.text
        if not text:
            return []
        ruler = Ruler(text, self._unit)

        def cut(span: Span) -> list[Span]:
            return self._split(text, span, self._separators, ruler=ruler)

        if not self._by_section:
            return cut(Span(0, len(text)))
        outline = reading.outline
        divider = ClauseDivider(outline, ruler, cut, size=self._size, smallest=self._smallest, whole=False)
        return divider.divide(outline.sections[0])

    def _split(self, text: str, span: Span, separators: tuple[str, ...], *, ruler: Ruler) -> list[Span]:
        separator, finer = _choose(text, span, separators)
        chunks: list[Span] = []
        small: list[Span] = []
        for piece in _cut(text, span, separator):
            if ruler.measure(piece) < self._size:
                small.append(piece)
                continue
            chunks += self._join(small, ruler=ruler)
            small = []
            chunks += self._split(text, piece, finer, ruler=ruler) if finer else [piece]
        return chunks + self._join(small, ruler=ruler)

    def _join(self, pieces: list[Span], *, ruler: Ruler) -> list[Span]:
        """Join neighbours while they fit, and begin the next chunk with what the overlap keeps of the last."""
        chunks: list[Span] = []
        first = total = 0
        for i, piece in enumerate(pieces):
            length = ruler.measure(piece)
            if total + length > self._size and first < i:
                chunks.append(Span(pieces[first].start, pieces[i - 1].end))
                while total > self._overlap or (total + length > self._size and total > 0):
                    total -= ruler.measure(pieces[first])
                    first += 1
            total += length
        if first < len(pieces):
            chunks.append(Span(pieces[first].start, pieces[-1].end))
        return chunks


def _choose(text: str, span: Span, separators: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The first separator that occurs, and those finer than it."""
    for i, separator in enumerate(separators):
        if not separator or text.find(separator, span.start, span.end) >= 0:
            return separator, separators[i + 1 :]
    return separators[-1], ()


def _cut(text: str, span: Span, separator: str) -> list[Span]:
    """Cut before each separator; an empty one cuts between any two characters."""
    if not separator:
        return [Span(at, at + 1) for at in range(span.start, span.end)]
    starts = [found.start() for found in re.compile(re.escape(separator)).finditer(text, span.start, span.end)]
    edges = [span.start, *starts, span.end]
    return [Span(start, end) for start, end in pairwise(edges) if start < end]
