"""Heading lines: headings on lines of their own, which a quotation leaves out; its pinpoint names them."""

from __future__ import annotations

import re
from itertools import takewhile

from pincite.answer.values.main_clauses import has_known_verb
from pincite.domain.document import Document, Role
from pincite.domain.section import Outline, Section
from pincite.legal.sentences import split_sentences
from pincite.spans import Span

# Without its heading, "Not included", what follows would say the opposite.
_TURNS = re.compile(
    r"\b(?:not|no|never|non|without|except\w*|exclu\w*|prohibit\w*|forbid\w*|restrict\w*|unless)\b", re.IGNORECASE
)
# "Fee", "£40 a night": what has no verb needs its heading.
_VERB = re.compile(
    r"\b(?:shall|will|must|may|can|cannot|should|would|could|is|are|was|were|has|have|had|do|does|did)\b", re.IGNORECASE
)
# Words enough for a sentence say something whatever their verb: "A new member pays a joining fee of £90."
_SENTENCE = re.compile(r"[^\w\n]{0,5}[^\W\d_][^\s.!?]*(?:\s+[^\s.!?]+){4,80}[.!?](?:\s|\Z)")
_BULLET = re.compile(r"\s*[-*+•▪●◦‣∙]\s")
_LINE_ENDS = re.compile(r"[.:]?[^\S\n]*+(?:\n|\Z)")
_NEAR = 300


def find_heading_lines(text: str, within: Span, outline: Outline) -> list[Span]:
    """The headings within a range that its words can do without, in order."""
    return [
        Span(section.head.start, match.end())
        for section in outline.sections
        if section.head is not None
        and section.head.overlaps(within)
        and (match := _LINE_ENDS.match(text, section.head.end))
        and _can_go(text, section)
    ]


def find_needed_headings(text: str, within: Span, outline: Outline) -> list[Span]:
    """The unnumbered headings on lines of their own within a range that its words need, in order."""
    return [
        Span(section.head.start, min(match.end(), within.end))
        for section in outline.sections
        if section.head is not None
        and not section.number
        and within.contains(section.head)
        and (match := _LINE_ENDS.match(text, section.head.end))
        and not _can_go(text, section)
    ]


def find_title_lines(doc: Document, outline: Outline) -> list[Span]:
    """The headings that a file declares above its first section, in order: its title, which no section bears."""
    first = min((section.head.start for section in outline.sections if section.head), default=len(doc.text))
    above = takewhile(lambda block: block.span.end <= first, doc.blocks)
    titles = (block.span for block in above if block.role is Role.HEADING)
    return [title for title in titles if not _TURNS.search(title.slice(doc.text))]


def heading_of_fragment(text: str, clause: Span, outline: Outline) -> Span | None:
    """Return the heading above an item with a bullet that would mislead without it: "What is not insured?"."""
    if not _BULLET.match(text, clause.start, clause.end):
        return None
    section = outline.at(clause.start)
    chain = (section, *reversed(outline.ancestors(section)))
    headed = next((one for one in chain if one.heading and one.head and one.head.end <= clause.start), None)
    if headed is None or headed.heading is None:
        return None
    first = split_sentences(text, clause)[0].slice(text)
    says = _VERB.search(first) or (_SENTENCE.match(first) and has_known_verb(first))
    return headed.head if _TURNS.search(headed.heading) or not says else None


def below_headings(text: str, span: Span, outline: Outline) -> Span:
    """Return the first sentence below headings where a span holds nothing else; any other span as it is."""
    start = span.start
    while start < span.end:
        head = _head_at(outline, start)
        if head is None or not _LINE_ENDS.match(text, head.end):
            return span
        start = _next_word(text, head.end)
    leaf = outline.at(min(start, len(text) - 1))
    found = split_sentences(text, Span(start, leaf.span.end)) if start < leaf.span.end else []
    return found[0] if found else span


def after_heading_line(text: str, span: Span, outline: Outline) -> Span:
    """Cut from a span the heading on a line of its own that it begins with, unless it turns what follows."""
    head = _head_at(outline, span.start)
    if head is None or _TURNS.search(head.slice(text)) or not _LINE_ENDS.match(text, head.end):
        return span
    return Span(min(_next_word(text, head.end), span.end), span.end)


def _can_go(text: str, section: Section) -> bool:
    """Tell whether what follows a heading can be understood without it."""
    if not section.heading or section.head is None or _TURNS.search(section.heading):
        return False
    body = text[section.head.end : min(section.span.end, section.head.end + _NEAR)].strip(" .:\n")
    return not body or _VERB.search(body) is not None or _SENTENCE.match(body) is not None


def _head_at(outline: Outline, at: int) -> Span | None:
    section = outline.at(at)
    chain = (section, *reversed(outline.ancestors(section)))
    return next((one.head for one in chain if one.heading and one.head and one.head.start <= at < one.head.end), None)


def _next_word(text: str, at: int) -> int:
    while at < len(text) and (text[at].isspace() or text[at] in ".:"):
        at += 1
    return at
