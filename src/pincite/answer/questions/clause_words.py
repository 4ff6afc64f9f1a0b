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


def in_clause_words(question: str) -> str:
    """The question as clauses would say it."""
    plain = _CONTRAST.sub("", question)
    if not _ON_COSTS.search(plain):
        return plain
    return _SIDES.sub(lambda side: "losing party" if side["loser"] else "prevailing party", plain)
