"""The date of a document and the day it takes effect, chosen from all the dates in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.profile import DateMention

# A contract is dated in its first characters, this many; a date this near to another belongs to it.
_OPENING = 12_000
_BESIDE = 120
# Where a day of effect stands for that of making: behind the preamble it only says when a term begins.
_PREAMBLE = 1_200
# Signatures of one document stand within so many characters.
_SIGNATURES = 3_000
_LABEL = 60
# “1 May 2024 (the “Effective Date”)”, “Effective Date: 1 May 2024”, “this Agreement takes effect on 1 May 2024”.
_NAMED_AFTER = re.compile(
    r"[\s,]{0,9}[(\[]?\s{0,4}(?:the\s{1,4}|hereinafter\s{1,4}){0,2}[\"“„]{0,2}(?:Effective|Commencement)\s{1,4}Date"
)
_NAMED_BEFORE = re.compile(
    r"(?:\bEffective\s{1,4}Date\W{1,9}(?:(?:is|means|of|on)\s{1,4}){0,2}"
    r"|\b[Tt]his\s{1,4}(?:\w{1,30}\s{1,4}){1,4}(?:takes\s{1,4}effect|is\s{1,4}(?:made\s{1,4})?effective|comes\s{1,4}into\s{1,4}(?:force|effect))"
    r"\s{1,4}(?:(?:as\s{1,4}of|on|from)\s{1,4})?)\Z"
)


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


def sole_effective_date(dates: Sequence[DateMention], text: str) -> DateMention | None:
    """Return the only day from which a document is in effect; of several the one it calls its Effective Date.

    None where parts of it take effect on several days.
    """
    effective = [found for found in dates if found.role == "effective"]
    for some in (effective, [found for found in effective if _is_called_effective(found, text)]):
        if len({found.iso for found in some}) == 1:
            return some[0]
    return None


def _is_called_effective(found: DateMention, text: str) -> bool:
    before = text[max(0, found.span.start - _LABEL) : found.span.start]
    return bool(_NAMED_AFTER.match(text, found.span.end) or _NAMED_BEFORE.search(before))


def last_signature(dates: Sequence[DateMention]) -> DateMention | None:
    """Return the latest day of the first group of signatures; later groups sign annexes."""
    signatures = [found for found in dates if found.role == "signature"]
    group = [found for found in signatures if found.span.start - signatures[0].span.start < _SIGNATURES]
    return max(group, key=lambda found: found.iso, default=None)
