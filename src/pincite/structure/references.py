"""Cross-references: the words by which a document points at a place, and the section they mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.domain.document import Document
from pincite.domain.section import CrossReference, Section, SectionKind
from pincite.spans import Span
from pincite.structure.number_index import ATTACHED, NumberIndex, family_of, tokens_of

_RUNGS = r"(?:\s?\((?:[a-zA-Z]{1,4}|[0-9]{1,3}\s?[A-Z]?)\)){1,6}"
_FIGURES = r"[0-9]{1,4}(?:[A-Z]{1,3}\b)?(?:[.-][0-9]{1,4}(?:[A-Z]{1,2}\b)?){0,5}(?:\.[a-z](?=[\s,;.)]))?(?![\w%])"
_ROMAN = r"[IVXLC]{1,7}\b(?:\.[A-Z]\b(?:\.?[0-9]{1,2}\b)?)?"
_NUMBER = rf"(?:(?:{_FIGURES}|{_ROMAN}|[A-Z](?:[-.]?[0-9]{{1,2}})?\b(?!['’.]\w)){_RUNGS}|{_FIGURES}|{_ROMAN}|{_RUNGS})"
_LETTERED = r"(?:[A-Z]{1,2}(?:[-.]?[0-9]{1,3})*(?:[-.](?:[A-Z]|[IVX]{1,4}))?\b(?!['’]\w)(?:\([a-z0-9]{1,4}\)){0,3})"
_GAP = r"[ \t\xa0]*\n?[ \t\xa0]*"
_JOIN = rf"(?:{_GAP}(?:,\s?(?:and|or|&)?|and/or|and|or|&|to|through|thru|–|—|-|až|a|nebo){_GAP})"
_WORDS = (
    r"(?:[Ss](?:ub-?)?[Ss]?ections?|SECTIONS?|[Ss]ub-?(?:clauses?|paragraphs?)|[Aa]rticles?|ARTICLES?|[Cc]lauses?|"
    r"CLAUSES?|[Pp]aragraphs?|[Pp]aras?\.?|[Rr]ules?|CPR(?:\s+(?:[Rr]ules?|r\.))?|[Rr]ecitals?|[Pp]arts?|[Cc]hapters?|"
    r"Items?|Practice\s+Directions?|PDs?|čl\.|[Čč]lánk(?:u|em|y)|[Čč]lánek|§{1,2})"
)
_ATTACHED_WORDS = (
    r"(?:[Ss]chedules?|SCHEDULES?|[Ee]xhibits?|EXHIBITS?|[Aa]nnex(?:es|ures?)?|ANNEX|[Aa]ppendi(?:x|ces)|APPENDIX|"
    r"[Aa]ttachments?|ATTACHMENTS?|[Pp]říloh[ayu])"
)
_POINTER = re.compile(
    rf"(?<!\w)(?:(?P<word>{_WORDS})(?:\s+[Nn]o\.)?{_GAP}(?P<list>(?P<first>{_NUMBER})(?:{_JOIN}{_NUMBER}){{0,20}})"
    rf"|(?P<aword>{_ATTACHED_WORDS})(?:\s+[Nn]o\.)?\s+"
    rf"(?P<alist>(?:{_NUMBER}|{_LETTERED})(?:{_JOIN}(?:{_NUMBER}|{_LETTERED})){{0,20}})"
    rf"|[Tt]his\s+(?P<this>[Ss](?:ub-?)?[Ss]?ection|[Aa]rticle|[Cc]lause|[Pp]aragraph|[Ss]chedule|[Ee]xhibit|[Aa]nnex|"
    rf"[Aa]ppendix|[Pp]art|[Cc]hapter|[Rr]ule|[Pp]ractice\s+[Dd]irection)\b(?!\s*(?:[\d(]|[A-Z]{{1,4}}\b))"
    rf"|(?P<bare>{_RUNGS})(?=\s+(?:above|below)\b))"
)
# Parts of the words a pointer begins with; looking for each is far faster than trying the pattern at every place.
_CUES = (
    "ection", "ECTION", "lause", "LAUSE", "aragraph", "ara ", "ara.", "aras ", "rticle", "RTICLE", "ule", "SCHEDULE",
    "CPR", "ecital", "Part ", "part ", "Parts ", "parts ", "Part\n", "part\n", "Part\xa0", "hapter", "Item", "ractice",
    "PD", "čl.", "lánk", "lánek", "§", "xhibit", "XHIBIT", "nnex", "NNEX", "ppendi", "PPENDIX", "ttachment",
    "TTACHMENT", "říloh",
)  # fmt: skip
_LONGEST_LEAD = 9
_THIS_BEFORE = re.compile(r"\b[Tt]his\s{1,4}\Z")
_RUNGS_BEFORE = re.compile(rf"{_RUNGS}\s{{1,4}}\Z")
_CZECH_RUNGS = re.compile(r"\s*(?:odst\.\s*(?P<par>[0-9]{1,3}))?(?:\s*písm\.\s*(?P<let>[a-z]{1,2})\))?")
_EACH = re.compile(rf"{_NUMBER}|{_LETTERED}")
_OF = re.compile(r"\s*(?:\([^()\n]{1,80}\)\s*)?,?\s*(?:of|to|in|under|contained\s+in)\s+")
_OURS = re.compile(
    r"(?:this(?!\s+(?:item|form)\b)|these|the\s+present|our)\s|"
    r"(?:the\s+)?(?:Agreement|Contract|Terms(?:\s+and\s+Conditions)?|Lease|Licen[cs]e|"
    r"Policy)\b(?!\s+(?:dated|entered|and\s+Plan|between|by\s+and))|(?:tohoto|této)\s"
)
_THEIRS = re.compile(
    r"(?:the|that|such|said|its|their|an?|any|each|every|Company|Parent)?\s*(?:\w+[’']s?\s+)?"
    r"(?:[^\W\d_a-z][\w.&/’'-]*|[0-9]+\s+(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R|Act\b|Code\b|Order\b)|definition|"
    r"this\s+(?:item|form)\b|"
    r"(?:applicable|relevant|original|existing|other|bankruptcy|same)\s\w+|zákon|vyhlášk|nařízení|směrnic|občansk)"
)
_THEIRS_AFTER = re.compile(
    r"\s*(?:,?\s*(?:Title\s+)?[0-9]{1,3}\s+(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R)|(?:odst\.[^.]{0,12})?"
    r"\s*(?:zákona|z\.\s*č\.|vyhlášky|nařízení|směrnice|občanského|obch\.|o\.\s?z\.|Sb\.)|,?\s*[Ss]ubpart\b|"
    r"(?:\s*et\s+seq\.?,?)?\s*(?:of\s+)?(?:the\s+)?(?:Exchange|Securities|Bankruptcy|Internal|HSR)\s+(?:Act|Code|Revenue))"
)
_THEIRS_BEFORE = re.compile(
    r"(?:\b(?:Code|Act|Acts|Regulations?|Reg|Regs|Treas|U\.?S\.?C|C\.?F\.?R|ERISA|DGCL|Law|Laws|Directive|GAAP|ASC|FAR|"
    r"DFARS|IRC|Treaty|Statutes?|Ordinance|GDPR|UCITA|UCC|SFAS|FASB|Bylaws|Charter|Constitution|Convention|Order|"
    r"HIPAA|Rev\.\s?Proc|INCOTERMS|Nasdaq|NASDAQ|NYSE|FINRA|NASD|SEC|AAA|ICC|FRCP|Form|Title\s+[0-9IVX]+)\b"
    r"|zákon\w*|Sb)[.,]?\s*(?:\([^()\n]{1,40}\)\s*)?\Z"
)
_AMENDS = re.compile(
    r"\b(?:this\s+(?:\w+\s+){0,3}(?:Amendment|Addendum|Supplement)|AMENDMENT\s+(?:NO|TO)|ADDENDUM\s+TO)\b"
)
_POINTING_WORD = re.compile(r"(?:[Cc]lauses?|[Pp]aragraphs?|[Ss]ections?|[Ii]tems?|and|or|to|through|,|[Ss]ub\S+)\s*\Z")
_QUANTITY = re.compile(
    r"\s+(?:\([^)]{1,12}\)\s*)?(?:business\s|calendar\s|working\s)?"
    r"(?:C\.?\s?F\.?\s?R\b|U\.?\s?S\.?\s?C\b|days?|weeks?|months?|years?|hours?|minutes|percent|per\s|shares?|dollars|units?|times|miles)\b"
)
_OPENING = 3000
# Filings carry the exhibit's own number above its title.
_LETTERHEAD = 60


@dataclass(frozen=True, slots=True)
class _Pointer:
    """One reference as read: its family, its rungs, and whether they count from where it stands."""

    span: Span
    family: str
    tokens: tuple[str, ...]
    relative: bool
    this: bool = False


def find_references(doc: Document, sections: Sequence[Section]) -> tuple[CrossReference, ...]:
    """Every pointer in the text, in reading order, with its section where this document holds it."""
    resolver = _Resolver(doc, sections)
    furniture = doc.furniture()
    heads = [section.head for section in sections if section.head]
    contents = [section.span for section in sections if section.kind is SectionKind.CONTENTS]
    runs = [
        run
        for run in _read(doc.text)
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


def _stands_alone(text: str, run: list[_Pointer]) -> bool:
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


def _read(text: str) -> Iterator[list[_Pointer]]:
    """Each run of pointers under one word: “Sections 5.2, 5.3 and 5.4(a)” is one run of three."""
    reached = 0
    for start in sorted(_openings(text)):
        match = _POINTER.match(text, start) if start >= reached else None
        if match is None:
            continue
        reached = match.end()
        if match["this"]:
            yield [_Pointer(Span(*match.span()), family_of(match["this"]) or "section", (), False, this=True)]
        elif match["bare"]:
            yield [_Pointer(Span(*match.span("bare")), "paragraph", tokens_of(match["bare"]), True)]
        else:
            pointers = _read_list(text, match)
            if pointers:
                yield pointers


def _openings(text: str) -> set[int]:
    """Where a pointer may begin: at its word, at the “this” before it, or at a rung that “above” or “below” follows."""
    found: set[int] = set()
    for cue in _CUES:
        for at in _places(text, cue):
            floor = max(0, at - _LONGEST_LEAD)
            while at > floor and (text[at - 1].isalpha() or text[at - 1] == "-"):
                at -= 1
            this = _THIS_BEFORE.search(text, max(0, at - 8), at)
            found.add(at)
            if this:
                found.add(this.start())
    for cue in ("above", "below"):
        for at in _places(text, cue):
            rungs = _RUNGS_BEFORE.search(text, max(0, at - 48), at)
            if rungs:
                found.add(text.index("(", rungs.start()))
    return found


def _places(text: str, cue: str) -> Iterator[int]:
    at = text.find(cue)
    while at >= 0:
        yield at
        at = text.find(cue, at + len(cue))


def _read_list(text: str, match: re.Match[str]) -> list[_Pointer]:
    group = "alist" if match["aword"] else "list"
    word = match["aword"] or match["word"]
    family = family_of(word) or "section"
    if word[0].islower() and family in {"part", "rule", "chapter"} and not match[group][:1].isdigit():
        return []
    pointers: list[_Pointer] = []
    for each in _EACH.finditer(text, *match.span(group)):
        tokens, end = tokens_of(each[0].strip()), each.end()
        if "§" in word or "čl" in word.lower():
            tokens, end = _czech_rungs(text, tokens, end)
        relative = each[0].lstrip().startswith("(")
        start = each.end() - len(each[0].lstrip()) if pointers else match.start()
        pointer = _Pointer(Span(start, end), family, tokens, relative)
        if pointers and not _continues(pointers[-1], pointer, text=text, plural=_is_plural(word)):
            break
        pointers.append(_inherit(pointers[-1], pointer) if pointers else pointer)
    return pointers


def _is_plural(word: str) -> bool:
    return word.lower().endswith(("s", "ces", "§§")) and word != "s"


def _continues(before: _Pointer, pointer: _Pointer, *, text: str, plural: bool) -> bool:
    """Tell whether a number goes on with the list before it, rather than beginning something else."""
    if _QUANTITY.match(text, pointer.span.end):
        return False
    if pointer.relative and not plural:
        return (before.relative or len(before.tokens) > 1) and _follows(before.tokens[-1], pointer.tokens[-1])
    comma_only = text[before.span.end : pointer.span.start].strip() == ","
    return plural or not comma_only or ("." in pointer.tokens[0] and "." in before.tokens[0])


def _follows(before: str, after: str) -> bool:
    """Tell whether a rung is of the same sort as the one before it and comes later."""
    if before.isdigit() or after.isdigit():
        return before.isdigit() and after.isdigit() and int(after) > int(before)
    if len(before) == len(after) == 1:
        return after > before
    return set(before + after) <= set("ivxl")


def _czech_rungs(text: str, tokens: tuple[str, ...], end: int) -> tuple[tuple[str, ...], int]:
    more = _CZECH_RUNGS.match(text, end)
    if more is None or not (more["par"] or more["let"]):
        return tokens, end
    return (*tokens, *(rung for rung in (more["par"], more["let"]) if rung)), more.end()


def _inherit(before: _Pointer, pointer: _Pointer) -> _Pointer:
    """In “Section 5.2(a), (b) and (c)” the later rungs hang on the number named first."""
    if not pointer.relative or before.relative or len(before.tokens) < 2:
        return pointer
    return _Pointer(pointer.span, pointer.family, (*before.tokens[:-1], *pointer.tokens), relative=False)


class _Resolver:
    """Finds the section each pointer means, from the words around it."""

    def __init__(self, doc: Document, sections: Sequence[Section]) -> None:
        self._text = doc.text
        self._index = NumberIndex(sections)
        self._amends = _AMENDS.search(doc.text, 0, _OPENING) is not None

    def resolve(self, runs: list[list[_Pointer]]) -> list[list[int | None]]:
        """The targets, run by run; worked backwards, for “paragraph 3 of Schedule 2” waits on what it hangs on."""
        targets: list[list[int | None]] = []
        after: tuple[_Pointer, int | None, bool] | None = None
        for run in reversed(runs):
            of = _OF.match(self._text, run[-1].span.end)
            elsewhere = self._points_elsewhere(run, of) or self._joined_elsewhere(run, after)
            ids = self._resolve_run(run, of, elsewhere=elsewhere, after=after)
            targets.append(ids)
            after = (run[0], ids[0], elsewhere)
        return list(reversed(targets))

    def _resolve_run(
        self,
        run: list[_Pointer],
        of: re.Match[str] | None,
        *,
        elsewhere: bool,
        after: tuple[_Pointer, int | None, bool] | None,
    ) -> list[int | None]:
        if of is not None and after is not None and self._reaches(of.end(), after[0]):
            return [self._within(pointer, after[1]) for pointer in run]
        if elsewhere:
            return [None] * len(run)
        ours = of is not None and _OURS.match(self._text, of.end()) is not None
        return [self._resolve(pointer, ours=ours) for pointer in run]

    def _reaches(self, end: int, pointer: _Pointer) -> bool:
        """Tell whether nothing but an article stands between an “of” and the next pointer."""
        gap = self._text[end : max(end, pointer.span.start)]
        return end <= pointer.span.start < end + 6 and gap.strip().lower() in ("", "the", "this")

    def _joined_elsewhere(self, run: list[_Pointer], after: tuple[_Pointer, int | None, bool] | None) -> bool:
        """In “Section 5.1 or Section 5.2 of the Disclosure Letter” both lie in the letter."""
        if after is None or not after[2] or run[0].this or after[0].family != run[-1].family:
            return False
        gap = self._text[run[-1].span.end : after[0].span.start]
        before = self._text[max(0, run[0].span.start - 6) : run[0].span.start]
        return (
            len(gap) < 12 and gap.strip(" ,\n") in ("", "and", "or", "and/or") and not before.lower().endswith("this ")
        )

    def _within(self, pointer: _Pointer, container: int | None) -> int | None:
        if container is None or pointer.this:
            return None
        return self._index.descend(container, pointer.tokens)

    def _points_elsewhere(self, run: list[_Pointer], of: re.Match[str] | None) -> bool:
        text, start, end = self._text, run[0].span.start, run[-1].span.end
        if run[0].this:
            return False
        if _THEIRS_AFTER.match(text, end) or _THEIRS_BEFORE.search(text, max(0, start - 60), start):
            return True
        if of is None:
            return False
        if _OURS.match(text, of.end()):
            return self._amends and not text.startswith("this", of.end())
        return _THEIRS.match(text, of.end()) is not None

    def _resolve(self, pointer: _Pointer, *, ours: bool) -> int | None:
        leaf = self._index.leaf_at(pointer.span.start)
        if pointer.this:
            return self._index.enclosing(leaf, pointer.family)
        if pointer.relative and pointer.family not in ATTACHED:
            return leaf if self._enumerated(leaf, pointer) else self._index.relative(pointer.tokens, leaf=leaf)
        found = self._index.absolute(pointer.tokens, family=pointer.family, leaf=leaf, ours=ours)
        return found if found is not None else self._unsplit(pointer, leaf, ours=ours)

    def _enumerated(self, leaf: int, pointer: _Pointer) -> bool:
        """Tell whether the leaf itself runs through (i), (ii), … in its prose, and so holds the rung named."""
        label = f"({pointer.tokens[0]})"
        span = self._index.sections[leaf].span
        head = self._index.sections[leaf].head
        at = self._text.find(label, head.end if head else span.start, pointer.span.start)
        return at >= 0 and _POINTING_WORD.search(self._text, max(0, at - 16), at) is None

    def _unsplit(self, pointer: _Pointer, leaf: int, *, ours: bool) -> int | None:
        """The section named by the leading rungs, if the rungs below stand in its own prose."""
        for keep in range(len(pointer.tokens) - 1, 0, -1):
            found = self._index.absolute(pointer.tokens[:keep], family=pointer.family, leaf=leaf, ours=ours)
            if found is not None:
                span = self._index.sections[found].span
                label = f"({pointer.tokens[keep]})"
                return found if self._text.find(label, span.start, span.end) >= 0 else None
        return None
