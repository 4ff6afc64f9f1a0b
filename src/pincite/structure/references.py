"""Cross-references: the words by which a document points at a place, and the section they mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pincite.domain.document import Document
from pincite.domain.section import CrossReference, Section, SectionKind
from pincite.spans import Span
from pincite.structure.number_index import ATTACHED, NumberIndex
from pincite.structure.pointers import Pointer, read_pointers

_OF = re.compile(r"\s*+(?:\([^()\n]{1,80}\)\s*+)?(?:,\s*+)?(?:of|to|in|under|contained\s+in)\s+")
_OURS = re.compile(
    r"(?:this(?!\s+(?:item|form)\b)|these|the\s+present|our)\s|"
    r"(?:the\s+)?(?:Agreement|Contract|Terms(?:\s+and\s+Conditions)?|Lease|Licen[cs]e|"
    r"Policy)\b(?!\s+(?:dated|entered|and\s+Plan|between|by\s+and))|(?:tohoto|této)\s"
)
_THEIRS = re.compile(
    r"(?:the|that|such|said|its|their|an?|any|each|every|Company|Parent)?\s*(?:\w+[’']s?\s+)?"
    r"(?:[^\W\d_a-z][\w.&/’'-]*|[0-9]+\s+(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R|Act\b|Code\b|Order\b)|definition|"
    r"this\s+(?:item|form)\b|"
    r"(?:applicable|relevant|original|existing|other|bankruptcy|same)\s\w+|"
    r"(?:\w+\s)?(?:particulars|defence|statements?\sof|pleadings?|complaint|petition|claim\sform|affidavit|witness|report|"
    r"judgment|opinion|indictment|skeleton)\b|zákon|vyhlášk|nařízení|směrnic|občansk)"
)
_THEIRS_AFTER = re.compile(
    r"\s*+(?:(?:,\s*+)?(?:Title\s+)?[0-9]{1,3}\s+(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R)|(?:odst\.[^.]{0,12})?"
    r"\s*+(?:zákona|z\.\s*č\.|vyhlášky|nařízení|směrnice|občanského|obch\.|o\.\s?z\.|Sb\.)|(?:,\s*+)?[Ss]ubpart\b|"
    r"(?:et\s+seq\.?,?\s*+)?(?:of\s+)?(?:the\s+)?(?:Exchange|Securities|Bankruptcy|Internal|HSR)\s+(?:Act|Code|Revenue))"
)
_THEIRS_BEFORE = re.compile(
    r"(?:\b(?:Code|Act|Acts|Regulations?|Reg|Regs|Treas|U\.?S\.?C|C\.?F\.?R|ERISA|DGCL|Law|Laws|Directive|GAAP|ASC|FAR|"
    r"DFARS|IRC|Treaty|Statutes?|Ordinance|GDPR|UCITA|UCC|SFAS|FASB|Bylaws|Charter|Constitution|Convention|Order|"
    r"HIPAA|Rev\.\s?Proc|INCOTERMS|Nasdaq|NASDAQ|NYSE|FINRA|NASD|SEC|AAA|ICC|FRCP|Form|Title\s+[0-9IVX]+)\b"
    r"|zákon\w{0,20}|Sb)[.,]?\s*+(?:\([^()\n]{1,40}\)\s*+)?\Z"
)
# “References to Articles and Sections are to those of the Agreement.”
_REFERENCES_TO = re.compile(
    r"\b[Rr]eferences?\b(?:\s++(?:in|made\s+in|herein)\b[^.;,]{0,40}?)?\s++to\s++(?P<words>[^.;]{3,80}?)\s++(?:are|shall\s+be|is|mean|refer)"
    r"\s++(?:references\s++)?to\s++(?:(?:those|the\s++\w++|\w++)(?:,?\s++(?:(?:and|or)\s++)?\w++){0,4}?)\s++(?:of|in|to)\s++(?P<whose>this|the)\b"
)
# Words of amending: the place they refer to is in the amended document.
_IS_AMENDED = re.compile(
    r"(?:\s*\([^()\n]{1,80}\))?,?\s*(?:(?:is|are|shall\s+be)\s+(?:hereby\s+)?(?:further\s+)?(?:amended|deleted|replaced|restated|"
    r"modified|revised|supplemented|removed|stricken)\b|(?:the\s+)?(?:words?|figures?|definition|reference|phrase|date)\s[^.;]{0,60}"
    r"(?:is|are|shall\s+be)\b)"
)
_AMENDS = re.compile(
    r"\b(?:[Tt]his\s+(?:\w+\s+){0,3}(?:Amendment|Addendum|Supplement)|AMENDMENT\s+(?:NO|TO)|ADDENDUM\s+TO)\b"
)
_POINTING_WORD = re.compile(r"(?:[Cc]lauses?|[Pp]aragraphs?|[Ss]ections?|[Ii]tems?|and|or|to|through|,|[Ss]ub\S+)\s*\Z")
_WORD = re.compile(r"[^\W\d_]+")
_OPENING = 3000
# Filings carry the exhibit's own number above its title.
_LETTERHEAD = 60


def find_references(doc: Document, sections: Sequence[Section]) -> tuple[CrossReference, ...]:
    """Every pointer in the text, in reading order, with its section where this document holds it."""
    resolver = _Resolver(doc, sections)
    furniture = doc.furniture()
    heads = [section.head for section in sections if section.head]
    contents = [section.span for section in sections if section.kind is SectionKind.CONTENTS]
    runs = [
        run
        for run in read_pointers(doc.text)
        if not (
            _covered(run[0].span, furniture)
            or _covered(run[0].span, contents)
            or _opens_head(run[0].span, heads)
            or _stands_alone(doc.text, run)
        )
    ]
    found: list[CrossReference] = []
    for run, targets in zip(runs, resolver.resolve(runs), strict=True):
        for pointer, target in zip(run, targets, strict=True):
            found.append(CrossReference(doc.slice(pointer.span), pointer.span, target))
    return tuple(found)


def _covered(span: Span, furniture: Sequence[Span]) -> bool:
    at = bisect_right(furniture, span.start, key=lambda mark: mark.start) - 1
    return at >= 0 and furniture[at].overlaps(span)


def _opens_head(span: Span, heads: Sequence[Span]) -> bool:
    """Tell whether the words are a section's own label ("Section 5.2  Notices"), not a pointer at it."""
    at = bisect_right(heads, span.start, key=lambda head: head.start) - 1
    return at >= 0 and heads[at].start <= span.start <= heads[at].start + 2 and span.start < heads[at].end


def _stands_alone(text: str, run: list[Pointer]) -> bool:
    """Tell whether the words are a line of their own ("EXHIBIT B"): a label, not a pointer."""
    if run[0].this:
        return False
    start, end = run[0].span.start, run[-1].span.end
    if start < _LETTERHEAD and run[0].family == "exhibit":
        return True
    line = text.rfind("\n", max(0, start - 40), start)
    opens = text[line + 1 if line >= 0 else max(0, start - 40) : start].strip() == ""
    above = line < 0 or text[max(0, line - 80) : line].rstrip(" \t")[-1:] in ("", "\n")
    closes = text[end : end + 40].split("\n", 1)[0].strip() == ""
    return opens and (closes or (above and text[start : start + 4].isupper()))


def _foreign_words(text: str) -> frozenset[str]:
    """The words ("section", "schedule") that an amendment says it uses for places in the document it amends."""
    found: set[str] = set()
    for match in _REFERENCES_TO.finditer(text):
        if match["whose"] == "the":
            found.update(word.casefold().removesuffix("s") for word in _WORD.findall(match["words"]))
    return frozenset(found - {"and", "or", "to", "the", "a", "an"})


class _Resolver:
    """Finds the section each pointer means, from the words around it."""

    def __init__(self, doc: Document, sections: Sequence[Section]) -> None:
        self._text = doc.text
        self._index = NumberIndex(sections)
        self._amends = _AMENDS.search(doc.text, 0, _OPENING) is not None
        self._foreign = _foreign_words(doc.text) if self._amends else frozenset()

    def resolve(self, runs: list[list[Pointer]]) -> list[list[int | None]]:
        """The targets, run by run; worked backwards, for “paragraph 3 of Schedule 2” waits on what it hangs on."""
        targets: list[list[int | None]] = []
        after: tuple[Pointer, int | None, bool] | None = None
        for run in reversed(runs):
            of = _OF.match(self._text, run[-1].span.end)
            elsewhere = self._points_elsewhere(run, of) or self._joined_elsewhere(run, after)
            ids = self._resolve_run(run, of, elsewhere=elsewhere, after=after)
            targets.append(ids)
            after = (run[0], ids[0], elsewhere)
        return list(reversed(targets))

    def _resolve_run(
        self,
        run: list[Pointer],
        of: re.Match[str] | None,
        *,
        elsewhere: bool,
        after: tuple[Pointer, int | None, bool] | None,
    ) -> list[int | None]:
        if of is not None and after is not None and self._reaches(of.end(), after[0]):
            return [self._within(pointer, after[1]) for pointer in run]
        if elsewhere:
            return [None] * len(run)
        ours = of is not None and _OURS.match(self._text, of.end()) is not None
        return [self._resolve(pointer, ours=ours) for pointer in run]

    def _reaches(self, end: int, pointer: Pointer) -> bool:
        """Tell whether only an article is between an “of” and the next pointer."""
        gap = self._text[end : max(end, pointer.span.start)]
        return end <= pointer.span.start < end + 6 and gap.strip().lower() in ("", "the", "this")

    def _joined_elsewhere(self, run: list[Pointer], after: tuple[Pointer, int | None, bool] | None) -> bool:
        """In “Section 5.1 or Section 5.2 of the Disclosure Letter” both lie in the letter."""
        if after is None or not after[2] or run[0].this or after[0].family != run[-1].family:
            return False
        gap = self._text[run[-1].span.end : after[0].span.start]
        before = self._text[max(0, run[0].span.start - 6) : run[0].span.start]
        return len(gap) < 12 and gap.strip() in (",", "and", "or", "and/or") and not before.lower().endswith("this ")

    def _within(self, pointer: Pointer, container: int | None) -> int | None:
        if container is None or pointer.this:
            return None
        return self._index.descend(container, pointer.tokens)

    def _points_elsewhere(self, run: list[Pointer], of: re.Match[str] | None) -> bool:
        text, start, end = self._text, run[0].span.start, run[-1].span.end
        if run[0].this:
            return False
        if _THEIRS_AFTER.match(text, end) or _THEIRS_BEFORE.search(text, max(0, start - 60), start):
            return True
        if of is None:
            return self._is_amended(run)
        if _OURS.match(text, of.end()):
            return self._amends and not text.startswith("this", of.end())
        return _THEIRS.match(text, of.end()) is not None

    def _is_amended(self, run: list[Pointer]) -> bool:
        """Tell whether an amendment speaks of the document it amends, by a word it keeps for that or by amending it."""
        if not self._amends:
            return False
        word = _WORD.match(self._text, run[0].span.start)
        if word and word[0].casefold().removesuffix("s") in self._foreign:
            return True
        return _IS_AMENDED.match(self._text, run[-1].span.end) is not None

    def _resolve(self, pointer: Pointer, *, ours: bool) -> int | None:
        leaf = self._index.leaf_at(pointer.span.start)
        if pointer.this:
            return self._index.enclosing(leaf, pointer.family)
        if pointer.relative and pointer.family not in ATTACHED:
            return leaf if self._enumerated(leaf, pointer) else self._index.relative(pointer.tokens, leaf=leaf)
        found = self._index.absolute(pointer.tokens, family=pointer.family, leaf=leaf, ours=ours)
        return found if found is not None else self._unsplit(pointer, leaf, ours=ours)

    def _enumerated(self, leaf: int, pointer: Pointer) -> bool:
        """Tell whether the leaf itself runs through (i), (ii), … in its prose, and so holds the rung named."""
        label = f"({pointer.tokens[0]})"
        span = self._index.sections[leaf].span
        head = self._index.sections[leaf].head
        at = self._text.find(label, head.end if head else span.start, pointer.span.start)
        return at >= 0 and _POINTING_WORD.search(self._text, max(0, at - 16), at) is None

    def _unsplit(self, pointer: Pointer, leaf: int, *, ours: bool) -> int | None:
        """The section named by the leading rungs, if the rungs below stand in its own prose."""
        for keep in range(len(pointer.tokens) - 1, 0, -1):
            found = self._index.absolute(pointer.tokens[:keep], family=pointer.family, leaf=leaf, ours=ours)
            if found is not None:
                span = self._index.sections[found].span
                label = f"({pointer.tokens[keep]})"
                return found if self._text.find(label, span.start, span.end) >= 0 else None
        return None
