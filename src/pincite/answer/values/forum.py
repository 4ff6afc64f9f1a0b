"""Which courts decide disputes under an agreement: the sentence that submits to them."""

from __future__ import annotations

import re

from pincite.legal.sentences import sentence_around
from pincite.spans import Span

_CLAUSE = re.compile(
    r"\b(?:submits?|consents?|agrees?|subject|brought|commenced|instituted|litigated|heard|resolved|have|has)\b[^.;]{0,200}?"
    r"\b(?:jurisdiction|venue|courts?)\b",
    re.IGNORECASE,
)
_COURTS = re.compile(r"\bcourts?\b", re.IGNORECASE)
_EXCLUSIVE = re.compile(r"\bexclusive(?:ly)?\b", re.IGNORECASE)
_CHOSEN = re.compile(r"\b(?:jurisdiction|venue|brought|commenced|instituted)\b", re.IGNORECASE)
# "A court of competent jurisdiction" names no particular court.
_ANY = re.compile(r"\bcompetent\s+jurisdiction\b", re.IGNORECASE)
_PLACE = re.compile(
    r"\bcourts?\b[^.;]{0,60}?\b(?:of|in|for|located|sit\w*)\b[^.;a-z]{0,4}(?:the\s+)?(?:[\w,’' ]{0,40}?)[A-Z]"
)
_SUBMITS = re.compile(r"\bsubmits?\b", re.IGNORECASE)
_ENDS = frozenset((*'.;:!?)”"', ""))
_LONGEST, _GAP = 900, 40


def find_forum(text: str) -> Span | None:
    """Return the sentence that says which courts decide disputes, or None if none names a particular place."""
    found = (sentence_around(text, Span(*clause.span())) for clause in _CLAUSE.finditer(text))
    certain = [sentence for sentence in found if _is_certain(text, sentence)]
    return max(certain, key=lambda sentence: _firmness(sentence.slice(text)), default=None)


def _is_certain(text: str, sentence: Span) -> bool:
    words = sentence.slice(text)
    # A sentence that is cut in two by a page break may be incomplete.
    whole = text[max(0, sentence.start - _GAP) : sentence.start].rstrip()[-1:] in _ENDS and not re.search(
        r"\n\s*\n", words
    )
    named = _COURTS.search(words) and _CHOSEN.search(words) and _PLACE.search(words) and not _ANY.search(words)
    return whole and bool(named) and len(words) <= _LONGEST


def _firmness(words: str) -> int:
    return 2 * bool(_EXCLUSIVE.search(words)) + bool(_SUBMITS.search(words))
