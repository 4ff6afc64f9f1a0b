"""The short answer: the value stated by the first quotation, put before it and cited with it."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from pincite.answer.asked_value import asked_value
from pincite.answer.stated_value import stated_value
from pincite.answer.verify import check_claim
from pincite.domain.answer import Answer, AnswerContext, Citation, Claim
from pincite.spans import Span


def put_short_first(answer: Answer, context: AnswerContext, *, least_support: float) -> Answer:
    """Put the value first if the question asks for one and the first quotation states exactly one.

    Nothing is put first where the words come from several documents, or where another quotation says otherwise.
    """
    asked = asked_value(answer.question)
    if asked is None or not answer.citations or len({one.passage.doc_id for one in answer.citations}) > 1:
        return answer
    first, *others = _clauses(answer.citations)
    quote = "\n".join(one.quote for one in first)
    span = stated_value(asked, answer.question, quote)
    if span is None or not any(piece.contains(span) for piece in _pieces(first)):
        return answer
    words = span.slice(quote)
    if any(_differs(words, stated, clause) for clause in others if (stated := _state(answer, clause))):
        return answer
    number = first[0].number
    claim = Claim(f"{_sentence(words)} [{number}]", (number,), (words,))
    if check_claim(claim, context, least_support=least_support).faults:
        return answer
    return lead_with(_sentence(words), answer)


def lead_with(short: str, answer: Answer) -> Answer:
    """Put a short answer before the text, supported by the first citation."""
    shift = len(short) + 1
    moved = [replace(one, claim=one.claim.shift(shift)) for one in answer.citations]
    moved[0] = replace(moved[0], claim=Span(0, moved[0].claim.end))
    return replace(answer, text=f"{short} {answer.text}", short=short, citations=tuple(moved))


def _clauses(citations: tuple[Citation, ...]) -> list[list[Citation]]:
    """Group the citations by number, in order; the pieces of one clause share a number."""
    clauses: dict[int, list[Citation]] = {}
    for citation in citations:
        clauses.setdefault(citation.number, []).append(citation)
    return list(clauses.values())


def _pieces(clause: list[Citation]) -> list[Span]:
    """Where the pieces of a clause lie in its words: no value runs from one into the next."""
    ends = accumulate(len(one.quote) + 1 for one in clause)
    return [Span(end - 1 - len(one.quote), end - 1) for end, one in zip(ends, clause, strict=True)]


def _state(answer: Answer, clause: list[Citation]) -> str:
    asked = asked_value(answer.question)
    quote = "\n".join(one.quote for one in clause)
    span = stated_value(asked, answer.question, quote) if asked else None
    return span.slice(quote) if span else ""


def _differs(words: str, stated: str, clause: list[Citation]) -> bool:
    """Tell whether another quotation states another value, and not the same in other words."""
    return _bare(stated) not in _bare(words) and _bare(words) not in _bare(" ".join(one.quote for one in clause))


def _bare(words: str) -> str:
    return "".join(words.casefold().split())


def _sentence(words: str) -> str:
    shown = " ".join(words.split()).rstrip(" .,;:")
    return f"{shown[:1].upper()}{shown[1:]}."
