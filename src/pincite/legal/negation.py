"""Negation: a word that one text affirms and the other denies."""

from __future__ import annotations

import re

from pincite.legal.folding import fold_text
from pincite.legal.modality import find_predicates
from pincite.legal.wording import NEGATORS, tokenize

# Beginnings of words that deny without a "not".
_FORBIDDING = (
    *("prohibit", "forbid", "prevent", "exclud", "refus", "waiv", "void", "fail", "deny", "denied", "unlawful", "only"),
    *("unenforceable", "invalid", "terminat", "ceas", "releas", "exempt", "free"),
)
_REACH = 1
# "Not less than three months" denies nothing.
_BOUND = re.compile(
    r"\b(?:no|not)\s+(?:be\s+)?(?:more|less|fewer|later|earlier|longer|shorter|greater|lower|higher)\s+than|\bnot\s+exceed(?:ing)?\b|"
    r"\bwhether\s+or\s+not|\bnot\s+only|\bno\s+(?:later|longer)",
    re.IGNORECASE,
)
# "It is not true that …" denies the whole sentence after it.
_UNTRUE = re.compile(
    r"^\s*+it(?:\s++is|[’']s)\s++(?:simply\s++)?+(?:(?:not|never)\s++(?:true|correct|accurate|right|the\s++case)|untrue|false|"
    r"incorrect|inaccurate|wrong)\s++that\s++(?=\w)",
    re.IGNORECASE,
)
# These open a condition, which is not a denial by itself.
_OPENERS = frozenset({"unless", "except", "without"})


def contradicts(claim: str, source: str) -> str | None:
    """Return a word that one text affirms and the other denies, if there is one.

    A claim denies what its source never denies, or affirms what its source only ever denies.
    """
    claim_denies, claim_affirms = negated_stems(claim)
    source_denies, source_affirms = negated_stems(source)
    # For a verb with a modal in both texts, the moods are more reliable.
    weighed = {one.verb for one in find_predicates(claim)} & {one.verb for one in find_predicates(source)}
    claim_denies, claim_affirms = claim_denies - weighed, claim_affirms - weighed
    for word in sorted(claim_denies & source_affirms - source_denies - claim_affirms):
        if not _forbids(source):
            return word
    for word in sorted(claim_affirms & source_denies - source_affirms - claim_denies):
        if not (claim_denies or _forbids(claim)):
            return word
    if claim_denies and not source_denies and not _forbids(source):
        return min(claim_denies)
    return None


def denied_statement(text: str) -> str | None:
    """The statement that a text denies as a whole: "It is not true that the rent is due" denies "the rent is due"."""
    found = _UNTRUE.match(text)
    return text[found.end() :] if found else None


def negated_stems(text: str) -> tuple[set[str], set[str]]:
    """The content words that stand shortly after a negation, and those that do not."""
    negated: set[str] = set()
    plain: set[str] = set()
    left = 0
    for token in tokenize(_BOUND.sub(" ", fold_text(text))):
        if token.word in _OPENERS:
            left = 0
        elif token.word in NEGATORS or token.word.endswith("n't"):
            left = _REACH
        elif token.stem:
            (negated if left else plain).add(token.stem)
            left = max(0, left - 1)
    return negated, plain


def _forbids(text: str) -> bool:
    return any(token.word.startswith(_FORBIDDING) for token in tokenize(text))
