"""A checked draft as people read it: plain text."""

from __future__ import annotations

import re

from pincite.domain.finding import CheckedDraft, Finding, Pinpoint, Standing
from pincite.legal.markdown_words import as_read
from pincite.legal.pinpoints import where
from pincite.legal.quotations import put_in_marks
from pincite.render.answer_text import fold

_LABELS = {
    Standing.SUPPORTED: "supported",
    Standing.CONTRADICTED: "CONTRADICTED",
    Standing.NOT_FOUND: "NOT FOUND",
}
_LONGEST = 400
# The bullet or number of an item, and the stars of bold type.
_MARKS = re.compile(r"^(?:[-*+•]|\d{1,3}[.)])\s+|\*\*")


def explain(finding: Finding) -> str:
    """What is wrong with a sentence, in one line."""
    return "; ".join(dict.fromkeys(fault.detail for fault in finding.faults))


def draft_as_text(draft: CheckedDraft) -> str:
    """Render each claim of a draft with its standing and supporting words, then the counts."""
    lines = []
    for finding in draft.findings:
        if finding.standing is Standing.NOT_A_CLAIM:
            continue
        lines.append(f"{_LABELS[finding.standing]:12}  {_MARKS.sub('', fold(finding.text))}")
        if finding.faults:
            lines.append(f"{'':14}{explain(finding)}")
        if finding.pinpoint:
            near = "nearest: " if finding.standing is Standing.NOT_FOUND else ""
            lines.append(f"{'':14}{near}{where(finding.pinpoint)}: {put_in_marks(_short(finding.pinpoint))}")
        lines.append("")
    return "\n".join([*lines, f"{draft.summary}."]) + "\n"


def _short(pinpoint: Pinpoint) -> str:
    words = fold(as_read(pinpoint.quote, pinpoint.document))
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
