"""Openings: where each section begins and how deep, from the numbered nodes, the contents and the unnumbered parts."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.domain.document import Block, Role
from pincite.domain.profile import DocumentKind
from pincite.domain.section import SectionKind
from pincite.spans import Span
from pincite.structure.headings import caption_above, heading_after, heading_in_block
from pincite.structure.labels import RANKS, printed
from pincite.structure.ladder import name_rung
from pincite.structure.parts import DocumentPart
from pincite.structure.sequence import Node
from pincite.structure.subheads import RULES, Subhead
from pincite.structure.tree import Opening

# Numbered sections have whole depths; headings that group them fit in between.
STEP = 20
_GATHERED = STEP // 2

# The title of a practice direction, or the line below it, but no rule that mentions one.
_DIRECTION = re.compile(
    r"\s*+(?!part\b|rhan\b)(?:[^\n]{0,80}?\b(?:practice direction|cyfarwyddyd ymarfer)\b"
    r"|[^\n]{1,200}\n\s*+this practice direction\b)",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r"contents\b", re.IGNORECASE)
_MAIN = frozenset({*RANKS, "1.", "1"})
_CAPTIONED = frozenset({DocumentKind.COURT_RULES, DocumentKind.LEGISLATION})
_RUNNING = frozenset(
    {
        DocumentKind.COURT_RULES,
        DocumentKind.COURT_GUIDE,
        DocumentKind.LEGISLATION,
        DocumentKind.JUDGMENT,
        DocumentKind.PLEADING,
        DocumentKind.PRIVACY_POLICY,
    }
)
_PARTIES = 3
_HEADING = 1


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in a document: numbered nodes, unnumbered parts and headings, tables of contents."""

    nodes: Sequence[Node]
    parts: Sequence[DocumentPart]
    subheads: Sequence[Subhead]
    contents: Sequence[Span]


def open_sections(text: str, found: Findings, *, kind: DocumentKind, blocks: Sequence[Block] = ()) -> list[Opening]:
    """Every opening of a document, in no particular order but with depths that nest."""
    recitals = _recitals(found)
    numbered = [
        replace(opening, depth=opening.depth + STEP) if recitals and opening.start in recitals else opening
        for opening in _open_numbered(text, found, kind=kind, blocks=blocks)
    ]
    parts = [*_open_parts(text, found, recitals=recitals), *_open_contents(text, found)]
    taken = sorted([*numbered, *parts], key=lambda opening: opening.start)
    if kind in _CAPTIONED and not blocks:
        heads = [*found.subheads, *_direction_heads(text, found)]
        found = replace(found, subheads=sorted(heads, key=lambda head: head.span.start))
    levels = _declared_levels(taken, blocks)
    groups = list(_open_groups(text, found, taken=taken, levels=levels, running=bool(blocks) or kind in _RUNNING))
    if any(group.depth < STEP for group in groups):
        parts = [replace(part, depth=_GATHERED - 1) if part.kind is SectionKind.SIGNATURES else part for part in parts]
    openings = [*numbered, *parts, *groups]
    first = min((opening.start for opening in openings), default=len(text))
    if text[:first].strip():
        openings.append(Opening(0, STEP, SectionKind.PREAMBLE))
    return openings


def _open_numbered(text: str, found: Findings, *, kind: DocumentKind, blocks: Sequence[Block]) -> Iterator[Opening]:
    direction = _DIRECTION.match(text) is not None
    bounds = _bounds(text, found)
    used = 0
    for node in found.nodes:
        label = node.candidate.label
        after = _heading(text, node, blocks)
        if after is not None and after.end > bounds[bisect_right(bounds, label.start)]:
            after = None
        directed = _directs(node, direction)
        captioned = after is None and kind in _CAPTIONED and node.reading.style in RANKS and not directed
        above = caption_above(text, label.start) if captioned else None
        if above is not None and (above.start < used or bounds[bisect_left(bounds, above.start)] < label.start):
            above = None
        heading = after or above
        head = Span(above.start if above else label.start, after.end if after else node.reading.end)
        used = head.end
        yield Opening(
            start=head.start,
            # Attachments stand beside the headings of the main text and not below them.
            depth=STEP * node.depth - (_GATHERED + 1 if node.rank == 0 else 0),
            kind=name_rung(node, kind, direction=directed),
            number=printed(text, label, node.reading),
            heading=" ".join(heading.slice(text).split()) if heading else None,
            head=head,
        )


def _direction_heads(text: str, found: Findings) -> Iterator[Subhead]:
    """The lines in a practice direction that each stand over several paragraphs, where no typography tells them."""
    direction = _DIRECTION.match(text) is not None
    known = {subhead.span.start for subhead in found.subheads}
    for node in found.nodes:
        label = node.candidate.label
        if node.reading.style not in _MAIN or not _directs(node, direction):
            continue
        above = caption_above(text, label.start)
        if above is not None and above.start not in known and not _CONTENTS.match(text, above.start):
            yield Subhead(above)


def _directs(node: Node, direction: bool) -> bool:
    """Tell whether a node stands in a practice direction, whose headings each stand over several paragraphs."""
    above: Node | None = node
    while above is not None and not direction:
        direction = above.candidate.label.keyword.lower() == "practice direction"
        above = above.parent
    return direction


def _bounds(text: str, found: Findings) -> list[int]:
    """Where anything begins or the text ends: no heading reaches beyond the next of these."""
    return sorted(
        {
            *(node.candidate.start for node in found.nodes),
            *(part.start for part in found.parts),
            *(edge for span in found.contents for edge in (span.start, span.end)),
            len(text),
        }
    )


def _heading(text: str, node: Node, blocks: Sequence[Block]) -> Span | None:
    """The heading after a node's label: the whole block where the file sets it as one, else what reads like one."""
    if node.candidate.tone == _HEADING:
        block = blocks[bisect_right(blocks, node.candidate.start, key=lambda block: block.span.start) - 1]
        found = heading_in_block(text, node.reading.end, end=block.span.end)
        if found is not None:
            return found
    return heading_after(text, node.reading.end)


def _recitals(found: Findings) -> range | None:
    """The range of the recitals, or None where there are none before the first section."""
    recitals = next((part for part in found.parts if part.kind is SectionKind.RECITALS), None)
    if recitals is None:
        return None
    before = [node for node in found.nodes if node.candidate.start < recitals.start and node.rank != 0]
    if len(before) > _PARTIES and any(node.reading.style in _MAIN for node in before):
        return None
    operative = next((part.start for part in found.parts if part.kind is SectionKind.TEXT), None)
    if operative is not None:
        return range(recitals.start, operative)
    main = (
        node.candidate.start
        for node in found.nodes
        if node.candidate.start > recitals.start and _is_outermost(node) and node.reading.style in _MAIN
    )
    return range(recitals.start, next(main, recitals.start))


def _is_outermost(node: Node) -> bool:
    """Tell whether a node stands directly in its document or attachment."""
    return node.rank != 0 and (node.parent is None or node.parent.rank == 0)


def _open_parts(text: str, found: Findings, *, recitals: range | None) -> Iterator[Opening]:
    """Recitals, operative words and signatures stand beside the sections of their agreement or schedule."""
    heads = [node.candidate.start for node in found.nodes]
    signed = -1
    for part in found.parts:
        depth = _own_depth(found, part.start)
        if part.kind is SectionKind.SIGNATURES:
            passed = bisect_left(heads, part.start)
            if passed != signed:
                yield Opening(part.start, depth, part.kind)
            signed = passed
        elif recitals is not None and part.start in (recitals.start, recitals.stop):
            heading = part.title.slice(text) if part.title else None
            yield Opening(part.start, depth, part.kind, heading=heading, head=part.title)


def _open_contents(text: str, found: Findings) -> Iterator[Opening]:
    for span in found.contents:
        depth = _own_depth(found, span.start)
        yield Opening(span.start, depth, SectionKind.CONTENTS)
        start = _next_word(text, span.end)
        if start < len(text):
            yield Opening(start, depth, SectionKind.PREAMBLE)


def _own_depth(found: Findings, at: int) -> int:
    """How deep the sections stand around an offset: those of an attachment hang below it."""
    i = bisect_left(found.nodes, at, key=lambda node: node.candidate.start) - 1
    node = found.nodes[i] if i >= 0 else None
    while node is not None and node.parent is not None:
        node = node.parent
    return 2 * STEP if node is not None and node.rank == 0 else STEP


def _declared_levels(openings: Sequence[Opening], blocks: Sequence[Block]) -> dict[int, int]:
    """Return the level that the file declares for each numbered heading, by where it begins."""
    levels = {}
    for opening in openings:
        at = bisect_right(blocks, opening.start, key=lambda block: block.span.start) - 1
        if at >= 0 and blocks[at].role is Role.HEADING and opening.number is not None:
            level = blocks[at].level
            if level is not None and blocks[at].span.contains(Span(opening.start, opening.start + 1)):
                levels[opening.start] = level
    return levels


def _open_groups(
    text: str, found: Findings, *, taken: Sequence[Opening], levels: Mapping[int, int], running: bool
) -> Iterator[Opening]:
    """Unnumbered headings gather the sections after them, at the depth of the first of those.

    Where numbering is not known to be `running` on below headings, a line in capitals in the midst of it is none.
    Where the file declares `levels`, a heading gathers no section of its own level or above.
    """
    starts = [opening.start for opening in taken]
    highest = min(levels.values(), default=None)
    ranked = _RankedHeadings(taken, levels)
    nodes = [node for node in found.nodes if node.rank != 0]
    heads = [node.candidate.start for node in nodes]
    body = _body_start(found)
    for subhead in found.subheads:
        start = subhead.span.start
        at = bisect_left(starts, start)
        before = taken[at - 1] if at else None
        after = taken[at] if at < len(taken) else None
        following = bisect_left(heads, start)
        introduced = following < len(heads) and _next_word(text, subhead.span.end) == heads[following]
        # The list of parties ends where the file sets a heading.
        ends_list = subhead.level is not None and before is not None and before.number is not None
        # The first heading is the title of the document.
        titled = bool(text[:start].strip())
        beside = titled and subhead.level is not None and (highest is None or subhead.level >= highest)
        early = start < body and not (introduced or subhead.standing or ends_list or beside)
        if early or not _is_free(subhead.span, before, after):
            continue
        if not running and not subhead.standing and following < len(nodes) and nodes[following].reading.value[-1] > 1:
            continue
        # Headings before the body, such as the list of parties, do not group its sections.
        gathers = start >= body or subhead.standing or heads[following] == body
        depth = _group_depth(subhead, after) if gathers else _own_depth(found, start)
        depth = ranked.place(subhead, after, depth=depth)
        yield Opening(
            start=start,
            depth=depth,
            kind=SectionKind.SCHEDULE if subhead.attached else SectionKind.GROUP,
            heading=" ".join(subhead.span.slice(text).split()).strip(RULES),
            head=subhead.span,
        )


class _RankedHeadings:
    """The headings passed so far whose level the file declares, numbered or not, those above the next one alone."""

    def __init__(self, taken: Sequence[Opening], levels: Mapping[int, int]) -> None:
        self._numbered = [opening for opening in taken if opening.start in levels]
        self._levels = levels
        self._above: list[tuple[int, int]] = []
        self._passed = 0

    def place(self, subhead: Subhead, after: Opening | None, *, depth: int) -> int:
        """Return how deep an unnumbered heading stands; as deep as given where its level does not say."""
        while self._passed < len(self._numbered) and self._numbered[self._passed].start < subhead.span.start:
            opening = self._numbered[self._passed]
            self._enter(self._levels[opening.start], opening.depth)
            self._passed += 1
        if subhead.level is None:
            return depth
        next_level = self._levels.get(after.start) if after else None
        gathers = after is not None and (next_level is None or next_level > subhead.level)
        if not gathers:
            depth = self._below(subhead, after, depth=depth)
        self._enter(subhead.level, depth)
        return depth

    def _below(self, subhead: Subhead, after: Opening | None, *, depth: int) -> int:
        owner = next((own for level, own in reversed(self._above) if level < (subhead.level or 0)), None)
        if owner is not None and owner % STEP == 0:
            return owner + _GATHERED + subhead.rank
        return after.depth if after is not None else depth

    def _enter(self, level: int, depth: int) -> None:
        while self._above and self._above[-1][0] >= level:
            self._above.pop()
        self._above.append((level, depth))


def _body_start(found: Findings) -> int:
    """Where the numbered sections begin, after the parties and the recitals."""
    recitals = max((part.start for part in found.parts if part.kind is not SectionKind.SIGNATURES), default=0)
    nodes = [node for node in found.nodes if node.rank != 0]
    after = [node for node in nodes if node.candidate.start > recitals] or nodes
    main = (node for node in after if node.reading.style[0] != "(")
    return next(main, after[0]).candidate.start if after else recitals


def _is_free(span: Span, before: Opening | None, after: Opening | None) -> bool:
    """Tell whether a heading is neither part of another head nor among contents or signatures."""
    if before is not None:
        if before.kind in (SectionKind.CONTENTS, SectionKind.SIGNATURES):
            return False
        if before.head is not None and before.head.end > span.start:
            return False
    return after is None or after.start >= span.end


def _group_depth(subhead: Subhead, after: Opening | None) -> int:
    if subhead.attached:
        return STEP - _GATHERED - 1
    whole = after is not None and after.number is not None and after.depth % STEP == 0
    return (after.depth if after and whole else STEP) - _GATHERED + subhead.rank


def _next_word(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
