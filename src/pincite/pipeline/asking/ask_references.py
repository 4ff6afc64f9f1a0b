"""Sections that an answer's words depend on (“subject to clause 9”, “as set out in Schedule 2”), quoted after them."""

from __future__ import annotations

import re

from pincite.answer.quotations.see_also import call_documents
from pincite.domain.answer import Answer
from pincite.domain.section import CrossReference, Section
from pincite.pipeline.asking.further_quotation import add_quotation, explain_step
from pincite.ports.store import Library
from pincite.spans import Span

# The words before a pointer that make what it points at part of the answer.
_DEPENDS = re.compile(
    r"\b(?:subject\s+(?:always\s+)?to|except\s+(?:as\s+(?:\w+\s+)?in|under)|unless\s+(?:otherwise\s+)?\w+\s+in|"
    r"(?:set\s+out|set\s+forth|specified|defined|described|referred\s+to|provided(?:\s+for)?|listed)\s+(?:in|at|under)|"
    r"in\s+accordance\s+with|calculated\s+under)\s+(?:the\s+provisions\s+of\s+|this\s+)?\Z",
    re.IGNORECASE,
)
_REACH = 60
_LONGEST = 1200


def bring_references(answer: Answer, index: Library) -> Answer:
    """The answer with the section that its first quotation depends on, where the document has it and it is short."""
    if not answer.found or not answer.citations:
        return answer
    first = answer.citations[0]
    reading = index.reading(first.passage.doc_id)
    text = reading.doc.text
    shown = [one.passage.span for one in answer.citations if one.passage.doc_id == first.passage.doc_id]
    for reference in reading.outline.references:
        target = _needed(reference, first.passage.span, reading.outline.sections, text)
        if target is None or any(span.overlaps(target.span) for span in shown):
            continue
        several = len({one.passage.doc_id for one in answer.citations}) > 1
        lead = (
            f"{call_documents(answer.citations)[first.document]}, {reference.text}: "
            if several
            else f"{reference.text}: "
        )
        longer = add_quotation(answer, index, target.span, lead=lead, target=target)
        place = longer.citations[-1].section
        return explain_step(longer, f"“{reference.text}” in the first quotation means {place}")
    return answer


def _needed(reference: CrossReference, quote: Span, sections: tuple[Section, ...], text: str) -> Section | None:
    """The section a reference within a quotation points at, where the quotation depends on it."""
    if reference.target is None or not quote.contains(reference.span):
        return None
    before = text[max(quote.start, reference.span.start - _REACH) : reference.span.start]
    target = sections[reference.target]
    return target if _DEPENDS.search(before) and 0 < len(target.span) <= _LONGEST and target.id else None
