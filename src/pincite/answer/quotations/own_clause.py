"""The clause that evidence comes from: words that run over a border of clauses are cut to where most of them stand."""

from __future__ import annotations

import re
from itertools import pairwise

from pincite.domain.section import Outline, Section
from pincite.spans import Span, subtract_spans

# Words of one clause are left out beside those of another that has this many times as many. Chosen on the questions of
# `benchmarks/people`: between halves of about the same length nothing says which one answers.
_MOSTLY = 1.6
# Words that no sentence ends with.
_UNFINISHED = "and|or|if|that|by|to|the|a|an|of|in|shall|may|must"
_LEADS_ON = re.compile(rf"(?:(?:[:—–-]|\bfollowing)\W*|\b(?:{_UNFINISHED})\s*)$", re.IGNORECASE)
# A condition without its consequence: "If you cancel", before a list of cases.
_CONDITION = re.compile(
    r"(?:^|[.!?]\s{1,3})(?:if|where|when|unless|in the event)\b[^.!?;:]{3,200}\w\s*\Z", re.IGNORECASE
)
# A sentence that runs on into the next clause: the introduction or an item of a list.
_RUNS_ON = re.compile(rf"(?:[;:,—–-]|\b(?:{_UNFINISHED}))\s*\Z", re.IGNORECASE)
_LONGEST_END = 12
# Only the last of the words tell: a row of thousands of dashes would take long.
_LAST = 100


def leads_on(words: str) -> bool:
    """Tell whether words introduce a list: they end with a colon, or in the midst of a sentence."""
    return bool(_LEADS_ON.search(words, max(0, len(words) - _LAST)) or _CONDITION.search(words))


def cut_to_clause(text: str, span: Span, outline: Outline) -> Span:
    """Cut from both ends of a span the words of other clauses than the one that holds most of it.

    A number or a heading says nothing without its clause; the items of a list are one clause with it.
    """
    parts = _parts(text, span, outline)
    weights = [_weight(text, part, outline) for part in parts]
    least = max(weights) / _MOSTLY
    kept = [i for i, weight in enumerate(weights) if weight >= least]
    first, last = kept[0], kept[-1]
    if first < last and first and not weights[first - 1]:
        # The heading that several clauses stand under is quoted with them.
        first -= 1
    return Span(parts[first].start, parts[last].end) if weights[last] else span


def split_at_clauses(text: str, span: Span, outline: Outline) -> list[Span]:
    """Return the pieces of a span by clause, in order, without those that are only a number or a heading."""
    parts = _parts(text, cut_to_clause(text, span, outline), outline)
    return [part for part in parts if _weight(text, part, outline)]


def _parts(text: str, span: Span, outline: Outline) -> list[Span]:
    """Return the pieces of a span by clause, in order."""
    inside = (section for section in outline.sections if span.start < section.span.start < span.end)
    borders = {section.span.start for section in inside if _begins_clause(text, section)}
    return [Span(start, end) for start, end in pairwise((span.start, *sorted(borders), span.end))]


def _begins_clause(text: str, section: Section) -> bool:
    start = section.span.start
    return bool(section.number or section.heading) and not _RUNS_ON.search(text, max(0, start - _LONGEST_END), start)


def _weight(text: str, part: Span, outline: Outline) -> int:
    """Return how many letters a piece has beside numbers and headings."""
    section = outline.at(part.start)
    heads = [one.head for one in (*outline.ancestors(section), section) if one.head]
    return sum(letter.isalpha() for piece in subtract_spans(part, heads) for letter in piece.slice(text))
