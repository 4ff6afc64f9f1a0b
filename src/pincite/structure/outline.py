"""Outline: the clause tree of a document, found from its numbering, typography and table of contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from heapq import merge

from pincite.domain.document import Document
from pincite.domain.profile import Profile
from pincite.domain.section import Outline
from pincite.spans import Span
from pincite.structure.candidates import Candidate, find_candidates
from pincite.structure.contents import find_contents
from pincite.structure.openings import open_sections
from pincite.structure.parts import Part, find_parts
from pincite.structure.references import find_references
from pincite.structure.sequence import Break, choose_sections
from pincite.structure.terms import find_terms
from pincite.structure.tree import build_tree

_PRINTED = re.compile(r"[^\n]")


class RuleStructurer:
    """Finds sections by rules: a grammar of labels, and a search for the reading in which the numbering adds up."""

    def outline(self, doc: Document, profile: Profile) -> Outline:
        """A tree whose leaves tile the text."""
        text = _blank_out(doc.text, doc.furniture())
        contents = find_contents(text)
        parts = [part for part in find_parts(text) if not _inside(part.start, contents)]
        nodes = choose_sections(_events(text, contents=contents, parts=parts))
        openings = open_sections(text, nodes, parts=parts, contents=contents, kind=profile.kind)
        sections = build_tree(doc.text, openings)
        return Outline(sections, terms=find_terms(doc, sections), references=find_references(doc, sections))


def _blank_out(text: str, furniture: Sequence[Span]) -> str:
    """The text with headers, footers, page and line numbers turned to spaces, every other character in its place."""
    pieces: list[str] = []
    at = 0
    for span in furniture:
        if span.start >= at:
            pieces.append(text[at : span.start])
            pieces.append(_PRINTED.sub(" ", span.slice(text)))
            at = span.end
    return "".join((*pieces, text[at:]))


def _inside(at: int, spans: Sequence[Span]) -> bool:
    return any(span.start <= at < span.end for span in spans)


def _events(text: str, *, contents: Sequence[Span], parts: Sequence[Part]) -> Iterator[Candidate | Break]:
    """Candidates and breaks in reading order."""
    candidates: Iterator[Candidate | Break] = find_candidates(text, skip=contents)
    breaks: Iterator[Candidate | Break] = (Break(part.start) for part in parts)
    yield from merge(candidates, breaks, key=lambda event: event.start)
