"""Find a provision in a document: by its outline, or by its text where the outline has a gap."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.domain.section import Outline, Section, SectionKind
from pincite.legal.enumerations import read_items
from pincite.legal.next_heading import before_next_heading
from pincite.legal.numerals import roman_value, suffix_order, word_value
from pincite.legal.provisions import Provision
from pincite.spans import Span

_WORDS = {
    "part": "part část título",
    "chapter": "chapter hlava capítulo",
    "section": "section sec § regulation byelaw bye-law standing-order",
    "clause": "clause condition",
    "article": "article art článek čl artigo",
    "schedule": "schedule příloha",
    "annex": "annex annexure",
    "appendix": "appendix",
    "exhibit": "exhibit attachment",
    "rule": "rule",
    "direction": "practice direction",
}
_KEYWORD = re.compile(
    r"(?P<word>practice\s+direction|standing\s+order|bye-law|[^\W\d_]{2,}|§+)\.?\s*(?P<number>.*)",
    re.IGNORECASE | re.DOTALL,
)
_LOOSE_WORDS = frozenset({*_WORDS["section"].split(), *_WORDS["clause"].split(), "rule"})
_ATTACHED = frozenset({SectionKind.SCHEDULE, SectionKind.EXHIBIT})
_NUMBER_LINE = re.compile(
    r"(?:^|\n)[^\S\n]*(?P<number>\d{1,3}(?:\s?[A-Z]{1,2}(?=\.\d))?(?:\.\d{1,3})*(?:\s?[A-Z](?:\s?\d)?(?![A-Za-z])|\s?[A-Z]{2}(?=[^\S\n]{0,9}(?:[\n.(]|\Z)))?)[.)]?(?=[-–—]{0,2}\s|[A-Z(])"
)
_NUMBER_AND_LETTER = re.compile(r"(\d{1,3}(?:\.\d{1,3})*+)\s?([A-Za-z])")
_RULE_OFF = re.compile(r"(?:-{3,}+)?\s*+")
# A caption above the next provision, after a horizontal rule.
_CAPTION = re.compile(r"\n-{3,}+[^\S\n]*+\n\s*+[^\n]{1,160}+\s*+\Z")


@dataclass(frozen=True, slots=True)
class ProvisionPlace:
    """Where a provision stands: its range, and its path as a lawyer writes it."""

    span: Span
    path: str
    section: Section | None = None


@dataclass(frozen=True, slots=True)
class MissingProvision:
    """A provision that a document does not have, and the nearest one that it has."""

    lacking: str
    nearest: ProvisionPlace | None


def find_places(provision: Provision, outline: Outline, text: str) -> list[ProvisionPlace] | MissingProvision:
    """The places of a provision in a document: one, or two where the document numbers two alike."""
    found = _places(provision, outline, text)
    lettered = _NUMBER_AND_LETTER.fullmatch(provision.rungs[0])
    if isinstance(found, MissingProvision) and lettered:
        # Where no provision is called 3C, it is item C of provision 3.
        apart = _places(replace(provision, rungs=(*lettered.groups(), *provision.rungs[1:])), outline, text)
        return found if isinstance(apart, MissingProvision) else apart
    return found


def _places(provision: Provision, outline: Outline, text: str) -> list[ProvisionPlace] | MissingProvision:
    scope = outline.sections[0]
    for unit in provision.within:
        held = _heads(unit, outline, scope)
        if held:
            scope = held[0]
        elif unit.family in {"schedule", "annex", "appendix", "exhibit"}:
            return MissingProvision(str(unit), None)
    heads = [ProvisionPlace(head.span, outline.path(head), head) for head in _heads(provision, outline, scope)]
    heads = heads or _in_text(provision, outline, text, within=scope.span)
    if not heads:
        return _by_last_rung(provision, outline, text, scope=scope) or MissingProvision(
            str(provision), _nearest(provision, outline, scope)
        )
    found = [place for head in heads if (place := _descend(head, provision.rungs[1:], outline, text))]
    if not found:
        return MissingProvision(str(provision), heads[0])
    # An item that is not found may be called so for another reason: then all of the provision is what there is.
    items = [item for place in found if provision.item and (item := _descend(place, provision.item, outline, text))]
    return [_trimmed(place, text) for place in (items or found)[:2]]


def _heads(provision: Provision, outline: Outline, scope: Section) -> list[Section]:
    """The sections that bear the number itself: in the body rather than an attachment, the uppermost first."""
    if provision.rungs == ("",):
        only = [one for one in _inside(outline, scope) if one.kind in _ATTACHED and _is_named(one, provision.family)]
        return only if len(only) == 1 else []
    wanted = _forms(provision.rungs[0])
    fitting = [
        section
        for section in _inside(outline, scope)
        if section.number and wanted & _label_forms(section) and _is_called(section, provision.family)
    ]
    # “(3)” is paragraph 3 of something; it is provision 3 only of a document without a plain 3.
    plain = [section for section in fitting if not (section.number or "").startswith("(")]
    fitting = plain or [section for section in fitting if section.level <= scope.level + 2]
    if scope.id == 0:
        body = [section for section in fitting if not _is_attached(section, outline)]
        fitting = body or fitting
    named = [section for section in fitting if _keyword(section) in _WORDS.get(provision.family, "").split()]
    fitting = named or fitting
    highest = min((section.level for section in fitting), default=0)
    return [section for section in fitting if section.level == highest][:2]


def _inside(outline: Outline, scope: Section) -> Iterator[Section]:
    contents = [section.span for section in outline.sections if section.kind is SectionKind.CONTENTS]
    for section in outline.sections[scope.id + 1 :]:
        if section.span.start >= scope.span.end:
            return
        if not any(span.contains(section.span) for span in contents):
            yield section


def _is_attached(section: Section, outline: Outline) -> bool:
    return any(above.kind in _ATTACHED for above in outline.ancestors(section))


def _is_named(section: Section, family: str) -> bool:
    """Tell whether a section is called by a word alone: “SCHEDULE”."""
    words = (section.number or section.heading or "").casefold().split()
    return words[:1] == [family]


def _keyword(section: Section) -> str:
    match = _KEYWORD.match(section.number or "")
    return "-".join(match["word"].casefold().split()) if match else ""


def _is_called(section: Section, family: str) -> bool:
    """Tell whether a section may be called by this word; not if its label has another word."""
    keyword = _keyword(section)
    if not keyword:
        return family not in {"part", "schedule", "annex", "appendix", "exhibit", "direction"} or (
            family in {"part", "chapter"} and section.level == 1
        )
    loose = {"section", "clause", "rule", "paragraph", ""}
    if keyword in _LOOSE_WORDS:
        return family in loose
    return keyword in _WORDS.get(family, "").split() or (
        family in loose - {"rule"} and keyword in {"article", "artigo", "art"}
    )


def _label_forms(section: Section) -> set[str]:
    match = _KEYWORD.match(section.number or "")
    return _forms(match["number"] if match and match["number"] else section.number or "")


def _forms(number: str) -> set[str]:
    """The ways in which a number may be compared: “V” is 5, “12.06” is 12.6, “3.7 A 1” is 3.7a1."""
    bare = re.sub(r"[\s()ºª°]", "", number).strip(".:").casefold()
    forms = {bare, ".".join(part.lstrip("0") or "0" for part in bare.split("."))}
    value = (roman_value(bare) if bare.isalpha() and len(bare) < 8 else None) or word_value(bare)
    return forms | ({str(value)} if value and (len(bare) > 1 or bare in "ivx") else set())


def _descend(head: ProvisionPlace, rungs: Sequence[str], outline: Outline, text: str) -> ProvisionPlace | None:
    """Follow the rungs of a number below a place: by the outline while its lists are complete, else by the text."""
    at = head
    for i, rung in enumerate(rungs):
        below = _child(at.section, rung, outline) if at.section else None
        if below is None:
            return _in_lists(at, rungs[i:], text)
        at = ProvisionPlace(below.span, outline.path(below), below)
    return at


def _child(section: Section, rung: str, outline: Outline) -> Section | None:
    """The numbered section right below one, passing unnumbered headings."""
    wanted = re.sub(r"[\s().]", "", rung).casefold()
    below = list(outline.children(section))
    called: Section | None = None
    for child in below:
        if child.number is None:
            below += outline.children(child)
        elif re.sub(r"[\s().]", "", child.number).casefold() == wanted:
            return child
        elif called is None and _keyword(child) and wanted in _label_forms(child):
            called = child  # “Ground 8” is 8 where nothing is numbered so alone
    return called


def _in_lists(at: ProvisionPlace, rungs: Sequence[str], text: str) -> ProvisionPlace | None:
    wanted = tuple(rung.casefold() for rung in rungs)
    for item in read_items(text, at.span):
        if tuple(rung.casefold() for rung in item.rungs) == wanted:
            return ProvisionPlace(item.span, " › ".join((at.path, *(f"({rung})" for rung in rungs))))
    return None


def _in_text(provision: Provision, outline: Outline, text: str, *, within: Span) -> list[ProvisionPlace]:
    """A provision whose number opens a paragraph of the text but no section of the outline."""
    if not re.match(r"\d", provision.rungs[0]) or provision.family in {"part", "schedule", "article", "direction"}:
        return []
    contents = [section.span for section in outline.sections if section.kind is SectionKind.CONTENTS]
    wanted = _forms(provision.rungs[0])
    lines = [match for match in _NUMBER_LINE.finditer(text, within.start, within.end) if _opens(text, match)]
    for i, match in enumerate(lines):
        start = match.start("number")
        if wanted & _forms(match["number"]) and not any(span.start <= start < span.end for span in contents):
            depth = match["number"].count(".")
            ends = (
                later.start("number")
                for later in lines[i + 1 :]
                if later["number"].count(".") <= max(depth, 1) and _count(later["number"]) > _count(match["number"])
            )
            span = Span(start, next(ends, within.end))
            above = outline.path(outline.at(start)).split(" › ")[0]
            return [ProvisionPlace(span, " › ".join(part for part in (above, provision.rungs[0]) if part))]
    return []


def _opens(text: str, match: re.Match[str]) -> bool:
    """Tell whether a number stands at the start of a paragraph, not of a wrapped line."""
    before = text[max(0, match.start() - 2) : match.start("number")]
    return match.start("number") == 0 or before.count("\n") > 1 or text[max(0, match.start() - 1)] in ".;:"


def _count(number: str) -> tuple[tuple[int, str], ...]:
    parts = (re.match(r"(\d+)(.*)", part.replace(" ", "")) for part in number.split("."))
    return tuple((int(part[1]), suffix_order(part[2])) for part in parts if part)


def _by_last_rung(provision: Provision, outline: Outline, text: str, *, scope: Section) -> list[ProvisionPlace] | None:
    """“4.2” in a document that numbers its clauses 4 and, below it, (2)."""
    above, _, last = provision.rungs[0].rpartition(".")
    if not above:
        return None
    for head in _heads(Provision(provision.family, (above,), provision.span), outline, scope):
        place = _descend(
            ProvisionPlace(head.span, outline.path(head), head), (last, *provision.rungs[1:]), outline, text
        )
        if place is not None:
            return [_trimmed(place, text)]
    return None


def _nearest(provision: Provision, outline: Outline, scope: Section) -> ProvisionPlace | None:
    """The provision of the document whose number comes last before the one it lacks."""
    wanted = _count(provision.rungs[0])
    if not wanted:
        return None
    numbered = [
        (count, section)
        for section in _inside(outline, scope)
        if section.number
        and not section.number.startswith("(")
        and _is_called(section, provision.family)
        and (count := _count(re.sub(r"^[^\d]+", "", section.number)))
        and len(count) == len(wanted)
    ]
    lower = [pair for pair in numbered if pair[0] < wanted]
    best = max(lower, key=lambda pair: pair[0], default=None) or min(numbered, key=lambda pair: pair[0], default=None)
    return ProvisionPlace(best[1].span, outline.path(best[1]), best[1]) if best else None


def _trimmed(place: ProvisionPlace, text: str) -> ProvisionPlace:
    """Trim a horizontal rule and the caption of the next provision from the end of a place."""
    words = _without_rules(place.span.slice(text))
    kept = _without_rules(_CAPTION.sub("", words)) if _CAPTION.search(words, 1) else words
    start = place.span.start + len(kept) - len(kept.lstrip())
    end = place.span.start + len(kept)
    span = before_next_heading(text, Span(start, end)) if start < end else place.span
    return ProvisionPlace(span, place.path, place.section)


def _without_rules(words: str) -> str:
    """Words without the horizontal rules that they end with."""
    lines = words.split("\n")
    while len(lines) > 1 and _RULE_OFF.fullmatch(lines[-1]):
        lines.pop()
    return "\n".join(lines).rstrip()


def fit_whole(place: ProvisionPlace, outline: Outline, *, most: int) -> tuple[Span, list[Section]]:
    """Shorten a place to what fits, cutting only at the end of a section; also return the sections left out."""
    if len(place.span) <= most or place.section is None:
        return place.span, []
    children = _units(place.section, outline)
    kept = [child for child in children if child.span.end - place.span.start <= most]
    if not kept:
        return place.span, []
    end = kept[-1].span.end
    return Span(place.span.start, end), [child for child in children if child.span.start >= end and child.number]


def _units(section: Section, outline: Outline) -> list[Section]:
    """The sections right below one; those of its only numbered child where it has no more than that."""
    children = list(outline.children(section))
    numbered = [child for child in children if child.number]
    return _units(numbered[0], outline) if len(numbered) == 1 and len(children) <= 2 else children
