"""See also: what is quoted beside the clause that answers best is set apart from it."""

from __future__ import annotations

from dataclasses import replace

from pincite.domain.answer import Answer

SEE_ALSO = "See also: "


def set_further_apart(answer: Answer) -> Answer:
    """Put "See also" between the best clause and the others, where all are of one document."""
    citations = answer.citations
    first = citations[0]
    further = next((one for one in citations if one.number != first.number), None)
    if further is None or len({one.passage.doc_id for one in citations}) > 1:
        return answer
    at = further.claim.start
    moved = (replace(one, claim=one.claim.shift(len(SEE_ALSO))) if one.claim.start >= at else one for one in citations)
    return replace(answer, text=f"{answer.text[:at]}{SEE_ALSO}{answer.text[at:]}", citations=tuple(moved))
