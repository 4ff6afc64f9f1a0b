"""Clauses as the document itself divides them."""

from __future__ import annotations

from pincite.chunk.sentence import pack_sentences
from pincite.chunk.size import Ruler, Unit, check_size
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section
from pincite.spans import Span


class ClauseChunker:
    """Follows the section tree: never crosses a clause, joins tiny neighbours, cuts long clauses at sentences.

    Clauses are joined only below a common parent, so that a chunk is either within one clause or made of whole sister
    clauses ("(a)", "(b)", "(c)" of one list).
    """

    def __init__(self, *, size: int = 500, smallest: int = 120, unit: Unit = "characters") -> None:
        check_size(size, 0, unit)
        self._size = size
        self._smallest = smallest
        self._unit: Unit = unit

    def split(self, reading: Reading) -> list[Span]:
        """Slices that tile the text along the clause tree."""
        outline = reading.outline
        if not reading.doc.text:
            return []
        ruler = Ruler(reading.doc.text, self._unit)
        return self._divide(reading.doc.text, outline, outline.sections[0], ruler=ruler)

    def _divide(self, text: str, outline: Outline, section: Section, *, ruler: Ruler) -> list[Span]:
        children = outline.children(section)
        if not children or ruler.measure(section.span) <= self._size:
            return pack_sentences(text, section.span, size=self._size, ruler=ruler)
        chunks: list[Span] = []
        last_is_whole = False
        for child in children:
            pieces = self._divide(text, outline, child, ruler=ruler)
            whole = len(pieces) == 1
            if last_is_whole and whole and self._belong_together(chunks[-1], pieces[0], ruler=ruler):
                chunks[-1] = Span(chunks[-1].start, pieces[0].end)
            else:
                chunks += pieces
            last_is_whole = whole
        return chunks

    def _belong_together(self, one: Span, other: Span, *, ruler: Ruler) -> bool:
        tiny = min(ruler.measure(one), ruler.measure(other)) < self._smallest
        return tiny and ruler.measure(Span(one.start, other.end)) <= self._size
