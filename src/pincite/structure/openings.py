"""Openings: where each section begins and how deep, from the numbered nodes, the contents and the unnumbered parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.domain.profile import DocumentKind
from pincite.domain.section import SectionKind
from pincite.spans import Span
from pincite.structure.headings import heading_after
from pincite.structure.labels import RANKS, printed
from pincite.structure.ladder import name_rung
from pincite.structure.parts import Part
from pincite.structure.sequence import Node
from pincite.structure.tree import Opening

# Depths are even for what is numbered, which leaves the odd ones to the headings that gather numbered sections.
STEP = 2

_DIRECTION = re.compile(r"practice direction|cyfarwyddyd ymarfer", re.IGNORECASE)
_MAIN = frozenset({*RANKS, "1.", "1"})
_PARTIES = 3


def open_sections(
    text: str, nodes: Sequence[Node], *, parts: Sequence[Part], contents: Sequence[Span], kind: DocumentKind
) -> list[Opening]:
    """Every opening of a document, in no particular order but with depths that nest."""
    recitals = _recitals(nodes, parts)
    numbered = [
        replace(opening, depth=opening.depth + STEP) if recitals and opening.start in recitals else opening
        for opening in _open_numbered(text, nodes, kind=kind)
    ]
    others = [*_open_parts(text, nodes, parts=parts, recitals=recitals), *_open_contents(text, contents)]
    first = min((opening.start for opening in (*numbered, *others)), default=len(text))
    if text[:first].strip():
        others.append(Opening(0, STEP, SectionKind.PREAMBLE))
    return [*numbered, *others]


def _open_numbered(text: str, nodes: Sequence[Node], *, kind: DocumentKind) -> Iterator[Opening]:
    direction = bool(_DIRECTION.search(text[:300]))
    for i, node in enumerate(nodes):
        label = node.candidate.label
        limit = nodes[i + 1].candidate.start if i + 1 < len(nodes) else len(text)
        heading = heading_after(text, node.reading.end)
        if heading is not None and heading.end > limit:
            heading = None
        yield Opening(
            start=label.start,
            depth=STEP * node.depth,
            kind=name_rung(node, kind, direction=direction),
            number=printed(text, label, node.reading),
            heading=" ".join(heading.slice(text).split()) if heading else None,
            head=Span(label.start, heading.end if heading else node.reading.end),
        )


def _recitals(nodes: Sequence[Node], parts: Sequence[Part]) -> range | None:
    """The range of the recitals, or None where there are none before the first section."""
    recitals = next((part for part in parts if part.kind is SectionKind.RECITALS), None)
    if recitals is None:
        return None
    before = [node for node in nodes if node.candidate.start < recitals.start and node.rank != 0]
    if len(before) > _PARTIES and any(node.reading.style in _MAIN for node in before):
        return None
    operative = next((part.start for part in parts if part.kind is SectionKind.TEXT), None)
    if operative is not None:
        return range(recitals.start, operative)
    main = (
        node.candidate.start
        for node in nodes
        if node.candidate.start > recitals.start and node.depth == 1 and node.reading.style in _MAIN
    )
    return range(recitals.start, next(main, recitals.start))


def _open_parts(
    text: str, nodes: Sequence[Node], *, parts: Sequence[Part], recitals: range | None
) -> Iterator[Opening]:
    """Recitals, operative words and signatures stand beside the sections of their agreement or schedule."""
    at = 0
    scheduled = signing = False
    for part in parts:
        while at < len(nodes) and nodes[at].candidate.start < part.start:
            scheduled = nodes[at].rank == 0 if nodes[at].depth == 1 else scheduled
            signing = False
            at += 1
        if part.kind is SectionKind.SIGNATURES:
            if not signing:
                yield Opening(part.start, 2 * STEP if scheduled else STEP, part.kind)
            signing = True
        elif recitals is not None and part.start in (recitals.start, recitals.stop):
            heading = part.title.slice(text) if part.title else None
            yield Opening(part.start, STEP, part.kind, heading=heading, head=part.title)


def _open_contents(text: str, contents: Sequence[Span]) -> Iterator[Opening]:
    for span in contents:
        yield Opening(span.start, STEP, SectionKind.CONTENTS)
        rest = len(text[span.end : span.end + 5000]) - len(text[span.end : span.end + 5000].lstrip())
        if span.end + rest < len(text):
            yield Opening(span.end + rest, STEP, SectionKind.PREAMBLE)
