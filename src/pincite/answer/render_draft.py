"""A checked draft as people and programs read it: text, JSON."""

from __future__ import annotations

from typing import Any

from pincite.answer.render import fold, pinpoint
from pincite.domain.finding import CheckedDraft, Finding, Pinpoint, Standing

_LABELS = {
    Standing.SUPPORTED: "supported",
    Standing.CONTRADICTED: "CONTRADICTED",
    Standing.NOT_FOUND: "NOT FOUND",
}
_LONGEST = 400


def place_of(found: Pinpoint) -> str:
    """Document, pinpoint and page in one line."""
    page = f"p. {found.page}" if found.page else ""
    return ", ".join(part for part in (found.document, pinpoint(found.section), page) if part)


def explain(finding: Finding) -> str:
    """What is wrong with a sentence, in one line."""
    return "; ".join(dict.fromkeys(fault.detail for fault in finding.faults))


def draft_as_text(draft: CheckedDraft) -> str:
    """Each claim of a draft with its standing and the words it rests on, then the counts."""
    lines = []
    for finding in draft.findings:
        if finding.standing is Standing.NOT_A_CLAIM:
            continue
        lines.append(f"{_LABELS[finding.standing]:12}  {fold(finding.text)}")
        if finding.faults:
            lines.append(f"{'':14}{explain(finding)}")
        if finding.pinpoint:
            near = "nearest: " if finding.standing is Standing.NOT_FOUND else ""
            lines.append(f"{'':14}{near}{place_of(finding.pinpoint)}: “{_short(finding.pinpoint.quote)}”")
        lines.append("")
    return "\n".join([*lines, f"{draft.summary}."]) + "\n"


def draft_as_json(draft: CheckedDraft) -> dict[str, Any]:
    """All of a checked draft in plain JSON types; spans are `[start, end]` in the draft's or the document's text."""
    return {
        "draft": draft.name,
        "counts": {standing.value: draft.count(standing) for standing in Standing},
        "sentences": [_finding(finding) for finding in draft.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    found = finding.pinpoint
    return {
        "text": finding.text,
        "span": [finding.span.start, finding.span.end],
        "standing": finding.standing.value,
        "score": round(finding.score, 4),
        "faults": [{"kind": fault.kind.value, "detail": fault.detail} for fault in finding.faults],
        "pinpoint": None if found is None else _pinpoint(found),
    }


def _pinpoint(found: Pinpoint) -> dict[str, Any]:
    return {
        "document": found.document,
        "doc_id": found.passage.doc_id,
        "title": found.title,
        "section": found.section,
        "pinpoint": pinpoint(found.section),
        "page": found.page,
        "span": [found.passage.span.start, found.passage.span.end],
        "quote": found.quote,
    }


def _short(quote: str) -> str:
    words = fold(quote)
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
