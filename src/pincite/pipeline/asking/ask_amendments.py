"""Amendments of the clause that an answer quotes first, quoted after it: what it says may hold no longer."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.quotations.see_also import call_documents
from pincite.domain.answer import Answer
from pincite.domain.document import Passage
from pincite.pipeline.amendments import as_it_was, clause_numbers, find_amendments, find_changes
from pincite.pipeline.asking.further_quotation import add_quotation, explain_step
from pincite.ports.store import Library
from pincite.spans import Span

# So many paragraphs of one amendment are quoted at most.
_MOST = 2


def bring_amendments(answer: Answer, question: str, index: Library) -> Answer:
    """The answer with the paragraphs of other documents that amend the clause it quotes first, and said to be so."""
    if not answer.found or not answer.citations or answer.entries or as_it_was(question):
        return answer
    first = answer.citations[0]
    numbers = clause_numbers(index.reading(first.passage.doc_id), first.passage.span)
    longer = answer
    for card in find_amendments(index.card(first.passage.doc_id), index) if numbers else ():
        reading = index.reading(card.id)
        beside = replace(first, passage=Passage(card.id, first.passage.span), document=card.path, title=card.title)
        called = call_documents((first, beside))[card.path]
        changes = dict.fromkeys((change.section, change.span) for change in find_changes(reading, numbers))
        for section, span in list(changes)[:_MOST]:
            quoted = [one.passage.span for one in longer.citations if one.passage.doc_id == card.id]
            if not any(span.overlaps(other) for other in quoted):
                lead = f"As amended, in {called}: "
                longer = add_quotation(longer, index, span, lead=lead, target=section, beside=beside)
                longer = explain_step(longer, f"{called} amends the clause that is quoted first")
    return _as_it_was(longer) if longer is not answer else answer


def _as_it_was(answer: Answer) -> Answer:
    """The answer without a short answer, which may hold no longer, and with its first quotation said to be older."""
    lead, dropped = "Before its amendment: ", len(answer.text) - len(answer.body)
    # A claim may begin with the short answer that is dropped.
    moved = tuple(
        replace(one, claim=Span(max(one.claim.start - dropped, 0), one.claim.end - dropped).shift(len(lead)))
        for one in answer.citations
    )
    return replace(answer, text=f"{lead}{answer.body}", short="", citations=moved)
