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
# "Shall not have jurisdiction", "nothing stops proceedings in Ohio"; "in no court other than those of Ohio" names one.
_DENIED = re.compile(
    r"\bnothing\b|\bno\s+(?:[\w-]+\s+){0,2}courts?\b|\b(?:not|never|neither|nor|cannot)\b(?:\s+[\w-]+){0,4}\s+(?:have|has|submit\w*|subject|jurisdiction|brought|"
    r"commenced|instituted|heard|litigated|resolved|bring|agrees?|consents?)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\b(?:other\s+than|except|save|only)\b", re.IGNORECASE)
# "Waives any claim that it is not subject to their jurisdiction": what is denied there is an objection.
_WAIVED = re.compile(
    r"\b(?:waives?|objects?|objections?|claims?\s+that|assert\w*|plead|contend|agrees?\s+not)\b", re.IGNORECASE
)
# Courts for some matters only do not decide disputes: most of these clauses stand beside one on arbitration.
_LIMITED = re.compile(
    r"\b(?:injuncti\w+|interim|interlocutory|provisional|equitable\s+relief|awards?|arbitrat\w+|bankruptcy|insolvency|winding[\s-]up|small\s+claims|"
    r"enforce\w*\s+(?:of\s+)?(?:an?|any|the|such|this|its)\s+(?:judge?ment|order|award)|support\s+of\s+arbitration)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\b(?:any|all|every|each)\s+(?:[\w-]+,?\s+){0,3}disputes?\b|\b(?:disputes?|claims?|actions?|proceedings?|suits?|matters?|controvers\w+|litigation)"
    r"(?:,?\s+(?:or\s+|and\s+)?\w+){0,3}?\s+(?:arising|relating|related|concerning|out\s+of|in\s+connection|with\s+respect|under)\b",
    re.IGNORECASE,
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
    return whole and bool(named) and len(words) <= _LONGEST and not is_limited(words)


def is_limited(words: str) -> bool:
    """Tell whether a sentence denies courts, or names them for some matters only."""
    waived = _WAIVED.search(words)
    denied = _DENIED.search(words, 0, waived.start() if waived else len(words))
    if denied and not _ONLY.search(words, denied.start()):
        return True
    return _LIMITED.search(words) is not None and _GENERAL.search(words) is None


def _firmness(words: str) -> int:
    return 2 * bool(_EXCLUSIVE.search(words)) + bool(_SUBMITS.search(words))
