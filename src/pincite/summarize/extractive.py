"""Summaries from the document's own words: no key, no model."""

from __future__ import annotations

import re

from pincite.domain.chunk import Summaries
from pincite.domain.profile import DocumentKind
from pincite.domain.reading import Reading
from pincite.domain.section import Section, SectionKind
from pincite.files import readable_stem
from pincite.legal.sentences import split_sentences
from pincite.spans import Span
from pincite.summarize.length import cut_at_word, fold_space

_PURPOSE = re.compile(
    r"\b(purpose|whereas|desires? to|wishes to|agrees? to|relating to|in connection with|governs?|provides? for|"
    r"this policy|describes?|engage|appoint|grant|licen[cs]e|disclos|merge|supply|services)\b",
    re.IGNORECASE,
)
_OPENING = 4000
_SECTION_LIMITS = (50, 100)
_RULES = frozenset({DocumentKind.COURT_RULES, DocumentKind.LEGISLATION})


class ExtractiveSummarizer:
    """Type, title, parties and purpose, put together to the set length."""

    def __init__(self, *, length: int = 150, tolerance: int = 20) -> None:
        self._longest = length + tolerance

    def summarise(self, reading: Reading) -> Summaries:
        """A line for the document, and one for each section of the upper two levels."""
        sections = {
            section.id: summary
            for section in reading.outline.sections[1:]
            if section.level - bool(_over(reading, section)) <= 2
            and section.kind is not SectionKind.TEXT
            and (summary := _section(reading, section))
        }
        return Summaries(self._document(reading), sections, model="extractive")

    def _document(self, reading: Reading) -> str:
        profile = reading.profile
        name = profile.title or readable_stem(reading.doc.source.path).replace("_", " ")
        kind = "" if profile.kind is DocumentKind.UNKNOWN else profile.kind.value.replace("-", " ")
        parties = " and ".join(dict.fromkeys(party.name for party in profile.parties[:2]))
        line = fold_space(name)
        if kind and kind.split()[-1].casefold() not in line.casefold():
            line += f" ({kind})"
        if parties and not all(party.name.casefold() in line.casefold() for party in profile.parties[:2]):
            line += f" between {parties}"
        line = cut_at_word(fold_space(line), self._longest)
        purpose = _purpose(reading)
        return cut_at_word(f"{line}. {purpose}" if purpose else line, self._longest)


def _purpose(reading: Reading) -> str:
    """The first sentence near the beginning that says what the document is for."""
    text = reading.doc.text
    for sentence in split_sentences(text, Span(0, min(len(text), _OPENING))):
        words = fold_space(sentence.slice(text))
        if len(words) > 40 and _PURPOSE.search(words):
            return words
    return ""


def _over(reading: Reading, section: Section) -> str:
    """The heading over several paragraphs of rules that a paragraph stands below: it is no level of its own."""
    above = reading.outline.sections[section.parent] if section.parent is not None else section
    ruled = reading.profile.kind in _RULES and section.number and above.kind is SectionKind.GROUP
    return (above.heading or "") if ruled else ""


def _section(reading: Reading, section: Section) -> str:
    """The section's heading, and as many of its first words as make up the length."""
    shortest, longest = _SECTION_LIMITS
    heading = section.heading or _over(reading, section)
    heading = fold_space(" ".join(part for part in (section.number, heading) if part))
    if len(heading) >= shortest:
        return cut_at_word(heading, longest)
    body = Span(section.head.end if section.head else section.span.start, section.span.end)
    words = fold_space(reading.doc.text[body.start : min(body.end, body.start + 4 * longest)]).lstrip(".:;–- ")
    return cut_at_word(f"{heading}: {words}" if heading and words else heading or words, longest)
