"""Ladder: which rung of its hierarchy a numbered section stands on, by its label and the kind of document."""

from __future__ import annotations

from pincite.domain.profile import DocumentKind
from pincite.domain.section import SectionKind
from pincite.structure.sequence import Node

_KEYWORDS = {
    "book": SectionKind.BOOK,
    "title": SectionKind.TITLE,
    "part": SectionKind.PART,
    "direction": SectionKind.PART,
    "chapter": SectionKind.CHAPTER,
    "group": SectionKind.GROUP,
    "outer group": SectionKind.GROUP,
    "article": SectionKind.ARTICLE,
    "schedule": SectionKind.SCHEDULE,
}
_EXHIBITS = frozenset({"exhibit", "annex", "attachment", "appendix", "addendum"})

_CONTRACT = (
    SectionKind.SECTION,
    SectionKind.CLAUSE,
    SectionKind.SUBCLAUSE,
    SectionKind.PARAGRAPH,
    SectionKind.ITEM,
)
_LADDERS = {
    DocumentKind.LEGISLATION: (SectionKind.SECTION, SectionKind.PARAGRAPH, SectionKind.ITEM),
    DocumentKind.COURT_RULES: (SectionKind.RULE, SectionKind.PARAGRAPH, SectionKind.ITEM),
    DocumentKind.COURT_GUIDE: (SectionKind.SECTION, SectionKind.PARAGRAPH, SectionKind.ITEM),
    DocumentKind.JUDGMENT: (SectionKind.PARAGRAPH, SectionKind.ITEM),
    DocumentKind.PLEADING: (SectionKind.PARAGRAPH, SectionKind.ITEM),
}
# In what courts and parties argue, numbered paragraphs run on below headings with letters and Roman numerals.
_ARGUED = frozenset({DocumentKind.JUDGMENT, DocumentKind.PLEADING})
_GATHERING = frozenset({"I.", "A.", "a.", "i."})


def name_rung(node: Node, kind: DocumentKind, *, direction: bool) -> SectionKind:
    """The kind of a numbered section; `direction` says that court rules are a practice direction."""
    style = node.reading.style
    if style == "schedule" and node.candidate.label.keyword.lower() in _EXHIBITS:
        return SectionKind.EXHIBIT
    if style in _KEYWORDS:
        return _KEYWORDS[style]
    if kind in _ARGUED and style in _GATHERING:
        return SectionKind.GROUP
    ladder = _LADDERS.get(kind, _CONTRACT)
    rung = _depth_below(node, passing=_GATHERING if kind in _ARGUED else frozenset())
    named = ladder[min(rung, len(ladder) - 1)]
    return SectionKind.DIRECTION if direction and named is SectionKind.RULE else named


def _depth_below(node: Node, *, passing: frozenset[str]) -> int:
    """How many numbered sections stand between a node and the keyword or group above it."""
    depth = 0
    above = node.parent
    while above is not None and above.reading.style not in _KEYWORDS and above.reading.style not in passing:
        depth += 1
        above = above.parent
    return depth
