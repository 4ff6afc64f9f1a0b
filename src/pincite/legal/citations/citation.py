"""Citation: a place in a text that names a provision, a rule, a guide or a case."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.spans import Span


class CitationKind(StrEnum):
    """What is cited."""

    CPR = "cpr"
    PRACTICE_DIRECTION = "practice_direction"
    COURT_RULE = "court_rule"
    GUIDE = "guide"
    ANNEX = "annex"
    STATUTE = "statute"
    INSTRUMENT = "statutory_instrument"
    NEUTRAL = "neutral"
    REPORT = "report"
    EU = "eu"
    EU_CASE = "eu_case"
    ECLI = "ecli"
    CELEX = "celex"
    CZECH = "czech"
    CZECH_CASE = "czech_case"
    US_CASE = "us_case"
    US_STATUTE = "us_statute"
    US_RULE = "us_rule"
    US_JOURNAL = "us_journal"

    @property
    def is_case(self) -> bool:
        """Tell whether a decision of a court is cited."""
        return self in _CASES


_CASES = frozenset(
    {
        CitationKind.NEUTRAL,
        CitationKind.REPORT,
        CitationKind.EU_CASE,
        CitationKind.ECLI,
        CitationKind.CZECH_CASE,
        CitationKind.US_CASE,
    }
)


@dataclass(frozen=True, slots=True)
class LegalCitation:
    """A citation: its kind, its key in one spelling, where it stands, and the single keys it covers.

    `keys` holds the key alone, but for a range every member: "Parts 44 to 46" covers "CPR Part 44", "CPR Part 45" and
    "CPR Part 46".
    """

    kind: CitationKind
    key: str
    span: Span
    keys: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.keys:
            object.__setattr__(self, "keys", (self.key,))
