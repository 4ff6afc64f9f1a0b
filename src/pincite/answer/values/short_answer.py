"""The short answer: the value stated by the first quotation, put before it and cited with it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.quotations.table_grid import GridRow, TableGrid, row_at
from pincite.answer.values.labelled_short import as_sentence, is_row, labelled_short
from pincite.answer.values.stated_value import notice_periods, stated_value
from pincite.answer.values.table_cell import find_cell, named_rows
from pincite.answer.verification.verify import check_claim
from pincite.domain.answer import Answer, AnswerContext, Citation, Claim
from pincite.legal.folding import fold_text
from pincite.legal.sentences import split_sentences
from pincite.legal.wording import stems
from pincite.ports import Verifier
from pincite.spans import Span

# The sentence of a value must answer, by the verifier, and lead the other sentences of its quotation by this much.
_LEAD = 1.0
# Of several values, or of one whose sentence shares no word with the question, that of a sentence as sure as this.
_SURE, _SURE_LEAD = 2.0, 2.0
# Sentences with so many words in common are on the same matter.
_SAME_MATTER = 2
# A table of labels and values.
_PAIR = 2
# More sentences are not read.
_SENTENCES = 8
# How the next sentence begins where it tells of another case.
_ANOTHER_CASE = re.compile(
    r"\W{0,5}(?:however|but|if|where|when|for|in\s{1,9}(?:the\s{1,9})?(?:case|event)|except|unless|otherwise|save)\b",
    re.IGNORECASE,
)
# A value whose last word stands for something that only the quotation names: "five years after it".
_POINTS_BACK = re.compile(r"\b(?:it|them|they|this|these|those|such)\W{0,5}\Z", re.IGNORECASE)
Tables = Callable[[str], Sequence[TableGrid]]
# What chooses a law or a court is known by its words alone.
_PLAIN = frozenset({AskedValue.LAW, AskedValue.COURT})


def put_short_first(
    answer: Answer, context: AnswerContext, *, tables: Tables, least_support: float, verifier: Verifier | None = None
) -> Answer:
    """Put the value first if the question asks for one and the first quotation states exactly one.

    A verifier chooses between its sentences, and the `tables` of a document tell which cell of a row it is. Nothing is
    put first where the words come from several documents, or where another quotation says otherwise.
    """
    asked = asked_value(answer.question)
    if not answer.citations or len({one.passage.doc_id for one in answer.citations}) > 1:
        return answer
    first, *others = _clauses(answer.citations)
    quote = _words(first)
    grids = tables(first[-1].passage.doc_id)
    held = row_at(grids, first[-1].passage.span)
    # Which cell of a row is meant only its columns tell: what they leave in doubt the words do not settle.
    if held is not None and (named := named_rows(answer.question, held[0])):
        span = _of_cell(asked, answer.question, first, held) if named == [held[1]] else None
    else:
        span = _of_label(asked, answer.question, first[-1], held)
        span = span.shift(len(quote) - len(first[-1].quote)) if span else None
        if span is None and asked is not None and not is_row(first[-1].quote):
            span = _chosen(asked, answer.question, quote, verifier)
    if span is None or not any(piece.contains(span) for piece in _pieces(first)):
        return answer
    words = span.slice(quote)
    if _POINTS_BACK.search(words):
        return answer
    if asked is AskedValue.NOTICE and any(notice_periods(_words(one)) - notice_periods(words) for one in others):
        # Whose notice each of them is, the words alone do not tell.
        return answer
    if any(_differs(words, stated, clause) for clause in others if (stated := _state(answer, clause))):
        return answer
    number = first[0].number
    claim = Claim(f"{as_sentence(words)} [{number}]", (number,), (words,))
    if check_claim(claim, context, least_support=least_support).faults:
        return answer
    return lead_with(as_sentence(words), answer)


def _of_cell(
    asked: AskedValue | None, question: str, clause: list[Citation], held: tuple[TableGrid, GridRow]
) -> Span | None:
    """The cell that a question asks for, in the row that ends a quotation or in one above that reaches into it."""
    known = f"{clause[-1].title or ''} {clause[-1].document}"
    cell = find_cell(asked, question, *held, known=known).value(asked, question)
    places = zip((one.passage.span for one in clause), _pieces(clause), strict=True)
    return next((cell.shift(own.start - at.start) for at, own in places if cell and at.contains(cell)), None)


def _of_label(
    asked: AskedValue | None, question: str, row: Citation, held: tuple[TableGrid, GridRow] | None
) -> Span | None:
    """What follows the label that the last piece of a quotation begins with."""
    if asked is None or (held is not None and len(held[0].names) > _PAIR):
        return None
    return labelled_short(question, row.quote)


def _chosen(asked: AskedValue, question: str, quote: str, verifier: Verifier | None) -> Span | None:
    """The value of a quotation, if the sentence that states it answers best, by the verifier."""
    stated = stated_value(asked, question, quote)
    sentences = split_sentences(quote, Span(0, len(quote)))
    if verifier is None or asked in _PLAIN or not 1 <= len(sentences) <= _SENTENCES:
        return stated
    verdicts = verifier.verify([(question, one.slice(quote)) for one in sentences])
    if not verdicts:  # No model reads.
        return stated
    (best, sentence), *rest = sorted(zip((one.log_odds for one in verdicts), sentences, strict=True), reverse=True)
    lead = best - rest[0][0] if rest else math.inf
    if stated is not None:
        return stated if lead >= _LEAD and sentence.contains(stated) else None
    if best < _SURE or lead < _SURE_LEAD or _ANOTHER_CASE.match(quote, sentence.end):
        return None
    found = stated_value(asked, question, sentence.slice(quote), answering=True)
    if found is None or any(
        _is_alternative(asked, question, sentence.slice(quote), one.slice(quote)) for _, one in rest
    ):
        return None
    return found.shift(sentence.start)


def _is_alternative(asked: AskedValue, question: str, chosen: str, other: str) -> bool:
    """Tell whether another sentence states a value of the same matter: which of the two holds depends on the case.

    "A visible defect is reported within six hours. A hidden defect is reported within two days."
    """
    shared = set(stems(fold_text(chosen))) & set(stems(fold_text(other)))
    return len(shared) >= _SAME_MATTER and stated_value(asked, question, other, answering=True) is not None


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


def _words(clause: list[Citation]) -> str:
    return "\n".join(one.quote for one in clause)


def _pieces(clause: list[Citation]) -> list[Span]:
    """Where the pieces of a clause lie in its words: no value runs from one into the next."""
    ends = accumulate(len(one.quote) + 1 for one in clause)
    return [Span(end - 1 - len(one.quote), end - 1) for end, one in zip(ends, clause, strict=True)]


def _state(answer: Answer, clause: list[Citation]) -> str:
    asked = asked_value(answer.question)
    quote = _words(clause)
    span = stated_value(asked, answer.question, quote) if asked else None
    return span.slice(quote) if span else ""


def _differs(words: str, stated: str, clause: list[Citation]) -> bool:
    """Tell whether another quotation states another value, and not the same in other words."""
    return _bare(stated) not in _bare(words) and _bare(words) not in _bare(" ".join(one.quote for one in clause))


def _bare(words: str) -> str:
    return "".join(words.casefold().split())
