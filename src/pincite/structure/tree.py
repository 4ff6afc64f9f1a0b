"""Tree: from openings in reading order, each with its depth, to sections whose leaves tile the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain.section import Section, SectionKind
from pincite.spans import Span


@dataclass(frozen=True, slots=True)
class Opening:
    """The place where a section begins; it lasts until the next opening that is no deeper."""

    start: int
    depth: int
    kind: SectionKind
    number: str | None = None
    heading: str | None = None
    head: Span | None = None


def build_tree(text: str, openings: Sequence[Opening]) -> tuple[Section, ...]:
    """The sections in reading order, the document first; a parent's own opening words become its first child."""
    placed = _without_gaps(text, openings)
    ends = _ends(placed, len(text))
    sections = [Section(0, None, SectionKind.DOCUMENT, Span(0, len(text)), 0)]
    stack: list[tuple[int, int]] = [(-1, 0)]
    for i, opening in enumerate(placed):
        while stack[-1][0] >= opening.depth:
            stack.pop()
        parent = sections[stack[-1][1]]
        section = Section(
            id=len(sections),
            parent=parent.id,
            kind=opening.kind,
            span=Span(opening.start, ends[i]),
            level=parent.level + 1,
            number=opening.number,
            heading=opening.heading,
            head=opening.head,
        )
        sections.append(section)
        stack.append((opening.depth, section.id))
        if i + 1 < len(placed) and placed[i + 1].depth > opening.depth:
            sections.append(_own_words(section, id=len(sections), end=placed[i + 1].start))
    return tuple(sections)


def _own_words(section: Section, *, id: int, end: int) -> Section:
    return Section(id, section.id, SectionKind.TEXT, Span(section.span.start, end), section.level + 1)


def _without_gaps(text: str, openings: Sequence[Opening]) -> list[Opening]:
    """Openings with distinct starts, the first of them at the very beginning of the text."""
    placed: list[Opening] = []
    for opening in sorted(openings, key=lambda opening: (opening.start, opening.depth)):
        if opening.start < len(text) and not (placed and placed[-1].start == opening.start):
            placed.append(opening)
    if not placed:
        return placed
    first = placed[0]
    if text[: first.start].strip():
        placed.insert(0, Opening(0, first.depth, SectionKind.TEXT))
    else:
        placed[0] = Opening(0, first.depth, first.kind, first.number, first.heading, first.head)
    return placed


def _ends(placed: Sequence[Opening], length: int) -> list[int]:
    """Where each opening's section ends: at the next opening that is no deeper, or with the text."""
    ends = [length] * len(placed)
    waiting: list[int] = []
    for i, opening in enumerate(placed):
        while waiting and placed[waiting[-1]].depth >= opening.depth:
            ends[waiting.pop()] = opening.start
        waiting.append(i)
    return ends
