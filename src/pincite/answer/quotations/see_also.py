"""See also: what is quoted beside the clause that answers best is set apart from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from pincite.answer.short_names import short_names
from pincite.domain.answer import Answer, Citation

SEE_ALSO = "See also: "
# A longer name of a file is cut, so that a quotation stays near the words that lead to it.
_LONGEST = 60


def set_further_apart(answer: Answer) -> Answer:
    """Put "See also" between the best clause and the others, with the name of each other document before its own."""
    called = call_documents(answer.citations)
    for before, after in reversed([*pairwise(answer.citations)]):
        if before.number != after.number and (lead := _lead(answer.citations[0], before, after, called)):
            answer = _with_lead(answer, lead, at=after.claim.start)
    return answer


def lead_instead(answer: Answer, lead: str, *, to: Citation) -> Answer:
    """Put other words in the place of "See also" before a clause; nothing changes where it does not stand there."""
    at = to.claim.start - len(SEE_ALSO)
    if at < 0 or answer.text[at : to.claim.start] != SEE_ALSO:
        return answer
    moved = (
        replace(one, claim=one.claim.shift(-len(SEE_ALSO))) if one.claim.start > at else one for one in answer.citations
    )
    text = f"{answer.text[:at]}{answer.text[to.claim.start :]}"
    return _with_lead(replace(answer, text=text, citations=tuple(moved)), lead, at=at)


def call_documents(citations: Iterable[Citation]) -> dict[str, str]:
    """What the documents of citations are called beside each other, by their paths."""
    names = short_names((citation.document, citation.title) for citation in citations)
    return {path: _shorten(name) for path, name in names.items()}


def _shorten(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"


def _lead(first: Citation, before: Citation, after: Citation, called: Mapping[str, str]) -> str:
    """What leads from one clause to the next."""
    if after.passage.doc_id != before.passage.doc_id:
        return f"{SEE_ALSO.removesuffix(': ')}, in {called[after.document]}: "
    return SEE_ALSO if before.number == first.number else ""


def _with_lead(answer: Answer, lead: str, *, at: int) -> Answer:
    moved = (
        replace(one, claim=one.claim.shift(len(lead))) if one.claim.start >= at else one for one in answer.citations
    )
    return replace(answer, text=f"{answer.text[:at]}{lead}{answer.text[at:]}", citations=tuple(moved))
