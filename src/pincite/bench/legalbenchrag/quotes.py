"""Finding a quoted passage in the text it was quoted from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pincite.bench.legalbenchrag.draft import Reason
from pincite.legal.folding import CompactText, occurrences
from pincite.spans import Span

# What CUAD and MAUD write where a quote passes over words.
OMISSION = "<omitted>"


@dataclass(frozen=True, slots=True)
class QuoteLocation:
    """Where a quote stands, and what kept it from standing there exactly once, if anything did."""

    spans: tuple[Span, ...]
    flaw: Reason | None = None


class QuoteLocator:
    """A text in which quotes are sought."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def squeezed(self) -> CompactText:
        """The text without white space, made for the first quote that needs it."""
        return CompactText(self.text)

    def locate(self, quote: str) -> QuoteLocation:
        """Every place of a quote: exact ones, else those that differ in white space only."""
        if not quote:
            return QuoteLocation((), Reason.EMPTY)
        exact = occurrences(self.text, quote)
        if exact:
            spans = tuple(Span(at, at + len(quote)) for at in exact)
            return QuoteLocation(spans, Reason.REPEATED if len(exact) > 1 else None)
        if OMISSION in quote:
            return self._locate_pieces([tight for piece in quote.split(OMISSION) if (tight := "".join(piece.split()))])
        tight = "".join(quote.split())
        loose = occurrences(self.squeezed.text, tight) if tight else []
        spans = tuple(self.squeezed.span(at, at + len(tight)) for at in loose)
        return QuoteLocation(spans, Reason.SPACING if spans else Reason.ABSENT)

    def _locate_pieces(self, pieces: list[str]) -> QuoteLocation:
        """The pieces of a quote with omissions, in reading order after the first, which must stand only once."""
        text, at, spans = self.squeezed.text, 0, []
        if pieces and len(occurrences(text, pieces[0])) > 1:
            return QuoteLocation((), Reason.REPEATED)
        for piece in pieces:
            start = text.find(piece, at)
            if start == -1:
                return QuoteLocation((), Reason.ABSENT)
            at = start + len(piece)
            spans.append(self.squeezed.span(start, at))
        return QuoteLocation(tuple(spans), Reason.OMITTED)
