"""The date of a document, chosen from all the dates in it."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.profile import DateMention

# A contract is dated in its first characters, this many; a date this near to another belongs to it.
_OPENING = 12_000
_BESIDE = 120


def agreement_date(dates: Sequence[DateMention]) -> DateMention | None:
    """Return the date of a contract: the first date of making or effect, else that of its signature."""
    opening = [found for found in dates if found.span.start < _OPENING]
    made = [found for found in opening if found.role in ("signed", "effective")]
    if made:
        # “Effective 1 May and entered into on 10 January”: the day it was made is the one meant.
        beside = [found for found in made if found.role == "signed" and found.span.start - made[0].span.end < _BESIDE]
        return beside[0] if beside else made[0]
    signed = [found for found in dates if found.role == "signed"] or opening or dates
    return signed[0] if signed else None
