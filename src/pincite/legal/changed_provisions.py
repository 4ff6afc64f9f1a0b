"""Provisions of another document that a document changes: “Section 2(c) is deleted and replaced by …”."""

from __future__ import annotations

import re

from pincite.domain.section import Outline, Section
from pincite.legal.provision_places import ProvisionPlace
from pincite.legal.provisions import Provision
from pincite.legal.sentences import sentence_around
from pincite.spans import Span

_CHANGES = re.compile(
    r"\b(?:amend(?:s|ed|ing)?|delet(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|restat(?:e|es|ed)|"
    r"substitut(?:e|es|ed)|insert(?:s|ed)?|add(?:s|ed)|revis(?:e|es|ed))\b",
    re.IGNORECASE,
)
# Words for a part of the text, any of which may be meant by another.
_LOOSE = ("section", "clause", "paragraph", "rule", "article")
# So many sections at most change one provision; more only mention it.
_MOST = 3


def find_changed(provision: Provision, outline: Outline, text: str) -> list[ProvisionPlace]:
    """The sections that change a provision, where they say so in the sentence that names it."""
    found: dict[int, Section] = {}
    for match in _mention(provision).finditer(text):
        sentence = sentence_around(text, Span(*match.span()))
        section = _holder(outline, match.start())
        if section.id and _CHANGES.search(text, sentence.start, sentence.end):
            found[section.id] = section
    if len(found) > _MOST:
        return []
    return [ProvisionPlace(section.span, outline.path(section), section) for section in found.values()]


def _mention(provision: Provision) -> re.Pattern[str]:
    words = _LOOSE if not provision.family or provision.family in _LOOSE else (provision.family,)
    number = r"\s?".join(
        [re.escape(provision.rungs[0]), *(rf"\(\s?{re.escape(rung)}\s?\)" for rung in provision.rungs[1:])]
    )
    return re.compile(rf"\b(?:{'|'.join(words)})s?\s{{1,9}}{number}(?![\w(]|\.\d|\s\()", re.IGNORECASE)


def _holder(outline: Outline, at: int) -> Section:
    """The smallest section that holds a place."""
    return min(
        (section for section in outline.sections if section.span.start <= at < section.span.end),
        key=lambda section: len(section.span),
        default=outline.sections[0],
    )
