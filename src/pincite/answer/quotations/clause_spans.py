"""Clause spans: the clauses of a range, each as it is read by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.answer.context import trimmed
from pincite.domain.section import Outline, Section
from pincite.legal.labelled_values import find_labelled_values, labelled_within
from pincite.spans import Span, subtract_spans

_SHORTEST, _LONGEST = 25, 900
_SEVERAL = 2
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def clause_spans(text: str, outline: Outline, within: Span) -> Iterator[Span]:
    """The clauses of a range: what bears a number and has no parts, and the paragraphs of what is longer."""
    for section in outline.sections:
        if section.span.overlaps(within) and not outline.children(section):
            for span in _paragraphs(text, section):
                if (
                    len(span) <= _LONGEST
                    and span.overlaps(within)
                    and (len(span) >= _SHORTEST or labelled_within(text, span))
                ):
                    yield span


def _paragraphs(text: str, section: Section) -> Iterator[Span]:
    if section.number and len(section.span) <= _LONGEST:
        yield trimmed(text, section.span)
        return
    start = section.span.start
    for gap in (*_BLANK_LINE.finditer(text, section.span.start, section.span.end), None):
        end = gap.start() if gap else section.span.end
        if text[start:end].strip():
            yield from _lines(text, trimmed(text, Span(start, end)))
        start = gap.end() if gap else end


def _lines(text: str, paragraph: Span) -> Iterator[Span]:
    """A paragraph, or where it is made of labels and their values, each of these."""
    labelled = [one.span for one in find_labelled_values(text) if paragraph.contains(one.span)]
    if len(labelled) < _SEVERAL:
        yield paragraph
        return
    yield from labelled
    for rest in subtract_spans(paragraph, labelled):
        if rest.slice(text).strip(" \n\t|:-"):
            yield trimmed(text, rest)
