"""Pointers: the words by which a document points at a place, read into family and rungs but not yet resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.spans import Span
from pincite.structure.number_index import family_of, tokens_of

_RUNGS = r"(?:\s?\((?:[a-zA-Z]{1,4}|[0-9]{1,3}\s?[A-Z]?)\)){1,6}"
_FIGURES = r"[0-9]{1,4}(?:[A-Z]{1,3}\b)?(?:[.-][0-9]{1,4}(?:[A-Z]{1,2}\b)?){0,5}(?:\.[a-z](?=[\s,;.)]))?(?![\w%])"
_ROMAN = r"[IVXLC]{1,7}\b(?:\.[A-Z]\b(?:\.?[0-9]{1,2}\b)?)?"
_NUMBER = rf"(?:(?:{_FIGURES}|{_ROMAN}|[A-Z](?:[-.]?[0-9]{{1,2}})?\b(?!['’.]\w)){_RUNGS}|{_FIGURES}|{_ROMAN}|{_RUNGS})"
_LETTERED = r"(?:[A-Z]{1,2}(?:[-.]?[0-9]{1,3})*(?:[-.](?:[A-Z]|[IVX]{1,4}))?\b(?!['’]\w)(?:\([a-z0-9]{1,4}\)){0,3})"
_GAP = r"[ \t\xa0]*+\n?[ \t\xa0]*+"
_JOIN = rf"(?:{_GAP}(?:,\s?(?:and|or|&)?|and/or|and|or|&|to|through|thru|–|—|-|až|a|nebo){_GAP})"
_WORDS = (
    r"(?:[Ss](?:ub-?)?[Ss]?ections?|SECTIONS?|[Ss]ub-?(?:clauses?|paragraphs?)|[Aa]rticles?|ARTICLES?|[Cc]lauses?|"
    r"CLAUSES?|[Pp]aragraphs?|[Pp]aras?\.?|[Rr]ules?|CPR(?:\s+(?:[Rr]ules?|r\.))?|[Rr]ecitals?|[Pp]arts?|[Cc]hapters?|"
    r"Items?|Practice\s+Directions?|PDs?|čl\.|[Čč]lánk(?:u|em|y|ů|ům|ech)|[Čč]lánek|[Oo]dstav(?:ec|ce|ci|cem|ců|cům|cích)|"
    r"[Oo]dst\.|[Bb]od(?:u|ě|em|ů|ech)?|§{1,2})"
)
_ATTACHED_WORDS = (
    r"(?:[Ss]chedules?|SCHEDULES?|[Ee]xhibits?|EXHIBITS?|[Aa]nnex(?:es|ures?)?|ANNEX|[Aa]ppendi(?:x|ces)|APPENDIX|"
    r"[Aa]ttachments?|ATTACHMENTS?|[Pp]říloh(?:[ayuo]|ou|ám|ách)|[Pp]říloze)"
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
    "CPR", "ecital", "Part ", "part ", "Parts ", "parts ", "Part\n", "part\n", "Part\xa0", "hapter", "Item",
    "ractice", "PD", "čl.", "lánk", "lánek", "dstav", "dst.", "bod", "Bod", "§", "xhibit", "XHIBIT", "nnex", "NNEX",
    "ppendi", "PPENDIX", "ttachment", "TTACHMENT", "říloh", "říloz",
)  # fmt: skip
_LONGEST_LEAD = 9
_THIS_BEFORE = re.compile(r"\b[Tt]his\s{1,4}\Z")
_RUNGS_BEFORE = re.compile(rf"{_RUNGS}\s{{1,4}}\Z")
_CZECH_RUNGS = re.compile(r"\s*(?:odst\.\s*(?P<par>[0-9]{1,3}))?(?:\s*písm\.\s*(?P<let>[a-z]{1,2})\))?")
_CZECH = re.compile(r"§|čl|odst|bod", re.IGNORECASE)
_EACH = re.compile(rf"{_NUMBER}|{_LETTERED}")
_QUANTITY = re.compile(
    r"\s+(?:\([^)]{1,12}\)\s*)?(?:business\s|calendar\s|working\s)?"
    r"(?:C\.?\s?F\.?\s?R\b|U\.?\s?S\.?\s?C\b|days?|weeks?|months?|years?|hours?|minutes|percent|per\s|shares?|dollars|units?|times|miles)\b"
)


@dataclass(frozen=True, slots=True)
class Pointer:
    """One reference as read: its family, its rungs, and whether they count from where it stands."""

    span: Span
    family: str
    tokens: tuple[str, ...]
    relative: bool
    this: bool = False


def read_pointers(text: str) -> Iterator[list[Pointer]]:
    """Each run of pointers under one word: “Sections 5.2, 5.3 and 5.4(a)” is one run of three."""
    reached = 0
    for start in sorted(_openings(text)):
        match = _POINTER.match(text, start) if start >= reached else None
        if match is None:
            continue
        reached = match.end()
        if match["this"]:
            yield [Pointer(Span(*match.span()), family_of(match["this"]) or "section", (), False, this=True)]
        elif match["bare"]:
            yield [Pointer(Span(*match.span("bare")), "paragraph", tokens_of(match["bare"]), True)]
        else:
            pointers = _read_list(text, match)
            if pointers:
                reached = max(reached, pointers[-1].span.end)
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


def _read_list(text: str, match: re.Match[str]) -> list[Pointer]:
    group = "alist" if match["aword"] else "list"
    word = match["aword"] or match["word"]
    family = family_of(word) or "section"
    if word[0].islower() and family in {"part", "rule", "chapter"} and not match[group][:1].isdigit():
        return []
    pointers: list[Pointer] = []
    for each in _EACH.finditer(text, *match.span(group)):
        tokens, end = tokens_of(each[0].strip()), each.end()
        if _CZECH.match(word):
            tokens, end = _czech_rungs(text, tokens, end)
        # “Odstavec 2” is counted within the article or section it stands in, unless its number names that too.
        relative = each[0].lstrip().startswith("(") or (word.lower().startswith("odst") and "." not in each[0])
        start = each.end() - len(each[0].lstrip()) if pointers else match.start()
        pointer = Pointer(Span(start, end), family, tokens, relative)
        if pointers and not _continues(pointers[-1], pointer, text=text, plural=_is_plural(word)):
            break
        pointers.append(_inherit(pointers[-1], pointer) if pointers else pointer)
    return pointers


def _is_plural(word: str) -> bool:
    return word.lower().endswith(("s", "ces", "§§")) and word != "s"


def _continues(before: Pointer, pointer: Pointer, *, text: str, plural: bool) -> bool:
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


def _inherit(before: Pointer, pointer: Pointer) -> Pointer:
    """In “Section 5.2(a), (b) and (c)” the later rungs hang on the number named first."""
    if not pointer.relative or before.relative or len(before.tokens) < 2:
        return pointer
    return Pointer(pointer.span, pointer.family, (*before.tokens[:-1], *pointer.tokens), relative=False)
