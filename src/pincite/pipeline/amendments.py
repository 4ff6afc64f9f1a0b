"""Amendments: which documents of a store change the numbered clauses of another, and in which paragraphs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pincite.answer.context import trimmed
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading
from pincite.domain.section import Section
from pincite.legal.amending import is_amending
from pincite.legal.document_names import fold_name
from pincite.ports.store import Library
from pincite.spans import Span

# What is told or asked of a clause as it was.
_AS_IT_WAS = re.compile(
    r"\b(?:originally|original|(?:as|when)\s{1,3}(?:first\s{1,3})?signed|"
    r"(?:before|until)\s[^?]{0,40}\b(?:amend|chang|var)\w*|used\s{1,3}to|unamended)\b",
    re.IGNORECASE,
)
_UNIT = r"(?:clause|section|paragraph|article|condition|item)"
_NUMBER = r"\d{1,4}(?:\.\d{1,4}){0,4}"
_MENTION = re.compile(
    rf"\b{_UNIT}(?:s\s{{1,3}}(?P<many>{_NUMBER}(?:,?\s(?:and\s)?{_NUMBER}){{1,9}})|s?\s{{1,3}}(?P<one>{_NUMBER}))"
    r"(?![\w(]|\.\d)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(_NUMBER)
_WITHIN = r"(?:[^\n.;]|\.(?!\s)){0,200}?"
_CHANGED = re.compile(
    rf"{_WITHIN}\b(?:(?:is|are|be|been|was|were)\s{{1,3}}(?:(?:hereby|further|entirely|also)\s{{1,3}}){{0,2}}"
    r"(?:amended|deleted|modified|removed|replaced|restated|revised|substituted|varied)\b|(?:is|are)\s{1,3}(?:changed|extended|increased|raised|lowered|"
    r"reduced|shortened)\s{1,3}(?:from|to)\b|(?:shall|will|now)\s{1,3}reads?\b)",
    re.IGNORECASE,
)
# "In clause 3.2, for “45 days” substitute “30 days”."
_IN = re.compile(r"\bin\s{1,3}\Z", re.IGNORECASE)
_ORDERED = re.compile(rf"{_WITHIN}(?:\bfor\s{{1,3}}[\"“'‘]|,\s{{1,3}}(?:replace|delete|substitute)\s)", re.IGNORECASE)
# "“30 days” is substituted for “45 days” in clause 3.2."
_CHANGED_IN = re.compile(
    r"[\"”'’]\s{1,3}(?:is|are|shall\s{1,3}be)\s{1,3}(?:hereby\s{1,3})?(?:deleted|replaced|substituted)\b[^.;\n]{0,120}"
    r"[\"”'’]\s{1,3}in\s{1,3}\Z",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_NEXT_LINE = re.compile(r"\s*+[^\n]++")
_HEAD = 2000
_BEFORE = 240
_LONGEST = 900
# In a larger collection the few amendments of an agreement are not told apart by their heads alone.
_MOST_CARDS = 5000


@dataclass(frozen=True, slots=True)
class Change:
    """A paragraph of an amendment that changes a clause of another document, by the clause's number."""

    number: str
    section: Section
    span: Span


def as_it_was(words: str) -> re.Match[str] | None:
    """Where words ask for or tell of a clause as it was before it was amended."""
    return _AS_IT_WAS.search(words)


def find_amendments(card: DocumentCard, index: Library) -> Iterator[DocumentCard]:
    """The documents that amend another: of one of its parties, and with its title at their head."""
    if len(index.cards) > _MOST_CARDS or is_amending(card):
        return
    titled = {word.casefold() for word in _WORD.findall(card.title or "")}
    parties = {fold_name(party) for party in card.parties}
    for other in index.cards:
        if other.id == card.id or not is_amending(other):
            continue
        same = not other.parties or bool(parties & {fold_name(party) for party in other.parties})
        head = {word.casefold() for word in _WORD.findall(index.text(other.id)[:_HEAD])}
        if same and titled and 2 * len(titled & head) > len(titled):
            yield other


def clause_numbers(reading: Reading, place: Span) -> list[str]:
    """The numbers of the clause at a place and of those it lies in: 4.2, 4."""
    outline = reading.outline
    section: Section | None = outline.at(place.start)
    found = []
    while section is not None:
        number = (section.number or "").rstrip(".")
        if number[:1].isdigit():
            found.append(number)
        section = outline.sections[section.parent] if section.parent is not None else None
    return found


def find_changes(reading: Reading, numbers: Collection[str]) -> list[Change]:
    """The paragraphs of an amendment that change one of some clauses of the document that it amends."""
    text = reading.doc.text
    found: list[Change] = []
    for mention in _MENTION.finditer(text):
        named = [one for one in _NUMBERS.findall(mention["many"] or mention["one"]) if one in numbers]
        end = _end_of_change(text, mention) if named else None
        span = _paragraph(reading, mention.start(), end) if end else None
        if span is not None:
            section = reading.outline.at(span.start)
            found += [Change(one, section, span) for one in named if Change(one, section, span) not in found]
    return found


def _end_of_change(text: str, mention: re.Match[str]) -> int | None:
    """The end of the words that change the clause of a mention, if any do."""
    before = text[max(0, mention.start() - _BEFORE) : mention.start()]
    found = _CHANGED.match(text, mention.end())
    if not found and _IN.search(before):
        found = _ORDERED.match(text, mention.end()) or (mention if _CHANGED_IN.search(before) else None)
    return found.end() if found else None


def _paragraph(reading: Reading, start: int, end: int) -> Span | None:
    """The paragraph that holds some words, with the one that it leads to: “… is replaced by the following:”."""
    text, section = reading.doc.text, reading.outline.at(start)
    first = text.rfind("\n", 0, start) + 1
    if section.number and first <= section.span.start + len(section.number) + 2:
        first = min(first, section.span.start)
    line = text.find("\n", end)
    last = len(text) if line < 0 else line
    if text[:last].rstrip().endswith(":"):
        after = _NEXT_LINE.match(text, last)
        last = after.end() if after else last
    span = trimmed(text, Span(first, last))
    return span if 0 < len(span) <= _LONGEST else None
