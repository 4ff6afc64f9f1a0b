"""Whole clauses: evidence extended to what can be quoted without misleading.

A quotation begins where a sentence or an item of a list begins and ends where it ends; a short paragraph and a short
list are quoted whole. Words that end in a colon take the items that follow; an item takes the words that lead to
its list where these turn its meaning (“shall not:”) or hold its subject (“The Student agrees:”).
Running headers, page numbers and headings on lines of their own are left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from pincite.answer.context import trimmed
from pincite.answer.quotations.heading_lines import (
    after_heading_line,
    below_headings,
    find_heading_lines,
    find_needed_headings,
    find_title_lines,
    heading_of_fragment,
)
from pincite.answer.quotations.nearest_row import from_nearest_row
from pincite.answer.quotations.own_clause import cut_to_clause, leads_on, split_at_clauses
from pincite.answer.quotations.span_source import source_at
from pincite.answer.quotations.table_grid import with_table_lines
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.legal.labelled_values import labelled_within
from pincite.legal.next_heading import before_next_heading
from pincite.legal.page_furniture import furniture_of
from pincite.legal.sentences import split_sentences
from pincite.spans import Span, subtract_spans

# A quotation is not extended beyond this many characters; a list is quoted up to this many.
_LONGEST = 900
_LONGEST_LIST = 1600
# A paragraph of up to this many characters, a hundred words, is quoted whole: its next sentence may say the opposite.
_SHORT_PARAGRAPH = 600
# Between paragraphs: an empty line, or the end of an item with a bullet that is a sentence of its own.
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n|(?<=[.!?])\n(?=[^\S\n]{0,6}[-*+•▪●◦‣∙][^\S\n])")
# The introduction of a list, up to this many characters, is quoted with an item of the list.
_LONGEST_LEAD = 500
_TURNS = re.compile(
    r"\b(?:not|no|never|neither|nor|none|unless|except|without|only|if|where|provided|subject|cannot|may|must|shall|when)\b",
    re.IGNORECASE,
)
# "The parties agree as follows:" introduces the whole agreement, and does not change what an item means.
_PREAMBLE = re.compile(r"\bagree(?:ment|s|d)?\b[^.]{0,60}\bfollow", re.IGNORECASE)
# A numbered paragraph of a rule that is not its first.
_LATER = re.compile(r"\((?!1\))\d{1,2}\s?[A-Z]?\)")
# What is divided into whole clauses, none of which is the general case of the others.
_HOLD_CLAUSES = frozenset(
    {
        *(SectionKind.BOOK, SectionKind.TITLE, SectionKind.PART, SectionKind.CHAPTER),
        *(SectionKind.SCHEDULE, SectionKind.EXHIBIT),
    }
)
_WORDS = re.compile(r"[^\W\d_]{2}")
# An item of a list with bullets, any further line of its sentence, and where the sentence is over.
_BULLET = re.compile(r"\s{0,9}[•▪●◦‣∙][^\n]++")
_LINE = re.compile(r"\s{0,9}[^\n]++")
_FINISHED = re.compile(r"[.!?][\"”’)\]]{0,2}\s*\Z")


class ClauseLibrary(Protocol):
    """What extending a quotation needs from a store."""

    def reading(self, doc_id: str) -> Reading:
        """A document with its outline."""
        ...


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause as it is quoted, in pieces where a page break or its list parts them, and the chance that it answers.

    A `general` one is quoted for another that depends on it.
    """

    pieces: tuple[Span, ...]
    score: float
    general: bool = False


def with_whole_clauses(context: AnswerContext, library: ClauseLibrary, *, apart: bool = False) -> AnswerContext:
    """Extend the evidence of a context to whole clauses, leaving out words that a better source already shows.

    With `apart`, each clause becomes a source of its own, so that a number cites one clause.
    """
    shown: dict[str, list[Span]] = {}
    sources: list[NumberedSource] = []
    best = max((score for source in context.sources for _, score in source.evidence), default=0.0)
    for source in context.sources:
        if not source.evidence:
            sources.append(source)
            continue
        reading = library.reading(source.passage.doc_id)
        clauses = _clauses(source, reading, shown.setdefault(source.passage.doc_id, []), best=best)
        first, rest = (clauses[:1], clauses[1:]) if apart else (clauses, [])
        sources += [_grown(source, reading.doc.text, first), *(_own_source(source, reading, one) for one in rest)]
    numbered = (replace(source, number=i) for i, source in enumerate(sources, start=1)) if apart else sources
    return replace(context, sources=tuple(numbered))


def nearest_clauses(
    context: AnswerContext, library: ClauseLibrary, *, within: Sequence[Span] = ()
) -> tuple[NumberedSource, ...]:
    """What came nearest where nothing answers, clause by clause; of a source without evidence all of it.

    A table is shown from the row on that comes nearest.

    Where the question is asked `within` some ranges, clauses outside them are left out.
    """
    shown: dict[str, list[Span]] = {}
    found: list[NumberedSource] = []
    for source in context.sources:
        reading = library.reading(source.passage.doc_id)
        apart = _at_clauses(source, reading)
        clauses = _clauses(apart, reading, shown.setdefault(source.passage.doc_id, []), best=math.inf)
        inside = [one for one in clauses if not within or any(one.pieces[0].overlaps(span) for span in within)]
        own = [_own_source(source, reading, one) for one in inside] if source.evidence else [source]
        found += [from_nearest_row(one, reading, context.question) for one in own]
    ordered = sorted(found, key=lambda source: -max((score for _, score in source.evidence), default=0.0))
    return tuple(replace(source, number=i) for i, source in enumerate(ordered, start=1))


def _at_clauses(source: NumberedSource, reading: Reading) -> NumberedSource:
    """A source with evidence that runs over several clauses parted between them."""
    parted = (
        (part, score)
        for span, score in source.evidence
        for part in split_at_clauses(reading.doc.text, span, reading.outline) or [span]
    )
    return replace(source, evidence=tuple(parted))


def _clauses(source: NumberedSource, reading: Reading, taken: list[Span], *, best: float) -> list[_Clause]:
    """Return the clauses that the evidence of a source stands in, the likeliest first, as they were ranked."""
    text, furniture = reading.doc.text, furniture_of(reading.doc)
    titles = find_title_lines(reading.doc, reading.outline)
    found: list[_Clause] = []
    for span, score in source.evidence:
        # A title may be the answer itself.
        margins = furniture if any(title.contains(span) for title in titles) else (*furniture, *titles)
        pieces = whole_clause(text, span, reading.outline, furniture=margins)
        pieces = with_table_lines(reading.doc, pieces)
        general = _general(text, pieces[0], reading.outline) if score == best else None
        for clause in (pieces, [general]) if general else (pieces,):
            kept = tuple(piece for piece in clause if not any(piece.overlaps(other) for other in taken))
            taken += kept
            found += [_Clause(kept, score, general=clause is not pieces)] if kept else []
    return sorted(found, key=lambda clause: (-clause.score, clause.general))


def _grown(source: NumberedSource, text: str, clauses: Sequence[_Clause]) -> NumberedSource:
    """A source with clauses as its evidence, extended to hold them."""
    evidence = tuple((piece, clause.score) for clause in clauses for piece in clause.pieces)
    start = min([source.passage.span.start, *(span.start for span, _ in evidence)])
    end = max([source.passage.span.end, *(span.end for span, _ in evidence)])
    passage = Passage(source.passage.doc_id, Span(start, end))
    return replace(source, passage=passage, text=text[start:end], evidence=evidence)


def _own_source(source: NumberedSource, reading: Reading, clause: _Clause) -> NumberedSource:
    """A clause of a source as a source by itself."""
    span = Span(clause.pieces[0].start, clause.pieces[-1].end)
    evidence = tuple((piece, clause.score) for piece in clause.pieces)
    return replace(source_at(source, reading, span, evidence=evidence), score=clause.score)


def whole_clause(text: str, span: Span, outline: Outline, *, furniture: Sequence[Span] = ()) -> tuple[Span, ...]:
    """Return the spans to quote, in order: introduction, clause, list items; without headings and running headers."""
    # The lines beside a label with its value are other matters.
    if (labelled := labelled_within(text, span)) is not None and len(labelled) <= _LONGEST:
        return (labelled,)
    span = cut_to_clause(text, below_headings(text, span, outline), outline)
    clause = _whole_paragraph(text, _whole_sentences(text, span, outline), outline)
    clause = _whole_list(text, clause, outline)
    parts = [clause]
    lead = _lead(text, clause, outline)
    if lead is not None and _TURNS.search(lead.slice(text)):
        parts = _listed(text, lead, clause, outline)
    elif lead is not None:
        lead = after_heading_line(text, lead, outline)
        parts = [Span(lead.start, clause.end)] if _adjoin(text, lead, clause) else [lead, clause]
    elif (heading := heading_of_fragment(text, clause, outline)) is not None:
        parts = [heading, clause]
    parts[-1] = _with_bullets(text, _with_items(text, parts[-1], outline), outline)
    return _quotable(text, parts, span, outline=outline, furniture=furniture)


def _quotable(
    text: str, parts: list[Span], span: Span, *, outline: Outline, furniture: Sequence[Span]
) -> tuple[Span, ...]:
    """Return the pieces of parts that hold evidence at a span, without headings and running headers."""
    shorter = before_next_heading(text, parts[-1])
    last = shorter if span.end <= shorter.end else parts[-1]
    pieces = [
        piece
        for part in (*parts[:-1], last)
        for own in _apart_from_headings(text, part, outline)
        for piece in subtract_spans(own, [*_within(furniture, own), *_headings_within(text, own, outline)])
    ]
    kept = [trimmed(text, piece) for piece in pieces if _WORDS.search(piece.slice(text))]
    return tuple(kept) or (span,)


def clause_with_lead(text: str, span: Span, outline: Outline, *, furniture: Sequence[Span] = ()) -> tuple[Span, ...]:
    """Return the spans to quote in a list of documents: the clause, and for an item the words that lead to it.

    Unlike a whole clause, without the items that stand beside it: they would hide the one that counts.
    """
    span = cut_to_clause(text, below_headings(text, span, outline), outline)
    clause = _whole_paragraph(text, _whole_sentences(text, span, outline), outline)
    lead = _lead(text, clause, outline)
    if lead is None:
        parts = [_with_bullets(text, _with_items(text, clause, outline), outline)]
    else:
        lead = after_heading_line(text, lead, outline)
        parts = [Span(lead.start, clause.end)] if _adjoin(text, lead, clause) else [lead, clause]
    return _quotable(text, parts, span, outline=outline, furniture=furniture)


def _apart_from_headings(text: str, part: Span, outline: Outline) -> list[Span]:
    """Return a part cut round each unnumbered heading that stays, so that it is no part of the words below it."""
    heads = find_needed_headings(text, part, outline)
    cuts = {part.start, part.end, *(edge for head in heads for edge in (head.start, head.end))}
    return [Span(start, end) for start, end in pairwise(sorted(cuts))]


def _headings_within(text: str, part: Span, outline: Outline) -> list[Span]:
    """Return the headings on lines of their own within a part that is more than a heading itself."""
    return [line for line in find_heading_lines(text, part, outline) if not line.contains(part)]


def _within(spans: Sequence[Span], part: Span) -> list[Span]:
    return [span for span in spans if span.overlaps(part)]


def _whole_sentences(text: str, span: Span, outline: Outline) -> Span:
    """Extend a span to whole sentences within the clauses it touches."""
    first, last = outline.at(span.start), outline.at(max(span.end - 1, span.start))
    room = Span(min(first.span.start, span.start), max(last.span.end, span.end))
    touched = [piece for piece in split_sentences(text, room) if piece.overlaps(span)]
    if not touched:
        return trimmed(text, span)
    grown = Span(min(touched[0].start, span.start), max(touched[-1].end, span.end))
    if len(grown) > max(_LONGEST, len(span)):
        grown = _cut_back(text, span, grown)
    return trimmed(text, grown)


def _cut_back(text: str, span: Span, grown: Span) -> Span:
    """Cut a sentence that is too long: from the last semicolon before the evidence to the first after it."""
    start = max(text.rfind(";", grown.start, span.start) + 1, grown.start)
    end = text.find(";", span.end, grown.end)
    return Span(start, grown.end if end < 0 else end + 1)


def _whole_paragraph(text: str, clause: Span, outline: Outline) -> Span:
    """Extend a sentence to its paragraph if that is short, since the other sentences may answer too.

    A paragraph is what bears a number, or where that is long, what stands between blank lines.
    """
    numbered, leaf = _paragraph(clause, outline), outline.at(clause.start)
    for paragraph in (numbered.span if numbered else leaf.span, _between_blank_lines(text, clause, leaf.span)):
        if len(paragraph) <= _SHORT_PARAGRAPH and paragraph.contains(clause):
            return trimmed(text, paragraph)
    # Words of two clauses: the second is not cut in its midst either.
    last = _paragraph(Span(clause.end - 1, clause.end), outline)
    if numbered and last and last.span.start > numbered.span.start and last.span.end - clause.start <= _LONGEST:
        return trimmed(text, Span(clause.start, max(last.span.end, clause.end)))
    return clause


def _between_blank_lines(text: str, clause: Span, room: Span) -> Span:
    before = [match.end() for match in _BLANK_LINE.finditer(text, room.start, clause.start)]
    after = _BLANK_LINE.search(text, clause.end, room.end)
    return Span(before[-1] if before else room.start, after.start() if after else room.end)


def _whole_list(text: str, clause: Span, outline: Outline) -> Span:
    """Extend words that run from the introduction of a list into its items to the end of the list if that is short."""
    lead, last = outline.at(clause.start), outline.at(max(clause.end - 1, clause.start))
    if lead.number or lead.parent is None or lead is last or not leads_on(lead.span.slice(text)):
        return clause
    owner = outline.sections[lead.parent]
    whole = trimmed(text, Span(clause.start, max(owner.span.end, clause.end)))
    return whole if owner.span.contains(last.span) and len(whole) <= _LONGEST else clause


def _general(text: str, clause: Span, outline: Outline) -> Span | None:
    """Return the first paragraph of a rule, the general case that a later paragraph such as (3) depends on.

    Where such numbers count the clauses of a document or a schedule, or each has a heading, none depends on the first.
    """
    later = _paragraph(clause, outline)
    if later is None or later.parent is None or later.heading or not _LATER.fullmatch(later.number or ""):
        return None
    rule = outline.sections[later.parent]
    if not rule.number or rule.kind in _HOLD_CLAUSES:
        return None
    first = next((one for one in outline.children(rule) if one.number == "(1)"), None)
    if first is None or first.span.start > clause.start or len(first.span) > _SHORT_PARAGRAPH:
        return None
    return trimmed(text, first.span)


def _listed(text: str, lead: Span, clause: Span, outline: Outline) -> list[Span]:
    """Return a list with its introduction if it is short enough, else the introduction and one item."""
    section = outline.at(lead.start)
    owner = outline.sections[section.parent] if section.parent is not None else section
    whole = trimmed(text, Span(lead.start, max(owner.span.end, clause.end)))
    if len(whole) <= _LONGEST:
        return [whole]
    return [Span(lead.start, clause.end)] if _adjoin(text, lead, clause) else [lead, clause]


def _lead(text: str, clause: Span, outline: Outline) -> Span | None:
    """Return the introduction of the list that a clause is an item of, if the clause needs it.

    It does where the introduction changes its meaning, and where its first words have no subject ("3.2 not to keep").
    """
    section = outline.at(clause.start)
    if section.parent is None or not section.number:
        section = _numbered(section, outline) or section
    if section.parent in (None, 0):
        return None
    parent = outline.sections[section.parent]
    before = [one for one in outline.children(parent) if one.span.end <= section.span.start and not one.number]
    if not before or clause.start < section.span.start:
        return None
    opening = trimmed(text, before[0].span)
    words = opening.slice(text)
    if len(opening) > _LONGEST_LEAD or _PREAMBLE.search(words):
        return None
    if not leads_on(words) or not (_TURNS.search(words) or _lacks_subject(text, clause, section)):
        return None
    return opening


def _lacks_subject(text: str, clause: Span, section: Section) -> bool:
    """Tell whether a clause is an item that goes on with the words before its list: it begins with a small letter."""
    number = section.number or ""
    if not clause.slice(text).startswith(number):
        return False
    return text[clause.start + len(number) : clause.end].lstrip(" .)\t\n")[:1].islower()


def _paragraph(clause: Span, outline: Outline) -> Section | None:
    """Return the numbered section in which a clause begins."""
    section = outline.at(clause.start)
    return section if section.number else _numbered(section, outline)


def _numbered(section: Section, outline: Outline) -> Section | None:
    """Return the nearest ancestor that has a number."""
    return next((one for one in reversed(outline.ancestors(section)) if one.number), None)


def _adjoin(text: str, lead: Span, clause: Span) -> bool:
    return lead.end <= clause.start and not text[lead.end : clause.start].strip()


def _with_items(text: str, clause: Span, outline: Outline) -> Span:
    """Add the list to a clause that introduces one."""
    if not leads_on(clause.slice(text)):
        return clause
    section = outline.at(max(clause.end - 1, clause.start))
    owner = outline.sections[section.parent] if section.parent is not None and not section.number else section
    end = clause.end
    for item in outline.sections[section.id + 1 :]:
        if item.span.start >= owner.span.end or item.span.end - clause.start > _LONGEST_LIST:
            break
        end = max(end, item.span.end)
    return trimmed(text, Span(clause.start, end))


def _with_bullets(text: str, clause: Span, outline: Outline) -> Span:
    """Add the rest of a list with bullets, to the end of its sentence, to a clause that ends within it."""
    owner = _paragraph(clause, outline) or outline.at(clause.start)
    end = clause.end
    while not _FINISHED.search(text, max(clause.start, end - 20), end):
        line = (_BULLET if end == clause.end else _LINE).match(text, end, owner.span.end)
        if line is None or line.end() - clause.start > _LONGEST_LIST:
            return clause
        end = line.end()
    return Span(clause.start, end)
