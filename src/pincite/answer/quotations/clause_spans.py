"""Clause spans: the clauses of a range, each as it is read by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.answer.context import trimmed
from pincite.domain.section import Outline, Section
from pincite.spans import Span

_SHORTEST, _LONGEST = 25, 900
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def clause_spans(text: str, outline: Outline, within: Span) -> Iterator[Span]:
    """The clauses of a range: what bears a number and has no parts, and the paragraphs of what is longer."""
    for section in outline.sections:
        if section.span.overlaps(within) and not outline.children(section):
            for span in _paragraphs(text, section):
                if _SHORTEST <= len(span) <= _LONGEST and span.overlaps(within):
                    yield span


def _paragraphs(text: str, section: Section) -> Iterator[Span]:
    if section.number and len(section.span) <= _LONGEST:
        yield trimmed(text, section.span)
        return
    start = section.span.start
    for gap in (*_BLANK_LINE.finditer(text, section.span.start, section.span.end), None):
        end = gap.start() if gap else section.span.end
        if text[start:end].strip():
            yield trimmed(text, Span(start, end))
        start = gap.end() if gap else end
