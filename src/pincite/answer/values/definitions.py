"""Defined terms resolved to their figures: "the Termination Fee" does not say how much must be paid."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.profile import Party
from pincite.domain.section import DefinedTerm, Outline
from pincite.legal.durations import DAYS
from pincite.legal.figures import find_figures
from pincite.spans import Span

_ASKS_SUM = re.compile(
    r"\b(?:how much|pays?|paid|payable|costs?|owes?|(?:what|which)\b.{0,40}\b(?:rate|fee|sum|amount|price|percentage|"
    r"charge|rent|cap|limit))\b",
    re.IGNORECASE,
)
_ASKS_DATE = re.compile(r"\b(?:when|(?:what|which)\b.{0,40}\b(?:date|day))\b", re.IGNORECASE)
_LONGEST = 600


def asks_for_figure(question: str) -> bool:
    """Tell whether a question wants an amount or a date."""
    return bool(_ASKS_SUM.search(question) or _ASKS_DATE.search(question))


def follow_term(
    words: Span, outline: Outline, text: str, *, question: str, parties: Sequence[Party] = ()
) -> Span | None:
    """Return the definition that states the figure behind a defined term in the quoted words, or None.

    The term must stand in the words in its own capitals and not in the question, which asks for another thing; and the
    words must hold no figure of their own. What gives one of the `parties` its role tells no figure of it.
    """
    quoted = words.slice(text)
    if _holds(quoted, question):
        return None
    fitting = [
        term
        for term in outline.terms
        if _uses(quoted, term)
        and term.term not in question
        and not term.definition.overlaps(words)
        and not any(party.span.overlaps(term.definition) for party in parties)
    ]
    for term in sorted(fitting, key=lambda term: quoted.find(term.term)):
        definition = Span(term.definition.start, min(term.definition.end, term.definition.start + _LONGEST))
        if _holds(definition.slice(text), question):
            return definition
    return None


def _uses(quoted: str, term: DefinedTerm) -> bool:
    return term.term[:1].isupper() and re.search(rf"\b{re.escape(term.term)}\b", quoted) is not None


def _holds(words: str, question: str) -> bool:
    """Tell whether a text states a figure of the kind asked for: a sum or percentage, or a date.

    "The Fee within 14 days" states no sum.
    """
    units = {figure.unit for figure in find_figures(words)} - {""}
    return bool(
        (_ASKS_SUM.search(question) and units - {"date", *DAYS}) or (_ASKS_DATE.search(question) and "date" in units)
    )
