"""Whose number a question names: a practice direction's, a named document's, or the rules' own."""

from __future__ import annotations

import re

from pincite.legal.provisions import Provision

# “Part 2 of the supply agreement” is no Part of the rules.
OF_NAMED = re.compile(r"\s+(?:of|in|to)\s+(?:the|our|its|their)\b(?!\s+(?:cpr|civil|rules))", re.IGNORECASE)
# "practice direction rule 12", "rule 12 of the practice direction on costs", "In the practice direction, …": a number
# that is said to be a practice direction's, whatever the word before it.
_DIRECTION_BEFORE = re.compile(r"\b(?:practice\s+direction|PD)\W{1,3}(?:the\s+)?\Z", re.IGNORECASE)
_DIRECTION_AFTER = re.compile(
    r"\s{0,9},?\s{0,9}(?:of|in|to|under|from)\s{1,9}(?:the|that|this|its)\s{1,9}(?:[\w’'-]{1,30}\s{1,9}){0,4}?"
    r"(?:practice\s{1,9}direction|PD)\b(?!\s{0,9}\d)",
    re.IGNORECASE,
)
_DIRECTION_FIRST = re.compile(
    r"\s{0,9}(?:in|under|per|within|according\s{1,9}to)\s{1,9}(?:the|that|this|its)\s{1,9}(?:[\w’'-]{1,30}\s{1,9}){0,4}?"
    r"(?:practice\s{1,9}direction|PD)\b(?!\s{0,9}\d)[^,:;]{0,80}[,:;]",
    re.IGNORECASE,
)


def is_of_direction(query: str, provision: Provision) -> bool:
    """Tell whether a query says of a number that it is a practice direction's, without the number of that."""
    if any(unit.family == "direction" for unit in (provision, *provision.within)):
        return False
    before, after = query[: provision.span.start], provision.span.end
    placed = _DIRECTION_BEFORE.search(before) or _DIRECTION_AFTER.match(query, after)
    return placed is not None or _DIRECTION_FIRST.match(before) is not None
