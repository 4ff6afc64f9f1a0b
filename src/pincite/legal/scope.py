"""Scope: claims that are broader than their source, or that add a condition."""

from __future__ import annotations

import re

from pincite.legal.folding import fold_text
from pincite.legal.wording import stems

# Absolute words, which exclude conditions and exceptions.
_ABSOLUTE = re.compile(
    r"\b(?:always|ever|in\s+(?:all|every|any)\s+(?:cases?|events?|circumstances?)|under\s+(?:all|any|no)\s+circumstances|"
    r"without\s+(?:any\s+)?(?:exception|restriction|limit|limitation|condition)s?|unconditionally|regardless|whatever|"
    r"whatsoever|wherever|however(?!,)|whenever|whether\s+or\s+not|even\s+if|for\s+any\s+(?:reason|purpose)|"
    r"at\s+any\s+time|at\s+all|exactly|without\s+any)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(r"\bnever\b", re.IGNORECASE)
_NO_EVENT = re.compile(
    r"\b(?:never|in\s+no\s+event|at\s+no\s+time|under\s+no\s+circumstances|no|neither|nothing)\b", re.I
)
_ONLY = re.compile(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_RESTRICTS = re.compile(
    r"\b(?:only|sole(?:ly)?|exclusive(?:ly)?|unless|until|except|without|provided|other\s+than|save|subject\s+to|if|"
    r"no\s+more|not\s+more|limited|alone|just)\b",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:unless|except(?:ing)?|save\s+(?:that|for|where|as)|other\s+than|provided\s+(?:that|however)|subject\s+to|"
    r"only\s+(?:if|when|where|with|after|to)|until|without)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided\s+(?:that)?|except(?:\s+(?:where|if|that))?|only\s+(?:if|with|where|when|after)|"
    r"on\s+condition\s+that)\b",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"\b(?:if|unless|provided|except|subject\s+to|where|when|who|which|that|in\s+the\s+event|in\s+case|until|once|only|"
    r"without|after|upon|save|other\s+than|as\s+long\s+as|while|with|in\s+order|on)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b(?:all|any|every|whole|entire)\b", re.IGNORECASE)
_HELD = 0.5


def overreaches(claim: str, source: str) -> str | None:
    """Return the word that makes a claim broader than its source: an absolute, an "only", or an added condition."""
    claim, source = fold_text(claim), fold_text(source)
    for found in _ABSOLUTE.finditer(claim):
        if _squeezed(found[0]) not in _squeezed(source):
            return found[0]
    if (
        _NEVER.search(claim)
        and (not _NO_EVENT.search(source) or _EXCEPTION.search(source))
        and not _NEVER.search(source)
    ):
        return "never"
    if (only := _ONLY.search(claim)) and not _RESTRICTS.search(source):
        return only[0]
    if (
        (whole := _WHOLE.search(claim))
        and not _WHOLE.search(source)
        and _EXCEPTION.search(source)
        and not _EXCEPTION.search(claim)
    ):
        return whole[0]
    return _own_condition(claim, source)


def _own_condition(claim: str, source: str) -> str | None:
    """A condition of the claim whose words its source does not hold, or where it has no condition at all."""
    held = set(stems(source))
    for found in _CONDITION.finditer(claim):
        clause = re.split(r"[,;.](?!\d)", claim[found.end() :])[0]
        wanted = set(stems(clause))
        if not _CONDITIONAL.search(source):
            return found[0]
        if wanted and len(wanted & held) <= _HELD * len(wanted):
            return found[0]
    return None


def _squeezed(text: str) -> str:
    return " ".join(text.casefold().split())
