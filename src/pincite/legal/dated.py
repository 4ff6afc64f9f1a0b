"""The date of a document and the day it takes effect, chosen from all the dates in it."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.profile import DateMention

# A contract is dated in its first characters, this many; a date this near to another belongs to it.
_OPENING = 12_000
_BESIDE = 120
# Where a day of effect stands for that of making: behind the preamble it only says when a term begins.
_PREAMBLE = 1_200
# Signatures of one document stand within so many characters.
_SIGNATURES = 3_000


def agreement_date(dates: Sequence[DateMention]) -> DateMention | None:
    """Return the date of a contract: the day it says it was made, else the last day it was signed."""
    opening = [found for found in dates if found.span.start < _OPENING]
    made = [found for found in opening if found.role in ("signed", "effective")]
    signature = last_signature(dates)
    if made:
        # “Effective 1 May and entered into on 10 January”: the day it was made is the one meant.
        beside = [found for found in made if found.role == "signed" and found.span.start - made[0].span.end < _BESIDE]
        begins = made[0].role == "effective" and made[0].span.start > _PREAMBLE
        return beside[0] if beside else signature if begins and signature else made[0]
    signed = [found for found in dates if found.role == "signed"] or opening or dates
    return signature or (signed[0] if signed else None)


def effective_date(dates: Sequence[DateMention]) -> DateMention | None:
    """Return the day from which a contract is in effect, where it names one."""
    return next((found for found in dates if found.role == "effective"), None)


def last_signature(dates: Sequence[DateMention]) -> DateMention | None:
    """Return the latest day of the first group of signatures; later groups sign annexes."""
    signatures = [found for found in dates if found.role == "signature"]
    group = [found for found in signatures if found.span.start - signatures[0].span.start < _SIGNATURES]
    return max(group, key=lambda found: found.iso, default=None)
