"""The party that acts: whom a question asks about, and who does or may do something in a clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.quotations.asked_words import same_words

_ASKS = "can|could|may|might|must|shall|should|will|would|does|do|did"
_BOUND = r"required|obliged|bound|supposed|expected|liable|responsible"
_FREE = r"allowed|permitted|entitled|able|free"
# Before the word that asks, in the same part of the question: it asks when, how or what, and not whether.
_WHAT = re.compile(r"\b(?:how|when|what|which|who|whom|where|why)\b[^.,;:?!]{0,80}\Z", re.IGNORECASE)
_DUTIES = frozenset("must shall should".split())  # noqa: SIM905
_DUTY = r"(?:have|need|want)\s{1,3}to\s{1,3}|(?:not|ever|also|still)\s{1,3}"
_ACTS = (
    r"(?:also\s{1,3}|hereby\s{1,3})?(?:shall|may|must|will|can|cannot|agrees?|undertakes?|covenants?|has|have|needs?|is|are|"
    r"to(?!\s{1,3}(?:the|an?|any|its)\b))\b"
)
# "The Supplier delivers": a verb in the present, and not "as", "its" or "this".
_DOES = r"(?!(?:as|its|this|thus|less|unless|towards|besides|perhaps|always|sometimes|across)\b)[a-z]{2,20}s\b"
# The subject of a side clause does nothing in the main one: "if the Tenant fails", "records that the Customer keeps".
_SIDE = re.compile(
    r"\b(?:if|when|whenever|where|wherever|unless|until|once|after|before|while|because|as|which|that)\s{1,3}"
    r"(?:the\s{1,3})?\Z",
    re.IGNORECASE,
)
_THAT_MAY = re.compile(r"\bthat\s.{0,60}\b(?:shall|may|must|will)\Z", re.IGNORECASE | re.DOTALL)
_REACH = 20
# The verb is one of the next few words after "shall".
_FEW = 4
_WORD = re.compile(r"[^\W\d_]+")
_EITHER = re.compile(r"\b(?:either|each|neither|both|any)\s{1,3}(?:of\s{1,3}the\s{1,3})?part(?:y|ies)\b", re.IGNORECASE)
_ARTICLE = r"(?:(?:the|an?|any|each|my|our|your)\s{1,3})?"
# Who gets something does not act: the clause is about who gives it.
_NO_ACTS = frozenset(
    """
    be get have receive obtain earn gain lose know hear see expect need want benefit suffer claim recover ask rely wait
    """.split()  # noqa: SIM905 - a list to be read
)


@dataclass(frozen=True, slots=True)
class AskedActor:
    """The party that a question asks to act: its role, the word for what it does, and what is asked of that."""

    role: str
    verb: str
    whether: bool = False
    duty: bool = False


def asked_actor(question: str, roles: Sequence[str]) -> AskedActor | None:
    """The party that a question asks to act: "must the tenant repair", "is the tenant required to repair"."""
    for role in roles:
        name = _named(role)
        found = re.search(
            rf"(?P<long>\bhow\s{{1,3}}long\s{{1,3}})?\b(?P<asks>{_ASKS})\s{{1,3}}{_ARTICLE}{name}\s{{1,3}}"
            rf"(?P<duty>(?:{_DUTY}){{0,2}})(?P<verb>[a-z]{{2,20}})\b",
            question,
            re.IGNORECASE,
        ) or re.search(
            rf"(?P<long>\bhow\s{{1,3}}long\s{{1,3}})?\b(?P<asks>is|are|was)\s{{1,3}}{_ARTICLE}{name}\s{{1,3}}(?:not\s{{1,3}})?"
            rf"(?P<duty>(?:{_BOUND}|{_FREE})\s{{1,3}}to)\s{{1,3}}(?P<verb>[a-z]{{2,20}})\b",
            question,
            re.IGNORECASE,
        )
        if found and (found["verb"].casefold() not in _NO_ACTS or (found["long"] and found["verb"] == "have")):
            whether = not found["long"] and _WHAT.search(question, 0, found.start()) is None
            duty = found["duty"].casefold()
            bound = "to" in duty.split() and re.search(rf"\b(?:{_FREE})\b", duty) is None
            return AskedActor(role, found["verb"], whether, found["asks"].casefold() in _DUTIES or bound)
    return None


def party_acts(words: str, role: str) -> list[int]:
    """Where the words end that say of a party in a clause that it does or may do something."""
    name = _named(role)
    pattern = (
        rf"\b{name}\s{{1,3}}(?:{_ACTS}|(?={_DOES}))|\bby\s{{1,3}}(?:the\s{{1,3}})?{name}\b|"
        rf"\b(?:let|make|have)\s{{1,3}}(?:the\s{{1,3}})?{name}\b"
    )
    return [found.end() for found in re.finditer(pattern, words) if not _is_aside(words, found)]


def does_act(words: str, verb: frozenset[str], roles: Sequence[str]) -> bool:
    """Whether one of some parties does an act in a clause, which is told by the stems of its verb."""
    ends = (end for role in roles for end in party_acts(words, role))
    return any(
        verb & same_words(" ".join(word[0] for _, word in zip(range(_FEW), _WORD.finditer(words, end), strict=False)))
        for end in ends
    )


def is_of_others(words: str, actor: str, roles: Sequence[str]) -> bool:
    """Whether only other parties than one act in a clause."""
    others = (role for role in roles if role != actor)
    return (
        not party_acts(words, actor) and not _EITHER.search(words) and any(party_acts(words, role) for role in others)
    )


def binds_each(words: str) -> bool:
    """Whether a clause says of every party alike what it does: "either party may"."""
    return _EITHER.search(words) is not None


def _named(role: str) -> str:
    return re.escape(role).replace(r"\ ", r"\s{1,3}")


def _is_aside(words: str, found: re.Match[str]) -> bool:
    """Whether the words for what a party does stand in a side clause; "agrees that the Tenant may" is none."""
    start = max(0, found.start() - _REACH)
    return _SIDE.search(words, start, found.start()) is not None and not _THAT_MAY.search(words, start, found.end())
