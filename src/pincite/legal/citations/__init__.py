"""Legal citations: one grammar for answers, metrics and the `cite` command."""

from pincite.legal.citations.case_names import find_case_names
from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.find import find_citations
from pincite.legal.citations.named_citations import NamedCitations

__all__ = ["LegalCitation", "CitationKind", "NamedCitations", "find_case_names", "find_citations"]
