"""The marks `[1]` of an answer that cite: those of a claim's own citations, outside quoted words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.legal.quotations import mask_quotations
from pincite.spans import Span

_MARK = re.compile(r"\[(\d{1,4})\]")


@dataclass(frozen=True, slots=True)
class CitationMark:
    """A mark in the text of an answer, and which of its citations the mark means."""

    span: Span
    citation: int


def find_citation_marks(text: str, citations: Sequence[tuple[int, Span]]) -> list[CitationMark]:
    """The marks of an answer in order; a citation is its number and the claim that it proves.

    Numbers in brackets that a document or a model brings along are no marks: they have no citation where they stand.
    """
    by_claim: dict[Span, dict[int, int]] = {}
    for i, (number, claim) in enumerate(citations):
        by_claim.setdefault(claim, {}).setdefault(number, i)
    found: dict[Span, CitationMark] = {}
    for claim, numbers in by_claim.items():
        for match in _MARK.finditer(mask_quotations(claim.slice(text))):
            if (citation := numbers.get(int(match[1]))) is not None:
                span = Span(*match.span()).shift(claim.start)
                found.setdefault(span, CitationMark(span, citation))
    return [found[span] for span in sorted(found)]
