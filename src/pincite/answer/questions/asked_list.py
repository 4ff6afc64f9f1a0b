"""Questions for all of one kind that a document states: "list all the deposits in the lease"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from pincite.legal.wording import stems


class ListedKind(StrEnum):
    """What the clauses that are asked for state."""

    SUMS = "sums"
    TIMES = "times"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class AskedList:
    """What is to be listed, and of which document, as the question calls it.

    `noun` is the stem that the clauses have, where they are on something with a name: a deposit.
    """

    kind: ListedKind
    noun: str = ""
    document: str = ""


_SUMS = r"payments?|sums?(?: of money)?|amounts?(?: of money)?|money|figures"
_NAMED = (
    r"deposits?|fees?|charges?|costs?|prices?|rents?|royalt(?:y|ies)|penalt(?:y|ies)|fines?|premiums?|discounts?|"
    r"refunds?|commissions?|bonus(?:es)?|salar(?:y|ies)|expenses?"
)
_TIMES = r"deadlines?|time limits?|due dates?|notice periods?|periods? of notice|time periods?|dates?"
_THINGS = rf"(?:(?P<sums>{_SUMS})|(?P<named>{_NAMED})|(?P<times>{_TIMES}))"
_WHERE = (
    r"(?: (?:that (?:are|is) )?(?:payable|due|owed|stated|mentioned|set(?: out)?|given|to be paid))?"
    r"(?: (?:in|under|by|of) (?P<document>[^?;:,]{2,120}))?"
)
_LIST = (
    r"(?:(?:please|can you|could you) )?(?:list|show|give|name|find|set out|pull out|what are|which are)(?: me| us)?"
)
_ALL = (
    r"(?:(?:all|each|every one)(?: of)?(?: (?:the|its))?|every|the (?:full )?list of(?: all)?(?: the)?|the various|"
    r"the different)"
)
_PATTERNS = (
    re.compile(rf"{_LIST} {_ALL} {_THINGS}{_WHERE}", re.IGNORECASE),
    re.compile(rf"(?:what|which) {_THINGS} (?:are|is) there{_WHERE}", re.IGNORECASE),
)


def read_list(question: str) -> AskedList | None:
    """What a question wants listed from one document; None where it asks anything else."""
    words = " ".join(question.split()).rstrip(" ?.!")
    found = next(filter(None, (pattern.fullmatch(words) for pattern in _PATTERNS)), None)
    if found is None:
        return None
    document = found["document"] or ""
    if found["named"]:
        return AskedList(ListedKind.NAMED, stems(found["named"])[0], document)
    return AskedList(ListedKind.SUMS if found["sums"] else ListedKind.TIMES, document=document)
