"""Short answers such as "Yes." and "It may not.", which are checked together with the question."""

from __future__ import annotations

import re

from pincite.legal.modality import AGREES, Mood, find_predicates
from pincite.legal.wording import stems, tokenize

_ASKS = re.compile(
    r"\s*(?P<verb>may|can|could|must|shall|will|should|do|does|did|is|are|was|were|has|have|need)\b", re.IGNORECASE
)
_MOODS = {
    **dict.fromkeys(("may", "can", "could"), Mood.PERMISSION),
    **dict.fromkeys(("must", "shall", "should", "will", "need"), Mood.DUTY),
}
_DENIES = re.compile(r"\b(?:no|not|never|cannot|\w+n't)\b", re.IGNORECASE)


def mood_of(answer: str, question: str) -> Mood | None:
    """Return the mood that a short answer gives the question's verb; None if the question has no such answer."""
    asked = _ASKS.match(question)
    if asked is None:
        return None
    words = [token.word for token in tokenize(answer)]
    modal = next((word for word in [*words, asked["verb"].casefold()] if word in _MOODS), "")
    mood = _MOODS.get(modal, Mood.FACT)
    if not _DENIES.search(answer):
        return mood
    return Mood.DENIAL if mood is Mood.FACT else Mood.PROHIBITION


def mood_agrees(mood: Mood, question: str, source: str) -> bool:
    """Tell whether a source gives the question's verb the same mood as the answer."""
    asked = set(stems(question))
    fitting = [one for one in find_predicates(source) if one.verb in asked]
    if not fitting:
        return mood is Mood.FACT and bool(asked & set(stems(source)))
    best = max(len(one.near & asked) for one in fitting)
    return all(one.mood in AGREES[mood] for one in fitting if len(one.near & asked) == best)
