"""The clauses of a document that make an exception to one of its clauses."""

from __future__ import annotations

import re

from pincite.domain.section import CrossReference, Outline, Section, SectionKind, number_parts
from pincite.legal.wording import stems
from pincite.spans import Span

_ASKS = re.compile(
    r"\b(?:is|are)\s+there\s+(?:(?:any|an|some|no|other)\s+)*(?:exceptions?|exemptions?|carve-outs?)\b"
    r"|^\W*(?:any|what|which|and\s+the|the)\s+(?:are\s+the\s+)?(?:exceptions?|exemptions?|carve-outs?)\b"
    r"|\bwhat\s+(?:is|are)\s+the\s+(?:exceptions?|exemptions?|carve-outs?)\b"
    r"|\bdoes\s+(?:it|that|this)\s+(?:always|ever\s+not)\s+apply\b",
    re.IGNORECASE,
)
# "On clause 6.1, is there …": nothing but the exception is asked for.
_ONLY = re.compile(
    r"^\W*(?:(?:and|but|so)\s+)?[^?]{0,40}?\b(?:exceptions?|exemptions?|carve-outs?)"
    r"(?:\s+(?:to|from|for|of)\s+(?:it|that|this|these|those|the\s+(?:rule|clause|duty|warranty|obligation)|this\s+rule))?"
    r"(?:\s+at\s+all|\s+here)?\W*$|\bdoes\s+(?:it|that|this)\s+(?:always|ever\s+not)\s+apply\W*$",
    re.IGNORECASE,
)
# What is said of a clause that does not apply, after its number: "Clause 3.2 does not apply to …".
_NOT_APPLIED = re.compile(
    r"\b(?:shall|does|do|will|must)\s+not\s+(?:\w+\s+)?(?:apply|extend|cover)\b|\b(?:is|are|be)\s+not\s+(?:required|needed|breached)\b"
    r"|\b(?:shall|will)\s+not\s+be\s+(?:required|needed|breached)\b|\bneeds?\s+not\b|\bceases?\s+to\s+apply\b",
    re.IGNORECASE,
)
# And before it: "Notwithstanding clause 2, …".
_SET_ASIDE = re.compile(
    r"\b(?:notwithstanding|despite|nothing\s+in|exceptions?\s+(?:to|from)|disregarding)\s+[\w\s]{0,40}\Z", re.IGNORECASE
)
_LEFT_ALONE = re.compile(r"\b(?:except|save|other\s+than|not\s+apply|subject\s+to)\b", re.IGNORECASE)
# The next clause takes something out of what the clause before it says.
_TAKES_OUT = re.compile(
    rf"{_NOT_APPLIED.pattern}|\b(?:is|are|be)\s+exempt\b|\bby\s+way\s+of\s+exception\b"
    r"|\b(?:is|are)\s+not\s+(?:reimbursable|reimbursed|payable|recoverable|covered|included|due)\b"
    r"|\bno\s+[\w\s]{2,40}?\b(?:is|are|shall\s+be)\s+(?:required|needed|payable|due)\b",
    re.IGNORECASE,
)
_TURNS = re.compile(r"^\W{0,5}(?:\(?\w{1,5}[).]\s++|[\d.]{1,12}\s++)?(?:however|but)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?P<modal>may|can|shall|must|will)\s*not\s+(?P<verb>\w{3,})", re.IGNORECASE)
# An exception that the clause itself makes.
_OWN = re.compile(r"\b(?:unless|except|save|other\s+than|excluding|provided\s+that|however)\b", re.IGNORECASE)
_SHARED = 2
# How many clauses after a clause are read, and how many exceptions are told.
_NEXT = 4
_MOST = 3


def asks_exception(question: str) -> bool:
    """Tell whether a question asks for the exceptions to something."""
    return _ASKS.search(question) is not None


def asks_only_exception(question: str) -> bool:
    """Tell whether a follow-up asks for exceptions to what was said before, and names nothing itself."""
    return asks_exception(question) and _ONLY.match(question.strip()) is not None


def clause_of(span: Span, outline: Outline) -> Section | None:
    """The smallest numbered clause that holds a quotation, or all but its edges."""
    section = outline.at(span.start)
    middle = (span.start + span.end) // 2
    while section.parent is not None and not (section.number and section.span.end > middle):
        section = outline.sections[section.parent]
    return section if section.number and section.parent is not None else None


def pinpoint_of(section: Section, outline: Outline) -> str:
    """A clause as a question may name it: "clause 6.1", "rule 7.6(1)"."""
    number = ""
    word = _word_for(section)
    for node in (section, *reversed(outline.ancestors(section))):
        parts = number_parts(node.number or "")
        number = "".join(parts) + number
        if parts and not parts[0].startswith("("):
            word = _word_for(node)
            break
    return number if re.match(r"[a-z]{4,}", number) else f"{word} {number}"


def _word_for(section: Section) -> str:
    named = re.match(r"\s*(section|clause|rule|article|paragraph|schedule)\b", section.number or "", re.IGNORECASE)
    if named:
        return named[1].lower()
    return {SectionKind.RULE: "rule", SectionKind.DIRECTION: "paragraph"}.get(section.kind, "clause")


def find_exceptions(clause: Section, outline: Outline, text: str) -> list[Section]:
    """The clauses that make an exception to a clause: those that refer to it first, then those just after it."""
    found = _referring(clause, outline, text) or _following(clause, outline, text)
    distinct = list({section.id: section for section in found}.values())[:_MOST]
    words = clause.span.slice(text)
    return distinct or ([clause] if _OWN.search(words) or _NOT_APPLIED.search(words) else [])


def _referring(clause: Section, outline: Outline, text: str) -> list[Section]:
    """Clauses that say of the clause, or of the one it is part of, that it does not apply."""
    return [
        holder
        for reference, holder in setting_aside(outline, text)
        if reference.target in _itself_and_above(clause, outline) and not holder.span.contains(clause.span)
        if not clause.span.contains(reference.span)
    ]


def _itself_and_above(clause: Section, outline: Outline) -> set[int]:
    return {clause.id, *(node.id for node in outline.ancestors(clause) if node.number and node.parent is not None)}


def setting_aside(outline: Outline, text: str) -> list[tuple[CrossReference, Section]]:
    """The references to clauses that are said not to apply, with the clauses that say so."""
    held = [(reference, clause_of(reference.span, outline)) for reference in outline.references if reference.target]
    return [(reference, holder) for reference, holder in held if holder and _takes_out_at(reference, holder, text)]


def _takes_out_at(reference: CrossReference, holder: Section, text: str) -> bool:
    """Tell whether the sentence round a reference sets aside what it refers to."""
    start = max(holder.span.start, text.rfind(". ", holder.span.start, reference.span.start) + 1)
    stop = text.find(". ", reference.span.end, holder.span.end)
    before, after = (
        text[start : reference.span.start],
        text[reference.span.end : stop if stop >= 0 else holder.span.end],
    )
    # "The limits do not apply to liability under clause 6" leaves clause 6 as it is, and "except under clause 8.1" too.
    return bool(_SET_ASIDE.search(before) or (_NOT_APPLIED.search(after) and not _LEFT_ALONE.search(before)))


def _following(clause: Section, outline: Outline, text: str) -> list[Section]:
    """The next clauses of the same section that speak of the same things and take something out."""
    own = clause.span.slice(text)
    # A clause that sets another one aside says nothing of this one.
    elsewhere = {holder.id for _, holder in setting_aside(outline, text)}
    found: list[Section] = []
    for node in (clause, *reversed(outline.ancestors(clause))):
        # The next clause of a whole document is another matter.
        if node.parent is None or not node.number or not outline.sections[node.parent].number:
            break
        beside = [one for one in outline.children(outline.sections[node.parent]) if one.id > node.id and one.number]
        near = [one for one in beside[:_NEXT] if one.id not in elsewhere]
        found += [one for one in near if _excepts(one.span.slice(text), own)]
        if not node.number.startswith("("):
            break
    return found


def _excepts(words: str, clause: str) -> bool:
    """Tell whether the words of a clause nearby take something out of what a clause says."""
    if len(set(stems(words)) & set(stems(clause))) < _SHARED:
        return False
    if _TAKES_OUT.search(words) or _TURNS.match(words):
        return True
    denied = (rf"\b{found['modal']}\s+(?:\w+\s+){{0,2}}{found['verb']}\b" for found in _DENIED.finditer(words))
    return any(re.search(allowed, clause, re.IGNORECASE) for allowed in denied)
