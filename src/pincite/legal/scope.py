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
# "Provided it has paid" at the start is a condition; the services provided by someone are none.
_PROVIDED = r"provided(?:\s+(?:that|however)\b|(?<![^.;,\s] provided)(?=\s+(?:it|he|she|they|you|we|the|an?|all|no)\b))"
_EXCEPTION = re.compile(
    rf"\b(?:unless|except(?:ing)?|save\s+(?:that|for|where|as)|other\s+than|{_PROVIDED}|subject\s+to|"
    r"only\s+(?:if|when|where|with|after|to)|until|without)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    rf"\b(?:if|unless|{_PROVIDED}|except(?:\s+(?:where|if|that))?|only\s+(?:if|with|where|when|after)|"
    r"on\s+condition\s+that)\b",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"\b(?:if|unless|provided|except|subject\s+to|where|when|who|which|that|in\s+the\s+event|in\s+case|until|once|only|"
    r"without|after|upon|save|other\s+than|as\s+long\s+as|while|with|in\s+order|on)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b(?:all|any|every|whole|entire)\b", re.IGNORECASE)
# Words that let nothing out, and limits of a sentence that such a claim has to name.
_EVERY = re.compile(
    r"\b(?:every(?!\s+(?:\d|one\b|two\b|three\b|four\b|five\b|six\b|ten\b|twelve\b|other\b|week|month|quarter|year))"
    r"|always|of\s+(?:any|every)\s+(?:kind|sort|type|nature|description)|in\s+(?:all|every|any)\s+cases?|"
    r"without\s+(?:any\s+)?exceptions?)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:unless|except(?:ing)?|other\s+than|excluding|apart\s+from|save(?=\s+(?:that|for|where|as|in|with|when|if|to)\b))\b"
    r"|(?:\A\W{0,9}|,\s{1,9})where\b(?!\s*,)",
    re.IGNORECASE,
)
_NAMES_LIMIT = re.compile(
    rf"\b(?:unless|if|except(?:ing)?|other\s+than|excluding|apart\s+from|save|but|where|when|only|until|without(?!\s+(?:any\s+)?"
    rf"exception)|subject\s+to|as\s+long\s+as|{_PROVIDED})\b",
    re.IGNORECASE,
)
_MATERIAL = re.compile(r"(?<!raw )\bmaterial(?:ly)?\s+(\w+)", re.IGNORECASE)
_HELD = 0.5
# So many words of an exception tell whether a claim names it; those after them may be the statement itself.
_FIRST = 2
# Words by which a claim names what it does not hold for, and words of an exception that say something by themselves.
_LETS_OUT = re.compile(rf"{_LIMIT.pattern}|\b(?:but|subject\s+to|{_PROVIDED})\b", re.IGNORECASE)
_CLAUSE = 3


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


def drops_exception(claim: str, sentence: str) -> str | None:
    """Return the word of a claim that lets nothing out, such as "every", where its sentence has an exception."""
    claim, sentence = fold_text(claim), fold_text(sentence)
    every = _EVERY.search(claim)
    if not every or _NAMES_LIMIT.search(claim):
        return None
    said = set(stems(claim))
    piece = max(re.split(r"[;\n]", sentence), key=lambda one: len(said & set(stems(one))))
    if "material" not in claim.casefold() and any(set(stems(one[1])) & said for one in _MATERIAL.finditer(piece)):
        return every[0]
    limits = (stems(re.split(r"[,.](?!\d)", piece[found.end() :])[0])[:_FIRST] for found in _LIMIT.finditer(piece))
    return every[0] if any(len(said.intersection(limit)) < len(limit) for limit in limits) else None


def left_out_exception(claim: str, source: str) -> str:
    """The exception of the sentence of a source that a claim comes nearest to, if the claim names none."""
    if _LETS_OUT.search(fold_text(claim)):
        return ""
    said = set(stems(claim))
    pieces = [piece for piece in re.split(r"(?<=[.;])\s+|\n", source) if piece.strip()]
    piece = max(pieces, key=lambda one: len(said & set(stems(one))), default="")
    found = _LIMIT.search(piece)
    if found is None or found.start() == 0 or not found[0].strip(" ,")[:1].islower():
        return ""
    parts = re.split(r"[,;.](?!\d)", piece[found.start() :])
    words = (parts[0] if len(parts[0].split()) >= _CLAUSE else ",".join(parts[:2])).strip(" ,")
    wanted = set(stems(words))
    # A claim that speaks of a fire names "except in a fire or flood".
    return words if 2 * len(wanted & said) < len(wanted) else ""


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
