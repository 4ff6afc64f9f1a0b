"""A question in the words of clauses: what it says in everyday words, and what it says is not meant, misleads a search.

"Do they make the loser pay the winner's legal fees?" is the clause on "the prevailing party"; "arbitration instead of a
court" is no question about courts.
"""

from __future__ import annotations

import re

# Only beside fees and costs: a prize has winners too.
_ON_COSTS = re.compile(
    r"\b(?:legal|lawyers?[’']?s?|attorneys?[’']?s?|court|solicitors?[’']?s?)\s{1,3}(?:fees?|costs?|bills?|expenses?)\b|"
    r"\bcosts?\b",
    re.IGNORECASE,
)
_LOSER = r"loser|losing\s{1,3}(?:side|one)|(?:side|one|party)\s{1,3}(?:that|who|which)\s{1,3}loses"
_WINNER = (
    r"winner|(?:winning|successful)\s{1,3}(?:side|one|party)|"
    r"(?:side|one|party)\s{1,3}(?:that|who|which)\s{1,3}wins"
)
_SIDES = re.compile(rf"\b(?:(?P<loser>{_LOSER})|(?P<winner>{_WINNER}))\b", re.IGNORECASE)
# "instead of a court", "rather than the courts", at the end of a question or before a comma
_CONTRAST = re.compile(
    r"(?<=\w)\s{1,3}(?:instead\s{1,3}of|rather\s{1,3}than|as\s{1,3}opposed\s{1,3}to|and\s{1,3}not(?=\s{1,3}(?:to|in|by)\b))"
    r"\s{1,3}[^,?]{2,60}(?=[,?]|$)",
    re.IGNORECASE,
)
# "Put their prices up on us", "the rent be put up": clauses increase them.
_MONEY = (
    r"(?:prices?|charges?|fees?|rents?|rates?|premiums?|subscriptions?|costs?|interest|bills?|tariffs?|"
    r"what\s{1,3}(?:we|i|you|they)\s{1,3}pay)"
)
_PUT = r"(?:put|push|bump|hike|jack|whack)"
_PUT_UP = re.compile(
    rf"\b(?:{_PUT}\s{{1,3}}(?P<what>(?:[\w’',]+\s{{1,3}}){{0,5}}?{_MONEY})\s{{1,3}}up\b|{_PUT}\s{{1,3}}up\s{{1,3}}(?=(?:[\w’',]+\s{{1,3}}){{0,5}}?{_MONEY}\b))"
    r"(?:\s{1,3}on\s{1,3}(?:us|me|people|them))?",
    re.IGNORECASE,
)
_BE_PUT_UP = re.compile(
    rf"(?P<before>\b{_MONEY}(?:\s{{1,3}}(?:or|and)\s{{1,3}}\w+)?\s{{1,3}})(?:be\s{{1,3}}{_PUT}\s{{1,3}}up|(?P<go>go\s{{1,3}}up|rise))\b",
    re.IGNORECASE,
)
# What a document lets somebody do, they can do.
_LETS = re.compile(
    r"^does\s{1,3}the\s{1,3}(?:document|agreement)\s{1,3}(?:let|allow|permit)\s{1,3}"
    r"(?:(?P<who>some(?:body|one)|any(?:body|one)|either\s{1,3}(?:side|party)|the\s{1,3}other\s{1,3}(?:side|party)|them|people)\s{1,3}(?:to\s{1,3})?(?=\w)(?!\w+ing\b)|"
    r"(?P<what>[^?]{3,80}?)\s{1,3}(?:to\s{1,3})?be\s{1,3}(?=\w+(?:ed|en|ut)\b))",
    re.IGNORECASE,
)
_SUBJECTS = {"them": "they", "somebody": "anyone", "someone": "anyone", "anybody": "anyone"}


def in_clause_words(question: str) -> str:
    """The question as clauses would say it."""
    plain = _LETS.sub(_can, _CONTRAST.sub("", question))
    plain = _PUT_UP.sub(
        lambda found: f"change or increase {found['what'] or ''}".rstrip() + ("" if found["what"] else " "), plain
    )
    plain = _BE_PUT_UP.sub(r"\g<before>be changed or increased", plain)
    if not _ON_COSTS.search(plain):
        return plain
    return _SIDES.sub(lambda side: "losing party" if side["loser"] else "prevailing party", plain)


def _can(found: re.Match[str]) -> str:
    who = (found["who"] or "").casefold()
    return f"Can {_SUBJECTS.get(who, who)} " if who else f"Can {found['what']} be "
