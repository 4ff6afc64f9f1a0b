"""The clauses of a document as they are compared: leaves of its clause tree, without labels and page furniture."""

from __future__ import annotations

from pincite.domain.reading import Reading
from pincite.review.redline.change import Clause
from pincite.spans import Span, subtract_spans

_SHORTEST = 2


def clauses_of(reading: Reading) -> list[Clause]:
    """Every leaf that has words, in order."""
    furniture = reading.doc.furniture()
    found = []
    for section in reading.outline.leaves():
        number = Span(section.span.start, _number_end(reading, section.span, section.number))
        holes = [span for span in furniture if span.overlaps(section.span)]
        parts = subtract_spans(Span(number.end, section.span.end), holes)
        words = " ".join(" ".join(part.slice(reading.doc.text) for part in parts).split())
        if len(words) >= _SHORTEST:
            found.append(Clause(section.span, reading.outline.path(section), words))
    return found


def _number_end(reading: Reading, span: Span, number: str | None) -> int:
    """Where the label ends: a clause that was only renumbered has the same words."""
    if not number:
        return span.start
    head = reading.doc.text[span.start : span.end]
    start = len(head) - len(head.lstrip())
    if not head[start:].startswith(number):
        return span.start
    end = start + len(number)
    while end < len(head) and head[end] in ".):\t ":
        end += 1
    return span.start + end
