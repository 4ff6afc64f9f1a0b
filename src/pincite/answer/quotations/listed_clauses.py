"""The clauses of a document that state what is to be listed: sums, times by which something is to be done, deposits."""

from __future__ import annotations

import re

from pincite.answer.questions.asked_list import AskedList, ListedKind
from pincite.answer.quotations.clause_spans import clause_spans
from pincite.domain.section import Outline
from pincite.legal.durations import DAYS
from pincite.legal.figures import find_figures
from pincite.legal.wording import stems
from pincite.spans import Span

_CURRENCIES = frozenset({"USD", "GBP", "EUR", "JPY", "CZK"})
_PAYS = re.compile(r"\b(?:pay|pays|paid|payable|payments?|reimburse\w*|refund\w*)\b", re.IGNORECASE)
# What makes a time one by which something is to be done.
_BY_THEN = re.compile(
    r"\b(?:within|(?:no|not)\s{1,9}(?:later|less|fewer|more)\s{1,9}than|at\s{1,9}least|before|by|until|on\s{1,9}or\s{1,9}before|"
    r"notice|up\s{1,9}to|for\s{1,9}a\s{1,9}period\s{1,9}of|prior)\b",
    re.IGNORECASE,
)
_FEW = 4


def listed_clauses(asked: AskedList, text: str, outline: Outline) -> list[Span]:
    """The clauses that state what is asked for, in their order."""
    return [
        span
        for span in clause_spans(text, outline, Span(0, len(text)))
        if _states(asked, span.slice(text)) and not _is_heading(span, text)
    ]


def _states(asked: AskedList, words: str) -> bool:
    if asked.kind is ListedKind.NAMED:
        return asked.noun in stems(words)
    units = {figure.unit for figure in find_figures(words)}
    if asked.kind is ListedKind.SUMS:
        return bool(units & _CURRENCIES) or _PAYS.search(words) is not None
    return not units.isdisjoint({*DAYS, "date"}) and _BY_THEN.search(words) is not None


def _is_heading(span: Span, text: str) -> bool:
    """Whether a clause is only a heading: it has capitals and no stop."""
    words = span.slice(text).strip()
    return words.isupper() or (len(words.split()) <= _FEW and words[-1:] not in ".;:")
