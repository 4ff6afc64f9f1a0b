"""Regimes: the parts of a document whose rules hold for some people, cases or places only, told by their headings.

"Chapter 2: Apprentices", "Section III — Small claims" and "Additional terms for consumers" hold rules that take the
place of the general ones where they say otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.quotations.asked_words import party_roles, same_words
from pincite.domain.reading import Reading
from pincite.domain.section import Section, SectionKind
from pincite.legal.wording import stems
from pincite.spans import Span

_HOLDERS = frozenset(
    {
        *(SectionKind.BOOK, SectionKind.TITLE, SectionKind.PART, SectionKind.CHAPTER, SectionKind.GROUP),
        *(SectionKind.SCHEDULE, SectionKind.EXHIBIT),
    }
)
_COUNTED = re.compile(r"(?:Section|Division|Condition)\b", re.IGNORECASE)
# What holds most of a document is no part of it.
_MOST = 0.8
_FORM = frozenset(
    stems(
        "terms conditions rules provisions regulations requirements clauses additional special specific particular "
        "further supplementary supplemental information notices part section chapter schedule annex appendix list "
        "apply applies applying applicable application only other relating about under scope introduction covers"
    )
)
_GENERAL = re.compile(r"\b(?:general(?:ly)?|all|every(?:one|body)?|common|main|standard|ordinary)\b", re.IGNORECASE)
_SCOPED = re.compile(
    r"\b(?:for(?!\s{1,3}\w{2,30}ing\b)|only|appl(?:y|ies|ying|icable)\s{1,3}(?:only\s{1,3})?(?:to|where|if)|additional|special)\b",
    re.IGNORECASE,
)
# "In the expedited procedure the following provisions replace the general rules."
_RULES = r"(?:rules?|provisions?|terms?|conditions?|chapters?|parts?|sections?)"
_DISPLACES = re.compile(
    rf"\b(?:replac\w{{1,4}}|tak\w{{1,3}}\s{{1,3}}(?:the\s{{1,3}}place|precedence)|(?:in\s{{1,3}}(?:the\s{{1,3}})?place|instead)\s{{1,3}}of|prevail\w{{0,3}}|supersed\w{{1,4}}|"
    rf"derogat\w{{1,4}}|disappl\w{{1,6}})\b[^.;]{{0,60}}?\b(?:general|other|above|ordinary|main|preceding)\s{{1,3}}{_RULES}\b|"
    rf"\b{_RULES}\s{{1,3}}(?:shall\s{{1,3}})?appl(?:y|ies)\b[^.;]{{0,40}}\bwith\s{{1,3}}the\s{{1,3}}following\s{{1,3}}(?:change|modification|exception|adaptation)s\b",
    re.IGNORECASE,
)
_BEGINNING = 3000
# What a regime may be called after the word that tells it from others: "expedited proceedings", "the small claims".
_MATTERS = frozenset(
    stems("procedure procedures proceedings process claim claims case cases track list court division scheme regime")
)
_PROPER = re.compile(r"(?<=[\w,;]\s)[A-Z][\w’'-]*[a-z]")


@dataclass(frozen=True, slots=True)
class Regime:
    """A part of a document with the words that tell it from those beside it, and how special it is.

    One beside the general rules is more special (1) than another, which may be on a matter of its own (0), and one that
    says for whom it is (2) is more so. It `displaces` the general rules where it says so.
    """

    section: Section
    words: frozenset[str]
    degree: int
    displaces: bool = False

    def is_named(self, question: str) -> bool:
        """Tell whether a question is on this regime: by all its words, or the proper name in them.

        One that may be on a matter of its own must have both: "the Fisheries List", and not "the costs".
        """
        asked, telling = same_words(question), self.words - _MATTERS
        called = bool(telling) and telling <= asked and bool(self.words & _MATTERS and asked & _MATTERS)
        whole = self.words <= asked or (called and self.degree > 0)
        proper = bool(self.words & same_words(" ".join(_PROPER.findall(question))))
        return whole or proper if self.degree else whole and proper

    def is_touched(self, words: frozenset[str], reading: Reading) -> bool:
        """Tell whether any of its words are among some, but for those that the rest of the document has as well."""
        touched = self.words & words
        if not touched:
            return False
        text, span = reading.doc.text, self.section.span
        rest = same_words(f"{text[: span.start]} {text[span.end :]}")
        return bool(touched - rest or self.words <= rest)


def find_regimes(reading: Reading) -> list[Regime]:
    """The regimes of a document in order; what is called by a party of it is on that party, in any case."""
    sections = reading.outline.sections
    roles = same_words(" ".join(party_roles(reading.profile.parties)))
    parents = {one.parent for one in sections if one.number or one.heading}
    holders = [one for one in sections[1:] if one.id in parents and one.heading and _may_hold(one, sections[0])]
    beside: dict[int | None, list[Section]] = {}
    for one in holders:
        beside.setdefault(one.parent, []).append(one)
    found = (_regime(one, beside[one.parent], roles, reading.doc.text) for one in holders)
    return [one for one in found if one]


def regimes_at(span: Span, regimes: Sequence[Regime]) -> list[Regime]:
    """The regimes that words stand in, the outermost first."""
    return [one for one in regimes if one.section.span.contains(span)]


def degree_at(span: Span, regimes: Sequence[Regime]) -> int:
    """How special the rules are that words stand in."""
    return max((one.degree for one in regimes_at(span, regimes)), default=0)


def _may_hold(section: Section, document: Section) -> bool:
    """Tell whether a section may be a part of a document that holds rules, and is not the title over all of them."""
    titled = not section.number and section.span.start == document.span.start
    if titled or len(section.span) > _MOST * len(document.span):
        return False
    return section.kind in _HOLDERS or _COUNTED.match(section.number or "") is not None


def _regime(section: Section, beside: Sequence[Section], roles: frozenset[str], text: str) -> Regime | None:
    said = same_words(section.heading or "")
    shared = Counter(word for one in beside for word in same_words(one.heading or ""))
    words = frozenset(word for word in said - _FORM - roles if shared[word] == 1 and not word.isdecimal())
    if not words or _GENERAL.search(section.heading or ""):
        return None
    beginning = text[section.span.start : min(section.span.end, section.span.start + _BEGINNING)]
    displaces = _DISPLACES.search(beginning) is not None
    general = displaces or any(_GENERAL.search(one.heading or "") for one in beside)
    return Regime(
        section, words, degree=2 if _SCOPED.search(section.heading or "") else int(general), displaces=displaces
    )
