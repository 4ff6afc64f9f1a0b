"""Whose a document is said to be behind its noun: “the privacy policy of Quillo”, “the terms by Zephyr”.

A lease is of a place, an agreement of a day, and any document of a party by its role: of these words only those are a
name that no language has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.retrieve.spelling import POSSESSIVE, is_ordinary

_OF = frozenset({"by", "of"})
# “The policy of the Quillo app”: behind “the” a word with a capital may be any defined term, unless it is a thing's.
_THINGS = frozenset("app apps company firm group platform product service site software website".split())  # noqa: SIM905
_ROLES = re.compile(
    r"(?:\w{2,20}(?:or|ee|er)s?|[A-Z]{1,4}|applicant|assignee|bailiff|claimant|client|participant|tenant)",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"[A-Z][^\W\d_]*[a-z](?:[’'&-]?[^\W\d_]+)*(?:['’]s)?")
_LONGEST = 4


def is_role(word: str) -> bool:
    """Tell whether a word may say what somebody is in a document, and not who: “Licensor”."""
    return _ROLES.fullmatch(word) is not None


def find_owner(tokens: Sequence[re.Match[str]], noun: int) -> tuple[int, list[str]] | None:
    """Whose a document is, by the words after its noun: where they end, and the names; None where that is unsure."""
    at = noun + 1
    if at + 1 >= len(tokens) or tokens[at][0] not in _OF:
        return None
    article = tokens[at + 1][0] == "the"
    first = at + 1 + article
    last = first
    while last < len(tokens) and last - first < _LONGEST and _CAPITALS.fullmatch(tokens[last][0]):
        last += 1
    owner = tokens[first:last]
    follows = tokens[last][0] if last < len(tokens) else ""
    # “The lease of Wharf 4”, “the agreement of Marrowmas 2019”.
    if not owner or follows[:1].isdigit() or (article and follows not in _THINGS):
        return None
    names = [POSSESSIVE.sub("", token[0]) for token in owner]
    if all(is_ordinary(name) or is_role(name) for name in names):
        return None
    return last - (not article), names
