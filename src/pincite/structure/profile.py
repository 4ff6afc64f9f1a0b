"""Profiler by rules: the particulars of a document read off its opening, its closing and its standard clauses."""

from __future__ import annotations

from pincite.domain.document import Document
from pincite.domain.profile import DocumentKind, Profile
from pincite.legal.places import is_american
from pincite.legal.values.dates import find_dates
from pincite.legal.values.law import find_governing_law
from pincite.spans import Span
from pincite.structure.captions import find_case_name, is_case_name
from pincite.structure.emphasis import plain_text
from pincite.structure.kind import find_kind
from pincite.structure.language import find_language
from pincite.structure.parties import find_parties
from pincite.structure.title import find_title

# These do not choose the law they are under.
_UNDER_NO_CHOSEN_LAW = frozenset(
    {
        DocumentKind.LEGISLATION,
        DocumentKind.COURT_RULES,
        DocumentKind.COURT_GUIDE,
        DocumentKind.JUDGMENT,
        DocumentKind.PLEADING,
    }
)


class RuleProfiler:
    """Finds type, title, parties, dates, governing law and language by rules, each with its place in the text."""

    version = "7"

    def profile(self, doc: Document) -> Profile:
        """The particulars of a document; what it does not state stays empty."""
        span = find_title(doc)
        kind, evidence = find_kind(doc.text, span)
        title, span = _named_case(doc) if kind is DocumentKind.JUDGMENT else (None, span)
        language = find_language(doc.text)
        law = None if kind in _UNDER_NO_CHOSEN_LAW else find_governing_law(doc.text)
        return Profile(
            kind=kind,
            kind_evidence=evidence,
            title=title or (doc.slice(span) if span else doc.title),
            title_span=span,
            parties=find_parties(plain_text(doc), kind),
            dates=find_dates(doc.text, month_first=_month_first(language, doc.slice(law) if law else None)),
            governing_law=doc.slice(law) if law else None,
            governing_law_span=law,
            language=language,
        )


def _named_case(doc: Document) -> tuple[str | None, Span | None]:
    """A judgment goes by the name of its case: as the file gives it, else as the head of the text does."""
    span = find_case_name(doc.text) or find_title(doc)
    return (doc.title if doc.title and is_case_name(doc.title) else None), span


def _month_first(language: str | None, law: str | None) -> bool | None:
    """How a date in figures is to be read here: month first under American law, day first elsewhere, else unknown."""
    if law is not None and language == "en":
        return is_american(law)
    return None if language in (None, "en") else False
