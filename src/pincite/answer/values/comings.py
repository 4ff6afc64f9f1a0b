"""Comings and goings: whether words speak of arriving or beginning, or of leaving or ending.

"From 2 pm" beside "Check-in" says when guests may arrive; the line below it, on check-out, says when they must leave.
"""

from __future__ import annotations

import re
from enum import StrEnum

from pincite.legal.wording import stems


class Direction(StrEnum):
    """Which end of a stay, a day or an event is meant."""

    COMING = "coming"
    GOING = "going"


_COMING = re.compile(
    r"\b(?:check(?:ing|ed|s)?[\s-]?in|arriv\w{1,4}|mov(?:e|es|ing)[\s-]in|drop(?:ping|ped|s)?[\s-]?off|"
    r"(?:drop|bring|get)(?:ping|ing|ting)?\s{1,9}(?:\w{1,20}\s{1,9}){1,2}?off|get(?:ting)?\s{1,9}in(?:to)?|doors|"
    r"open(?:s|ed|ing)?|start(?:s|ed|ing)?|beg[iau]n(?:s|ning)?|commenc\w{1,6}|kick[\s-]?off|admission|entry|earliest)\b",
    re.IGNORECASE,
)
_GOING = re.compile(
    r"\b(?:check(?:ing|ed|s)?[\s-]?out|depart\w{0,4}|leav(?:e|es|ing)|mov(?:e|es|ing)[\s-]out|pick(?:ing|ed|s)?[\s-]?up|"
    r"pick(?:ing|ed|s)?\s{1,9}(?:\w{1,20}\s{1,9}){1,2}?up|vacat(?:e|es|ed|ing)|get(?:ting)?\s{1,9}out|(?:be|are)\s{1,9}out|"
    r"clos(?:e|es|ed|ing)|shut(?:s|ting)?|end(?:s|ed|ing)?|finish(?:es|ed|ing)?|over|latest|last\s{1,9}(?:entry|orders|admission))\b",
    re.IGNORECASE,
)
# The stems of words for a direction: they say nothing further of what comes or goes.
DIRECTION_WORDS = frozenset(
    stems(
        "check in out arrive arrival arriving move drop off bring get doors open opens opening start starts begin "
        "begins kick earliest entry depart departure leave leaving pick up vacate close closes closing shut shuts end "
        "ends finish finishes over latest last"
    )
)


def direction(words: str) -> Direction | None:
    """Return what words speak of; None where they speak of neither, or of both."""
    coming, going = _COMING.search(words), _GOING.search(words)
    if bool(coming) is bool(going):
        return None
    return Direction.COMING if coming else Direction.GOING
