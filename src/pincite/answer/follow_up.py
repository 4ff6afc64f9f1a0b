"""Follow-up questions made to stand alone, by rule: what they leave unsaid is taken from the question before."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Words that point back at what was said.
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|he|she|his|her|that|those|these|this|there|same|former|latter)\b", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"^\s*(?:and|but|so|or|also|what about|how about|what if|then|why|who else)\b[\s,]*", re.IGNORECASE
)
_NAMES = re.compile(r"^\s*(?:consider(?:ing)?|regarding|concerning|under|in)\s+[^;,:]{3,200}[;,:]\s+", re.IGNORECASE)
_FEW_WORDS = 4


def needs_history(question: str) -> bool:
    """Tell whether a question cannot be understood by itself."""
    few = len(question.split()) <= _FEW_WORDS
    return bool(_GOES_ON.search(question) or _POINTS_BACK.search(question) or few)


def stand_alone(question: str, history: Sequence[tuple[str, str]]) -> str:
    """The question with what it leaves unsaid.

    The document the last question named is named again; where that one named none, its words are put beside the new
    ones, so that the search knows what is talked of.
    """
    if not history or not needs_history(question) or _NAMES.match(question):
        return question
    before = history[-1][0]
    named = _NAMES.match(before)
    asked = _GOES_ON.sub("", question).strip() or question
    if named:
        return f"{named[0].strip()} {asked}"
    return f"{before.rstrip(' ?.!')}: {asked}"
