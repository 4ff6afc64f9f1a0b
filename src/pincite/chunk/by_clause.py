"""Dividing a document along its clause tree, with small neighbours joined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pincite.chunk.size import Ruler
from pincite.domain.section import Outline, Section
from pincite.spans import Span

# Cuts one clause into pieces that are short enough.
Cut = Callable[[Span], list[Span]]


@dataclass(frozen=True, slots=True)
class ClauseDivider:
    """Cuts clause by clause, and joins a piece shorter than `smallest` to its neighbour where both fit into `size`.

    Only sisters below one parent are joined: whole clauses with each other, and the opening words of a clause (its
    heading, its introduction) with the beginning of what follows them. With `whole`, a clause that fits into `size` is
    not divided any further.
    """

    outline: Outline
    ruler: Ruler
    cut: Cut
    size: int
    smallest: int
    whole: bool

    def divide(self, section: Section) -> list[Span]:
        """The pieces of a section, in order; together they are the section."""
        children = self.outline.children(section)
        if not children or (self.whole and self.ruler.measure(section.span) <= self.size):
            return self._joined(self.cut(section.span))
        pieces: list[Span] = []
        last_is_whole = False
        for child in children:
            found = self.divide(child)
            if last_is_whole and self._belong_together(pieces[-1], found[0], both_whole=len(found) == 1):
                found[0] = Span(pieces.pop().start, found[0].end)
            pieces += found
            last_is_whole = len(found) == 1
        return pieces

    def _joined(self, pieces: list[Span]) -> list[Span]:
        """The pieces of one clause, the short ones joined to the next or the last."""
        joined: list[Span] = []
        for piece in pieces:
            if joined and self._belong_together(joined[-1], piece, both_whole=True):
                piece = Span(joined.pop().start, piece.end)
            joined.append(piece)
        return joined

    def _belong_together(self, one: Span, other: Span, *, both_whole: bool) -> bool:
        short = self.ruler.measure(one) < self.smallest
        short = short or (both_whole and self.ruler.measure(other) < self.smallest)
        return short and self.ruler.measure(Span(one.start, other.end)) <= self.size
