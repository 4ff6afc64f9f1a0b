"""Documents that amend others, by what they are called."""

from __future__ import annotations

import re

from pincite.domain.hit import DocumentCard

_AMENDS = re.compile(r"\b(?:amend(?:ment|ing)|variation|varying|addendum|supplemental)\b", re.IGNORECASE)
# "Clause 2 of the first amendment to …".
OF_AMENDMENT = re.compile(
    r"\s{1,3}(?:of|in)\s{1,3}(?:(?:the|this|our)\s{1,3})?(?:[\w.]{1,20}\s{1,3}){0,2}?"
    r"(?:amendment|addendum|(?:deed\s{1,3}of\s{1,3})?variation)\b",
    re.IGNORECASE,
)


def is_amending(card: DocumentCard) -> bool:
    """Whether a document amends another."""
    return names_amendment(f"{card.title or ''} {card.path.rsplit('/', 1)[-1].replace('_', ' ')}")


def names_amendment(words: str) -> bool:
    """Whether words call a document an amendment."""
    return _AMENDS.search(words) is not None
