"""Whole sentences, joined up to a size."""

from __future__ import annotations

from pincite.chunk.size import Ruler, Unit, check_size
from pincite.domain.reading import Reading
from pincite.legal.sentences import split_sentences
from pincite.spans import Span


class SentenceChunker:
    """Cuts between sentences only, except where one sentence alone is longer than the size."""

    def __init__(self, *, size: int = 500, unit: Unit = "characters") -> None:
        check_size(size, 0, unit)
        self._size = size
        self._unit: Unit = unit

    def split(self, reading: Reading) -> list[Span]:
        """Put as many whole sentences into each chunk as fit."""
        text = reading.doc.text
        ruler = Ruler(text, self._unit)
        return pack_sentences(text, Span(0, len(text)), size=self._size, ruler=ruler) if text else []


def pack_sentences(text: str, span: Span, *, size: int, ruler: Ruler) -> list[Span]:
    """Join the sentences of a range up to a size; one that is too long by itself is cut to size."""
    chunks: list[Span] = []
    for sentence in split_sentences(text, span):
        joined = Span(chunks[-1].start, sentence.end) if chunks else sentence
        if chunks and ruler.measure(joined) <= size:
            chunks[-1] = joined
        else:
            chunks += _cut_to_size(sentence, size=size, ruler=ruler)
    return chunks


def _cut_to_size(span: Span, *, size: int, ruler: Ruler) -> list[Span]:
    pieces: list[Span] = []
    start = span.start
    while start < span.end:
        end = ruler.advance(start, size=size, limit=span.end)
        pieces.append(Span(start, end))
        start = end
    return pieces
