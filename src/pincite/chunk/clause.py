"""Clauses as the document itself divides them."""

from __future__ import annotations

from functools import partial

from pincite.chunk.by_clause import ClauseDivider
from pincite.chunk.sentence import pack_sentences
from pincite.chunk.size import Ruler, Unit, check_size
from pincite.domain.reading import Reading
from pincite.spans import Span


class ClauseChunker:
    """Follows the section tree: a clause that fits stays whole, a long one is cut at sentences.

    A clause shorter than `smallest` is joined to its neighbour, so that a chunk is either within one clause or made of
    whole sister clauses ("(a)", "(b)", "(c)" of one list), perhaps with the heading above them.
    """

    def __init__(self, *, size: int = 500, smallest: int = 200, unit: Unit = "characters") -> None:
        check_size(size, 0, unit)
        self._size = size
        self._smallest = smallest
        self._unit: Unit = unit

    def split(self, reading: Reading) -> list[Span]:
        """Slices that tile the text along the clause tree."""
        text = reading.doc.text
        if not text:
            return []
        ruler = Ruler(text, self._unit)
        divider = ClauseDivider(
            reading.outline,
            ruler,
            partial(pack_sentences, text, size=self._size, ruler=ruler),
            size=self._size,
            smallest=self._smallest,
            whole=True,
        )
        return divider.divide(reading.outline.sections[0])
