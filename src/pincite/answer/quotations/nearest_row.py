"""The nearest row: where a passage that came near is a table or a front sheet, it is shown from the row that does."""

from __future__ import annotations

from pincite.answer.quotations.span_source import source_at
from pincite.answer.values.asked_label import ASKING_WORDS
from pincite.domain.answer import NumberedSource
from pincite.domain.reading import Reading
from pincite.legal.labelled_values import find_labelled_values
from pincite.legal.wording import stems
from pincite.spans import Span

# Fewer rows are shown whole.
_ROWS = 3


def from_nearest_row(source: NumberedSource, reading: Reading, question: str) -> NumberedSource:
    """A source that holds rows, from the first of those on that share most words with the question.

    It stays whole where its rows share none with it, or other words of it share as many.
    """
    text, passage = reading.doc.text, source.passage.span
    rows = [one.span for one in find_labelled_values(text) if passage.contains(one.span)]
    if len(rows) < _ROWS:
        return source
    # The name of the document says nothing of its rows.
    wanted = set(stems(question)) - set(stems(f"{source.title or ''} {source.document}"))
    shared = [_weigh(wanted & set(stems(row.slice(text)))) for row in rows]
    most = max(shared)
    outside = text[passage.start : rows[0].start] + text[rows[-1].end : passage.end]
    if most == (0, 0) or _weigh(wanted & set(stems(outside))) >= most:
        return source
    span = Span(rows[shared.index(most)].start, passage.end)
    evidence = tuple((part, score) for spot, score in source.evidence if (part := spot.intersection(span)))
    return source_at(source, reading, span, evidence=evidence)


def _weigh(words: set[str]) -> tuple[int, int]:
    """How many words tell of a thing, and how many there are with those that only ask for a value."""
    return len(words - ASKING_WORDS), len(words)
