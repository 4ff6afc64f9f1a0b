"""Profile: the particulars of a document, each with the place in the text that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.spans import Span


class DocumentKind(StrEnum):
    """What sort of legal document it is; this decides which hierarchy its sections follow."""

    CONTRACT = "contract"
    NDA = "nda"
    MERGER_AGREEMENT = "merger-agreement"
    AMENDMENT = "amendment"
    LICENCE = "licence"
    LEASE = "lease"
    PRIVACY_POLICY = "privacy-policy"
    LEGISLATION = "legislation"
    COURT_RULES = "court-rules"
    COURT_GUIDE = "court-guide"
    JUDGMENT = "judgment"
    PLEADING = "pleading"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of the document that bear a conclusion out."""

    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Party:
    """A party by name, with the role or short name the document gives it."""

    name: str
    span: Span
    role: str | None = None


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in the text: ISO form where the day is known, what it dates ("effective", "signed", …) where said."""

    iso: str
    span: Span
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """Type, title, parties, dates, governing law and language of a document."""

    kind: DocumentKind
    kind_evidence: tuple[Evidence, ...] = ()
    title: str | None = None
    title_span: Span | None = None
    parties: tuple[Party, ...] = ()
    dates: tuple[DateMention, ...] = ()
    governing_law: str | None = None
    governing_law_span: Span | None = None
    language: str | None = None
