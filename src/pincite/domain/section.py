"""Section and what hangs on it: the clause tree, defined terms, cross-references."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

from pincite.spans import Span


class SectionKind(StrEnum):
    """The rungs of legal hierarchies, and the parts of a document that stand outside them."""

    DOCUMENT = "document"
    PREAMBLE = "preamble"
    RECITALS = "recitals"
    CONTENTS = "contents"
    BOOK = "book"
    TITLE = "title"
    PART = "part"
    CHAPTER = "chapter"
    ARTICLE = "article"
    GROUP = "group"
    SECTION = "section"
    CLAUSE = "clause"
    SUBCLAUSE = "subclause"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    RULE = "rule"
    DIRECTION = "direction"
    SCHEDULE = "schedule"
    EXHIBIT = "exhibit"
    SIGNATURES = "signatures"
    TEXT = "text"


# Words that may or may not stand before a number without changing what it means.
_SILENT = re.compile(
    r"^(?:sections?|sec\.|s\.|clauses?|cl\.|rules?|r\.|paragraphs?|paras?\.?|items?|§+)\s*", re.IGNORECASE
)
_STEP = " › "
_PART = re.compile(r"\([^()\s]{1,12}\)|[^()\s][^()]*")


def number_parts(number: str) -> tuple[str, ...]:
    """A section number taken apart for comparison: "Section 5.2 (b)" gives ("5.2", "(b)")."""
    bare = _SILENT.sub("", number.strip())
    return tuple(part.strip(" .:\t").casefold() for part in _PART.findall(bare))


def join_paths(first: str, last: str) -> str:
    """The path of words that begin in one section and end in another: `4 › 4.2 – 4.3`, or the one that holds both."""
    begin, end = first.split(_STEP), last.split(_STEP)
    shared = 0
    while shared < min(len(begin), len(end)) and begin[shared] == end[shared]:
        shared += 1
    if not last:
        return first
    if not first or shared in (len(begin), len(end)):
        return _STEP.join(begin[:shared])
    return _STEP.join((*begin[:shared], f"{_STEP.join(begin[shared:])} – {_STEP.join(end[shared:])}"))


@dataclass(frozen=True, slots=True)
class Section:
    """A node of the clause tree.

    `number` is the label as printed, without trailing punctuation ("5.2", "(b)", "Article V"); `heading` the words
    after it, if it has any; `head` the range that holds both. No section is empty, and the leaves tile the document: a
    section with children keeps its own opening words in a child of kind `text`. `id` is the position in reading order
    (a parent before its children), 0 being the document itself, at level 0.
    """

    id: int
    parent: int | None
    kind: SectionKind
    span: Span
    level: int
    number: str | None = None
    heading: str | None = None
    head: Span | None = None


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """A term the document gives a meaning: the term's own span, and the span of the sentence that defines it."""

    term: str
    span: Span
    definition: Span
    section: int


@dataclass(frozen=True, slots=True)
class CrossReference:
    """Words that point at another place ("Section 5.2(b)"), and the section they point at, if it is in the document."""

    text: str
    span: Span
    target: int | None


@dataclass(frozen=True, slots=True)
class Outline:
    """The clause tree of a document, with the terms it defines and the places it refers to."""

    sections: tuple[Section, ...]
    terms: tuple[DefinedTerm, ...] = ()
    references: tuple[CrossReference, ...] = ()

    def children(self, section: Section) -> tuple[Section, ...]:
        """The sections directly below one, in order."""
        found: list[Section] = []
        for i in range(section.id + 1, len(self.sections)):
            parent = self.sections[i].parent
            if parent is None or parent < section.id:
                break
            if parent == section.id:
                found.append(self.sections[i])
        return tuple(found)

    def ancestors(self, section: Section) -> tuple[Section, ...]:
        """From the document down to the section's parent."""
        chain: list[Section] = []
        while section.parent is not None:
            section = self.sections[section.parent]
            chain.append(section)
        return tuple(reversed(chain))

    def leaves(self) -> tuple[Section, ...]:
        """The sections without children: they tile the text."""
        parents = {section.parent for section in self.sections}
        return tuple(section for section in self.sections if section.id not in parents)

    def path(self, section: Section) -> str:
        """Where a section stands, as a lawyer writes it: `Article V › 5.2 › (b)`, or `Moorings › item 3` in a list."""
        chain = (*self.ancestors(section), section)
        return _STEP.join(label for node in chain if (label := self._label(node)))

    def path_over(self, span: Span) -> str:
        """Where the words of a span stand, from the section they begin in to the one they end in."""
        first, last = self.at(span.start), self.at(max(span.end - 1, span.start))
        return join_paths(self.path(first), self.path(last)) if last.id > first.id else self.path(first)

    def _label(self, section: Section) -> str:
        if section.number is None:
            # A dash between spaces parts the two ends of a range of paths.
            return (section.heading or "").replace(" – ", "\u00a0– ")
        listed = section.kind is SectionKind.ITEM and section.parent and not self.sections[section.parent].number
        return f"item {section.number}" if listed else section.number

    def find(self, citation: str) -> Section | None:
        """The section a lawyer means by "5.2(b)", "Section 5.2 (b)" or "Article V": the first whose path ends so."""
        wanted = number_parts(citation)
        if not wanted:
            return None
        return next((section for section in self.sections if self._answers_to(section, wanted)), None)

    def _answers_to(self, section: Section, wanted: tuple[str, ...]) -> bool:
        own = number_parts(section.number or "")
        if not own or wanted[-len(own) :] != own:
            return False
        rest = wanted[: -len(own)]
        for ancestor in reversed(self.ancestors(section)) if rest else ():
            above = number_parts(ancestor.number or "")
            if above and rest[-len(above) :] == above:
                rest = rest[: -len(above)]
        return not rest

    def at(self, offset: int) -> Section:
        """The leaf that holds a character."""
        # In reading order the last section to begin at or before the character is the deepest that holds it.
        return self.sections[max(bisect_right(self.sections, offset, key=lambda section: section.span.start) - 1, 0)]
