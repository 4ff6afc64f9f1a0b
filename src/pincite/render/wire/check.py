"""Checks on the wire: drafts, rows of claims, quotations."""

from __future__ import annotations

from typing import Any

from pincite.domain.finding import CheckedDraft, Finding, Pinpoint, Standing
from pincite.legal.pinpoints import pinpoint, where
from pincite.pipeline.checking.check_rows import BadRow, ClaimCheck, ClaimRow
from pincite.pipeline.checking.quotation import CheckedQuotation
from pincite.render.wire.base import WireFault, WireModel, WireSpan, faults, pair


class WirePinpoint(WireModel):
    """Words of a document, and where they stand."""

    document: str
    doc_id: str
    title: str | None
    section: str
    pinpoint: str
    place: str
    page: int | None
    span: WireSpan
    quote: str

    @classmethod
    def of(cls, found: Pinpoint) -> WirePinpoint:
        """Convert a pinpoint to its wire record."""
        return cls(
            document=found.document,
            doc_id=found.passage.doc_id,
            title=found.title,
            section=found.section,
            pinpoint=pinpoint(found.section),
            place=where(found),
            page=found.page,
            span=pair(found.passage.span),
            quote=found.quote,
        )


class WireFinding(WireModel):
    """A sentence of a draft, and how it stands to the documents."""

    text: str
    span: WireSpan
    standing: str
    score: float
    faults: list[WireFault]
    pinpoint: WirePinpoint | None

    @classmethod
    def of(cls, finding: Finding) -> WireFinding:
        """Convert a finding to its wire record."""
        return cls(
            text=finding.text,
            span=pair(finding.span),
            standing=finding.standing.value,
            score=round(finding.score, 4),
            faults=faults(finding.faults),
            pinpoint=WirePinpoint.of(finding.pinpoint) if finding.pinpoint else None,
        )


class WireDraft(WireModel):
    """A checked draft; spans are `[start, end]` in the draft's text, those of pinpoints in the document's."""

    draft: str
    counts: dict[str, int]
    sentences: list[WireFinding]

    @classmethod
    def of(cls, draft: CheckedDraft) -> WireDraft:
        """Convert a draft to its wire record."""
        return cls(
            draft=draft.name,
            counts={standing.value: draft.count(standing) for standing in Standing},
            sentences=[WireFinding.of(finding) for finding in draft.findings],
        )


class WireRowCheck(WireModel):
    """A row of claims, checked; or, where it has an `error`, why it could not be read."""

    line: int
    id: Any = None
    supported: bool | None = None
    score: float | None = None
    faults: list[WireFault] | None = None
    error: str | None = None

    @classmethod
    def of(cls, row: ClaimRow | BadRow, check: ClaimCheck | None) -> WireRowCheck:
        """Convert a row to its wire record; `plain(without_none=True)` leaves out what does not apply."""
        if isinstance(row, BadRow) or check is None:
            return cls(line=row.line, id=row.id, error=getattr(row, "problem", ""))
        return cls(
            line=row.line,
            id=row.id,
            supported=check.supported,
            score=round(check.score, 4),
            faults=faults(check.faults),
        )


class WireQuotation(WireModel):
    """Whether words stand in the documents, and where; where they do not, the passage that comes nearest."""

    quote: str
    found: bool
    places: list[WirePinpoint]
    nearest: WirePinpoint | None

    @classmethod
    def of(cls, checked: CheckedQuotation) -> WireQuotation:
        """Convert a checked quotation to its wire record."""
        return cls(
            quote=checked.quote,
            found=checked.found,
            places=[WirePinpoint.of(found) for found in checked.places],
            nearest=WirePinpoint.of(checked.nearest) if checked.nearest else None,
        )
