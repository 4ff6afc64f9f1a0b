"""Outline: the clause tree of a document, found from its numbering, typography and table of contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge

from pincite.domain.document import Document, Format, MarkKind
from pincite.domain.profile import Profile
from pincite.domain.section import Outline
from pincite.spans import Span, merge_spans
from pincite.structure.candidates import LabelCandidate, find_candidates
from pincite.structure.contents import find_cited_parts, find_contents, find_indexes, fold_entry
from pincite.structure.list_items import mark_items
from pincite.structure.margins import blank_out, find_enabling_lines, find_markup, find_running_lines
from pincite.structure.openings import Findings, open_sections
from pincite.structure.parts import DocumentPart, find_parts
from pincite.structure.references import find_references
from pincite.structure.sequence import Break, choose_sections
from pincite.structure.subheads import Subhead, find_subheads
from pincite.structure.terms import find_terms
from pincite.structure.tree import build_tree


class RuleStructurer:
    """Finds sections by rules: a grammar of labels, and a search for the reading in which the numbering adds up."""

    version = "11"

    def outline(self, doc: Document, profile: Profile) -> Outline:
        """A tree whose leaves tile the text."""
        text = _readable(doc)
        contents = find_contents(text)
        parts = [part for part in find_parts(text) if not _inside(part.start, contents)]
        candidates = find_candidates(
            text,
            skip=merge_spans([*contents, *find_indexes(text), *find_cited_parts(text)]),
            blocks=doc.blocks,
            listing=fold_entry("".join(span.slice(text) for span in contents)),
            language=profile.language,
        )
        subheads = find_subheads(doc, text)
        nodes = choose_sections(_events(candidates, parts, subheads))
        found = Findings(nodes, parts=parts, subheads=subheads, contents=contents)
        openings = open_sections(text, found, kind=profile.kind, blocks=doc.blocks)
        sections = build_tree(doc.text, openings)
        terms, references = find_terms(doc, sections), find_references(doc, sections)
        return Outline(mark_items(sections), terms=terms, references=references)


def _readable(doc: Document) -> str:
    """The text with everything blanked out that is no part of a clause, every other character in its place."""
    notes = [mark.span for mark in doc.marks if mark.kind is MarkKind.FOOTNOTE]
    text = blank_out(doc.text, merge_spans([*doc.furniture(), *notes]))
    if doc.source.format == Format.MARKDOWN:
        text = blank_out(text, find_markup(text))
    text = blank_out(text, find_enabling_lines(text))
    return blank_out(text, find_running_lines(text))


def _inside(at: int, spans: Sequence[Span]) -> bool:
    return any(span.start <= at < span.end for span in spans)


def _events(
    candidates: Iterator[LabelCandidate], parts: Sequence[DocumentPart], subheads: Sequence[Subhead]
) -> Iterator[LabelCandidate | Break]:
    """Candidates and breaks in reading order."""
    ends: Iterator[LabelCandidate | Break] = (Break(part.start) for part in parts)
    pauses: Iterator[LabelCandidate | Break] = (
        Break(subhead.span.start, ends_all=subhead.attached, declared=subhead.level is not None) for subhead in subheads
    )
    events: Iterator[LabelCandidate | Break] = candidates
    yield from merge(events, ends, pauses, key=lambda event: event.start)
