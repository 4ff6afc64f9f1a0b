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

# "What did the amendment change in clause 4?", "how was clause 4 amended?"
_ASKS_CHANGE = re.compile(
    r"\b(?:chang(?:e|es|ed)|alter(?:s|ed)?|replac(?:e|es|ed)|modif(?:y|ies|ied)|delet(?:e|es|ed)|revis(?:e|es|ed)|amend(?:s|ed)?)\b",
    re.IGNORECASE,
)


def asks_change(question: str) -> bool:
    """Whether a question asks what an amendment changes: of the clause that it names in the other document."""
    asked = _ASKS_CHANGE.search(question)
    return asked is not None and (names_amendment(question) or asked[0].casefold().startswith("amend"))


def is_amending(card: DocumentCard) -> bool:
    """Whether a document amends another."""
    return names_amendment(f"{card.title or ''} {card.path.rsplit('/', 1)[-1].replace('_', ' ')}")


def names_amendment(words: str) -> bool:
    """Whether words call a document an amendment."""
    return _AMENDS.search(words) is not None
