"""A question of two parts: "when is the rent reviewed, and can it go down?" asks for two clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.indirect import as_topic, searched_topic

_WORDS = "how|what|what's|who|when|which|where|why"
_VERBS = "can|could|may|must|will|would|should|shall|is|are|does|do|has|have"
# A verb asks where its subject follows it: "and can it go down", but not "enter and do repairs".
_SUBJECTS = (
    "i|we|you|he|she|it|they|there|the|an?|my|our|your|his|her|its|their|this|that|either|any|anyone|each|both|all|"
    "somebody|someone|(?-i:[A-Z])"
)
_BEGINS = rf"(?:(?:by|in|for|at|from|on|to) (?:{_WORDS})|{_WORDS}|(?:{_VERBS}) (?={_SUBJECTS}))\b(?!['’])"
# The second part begins with a word that asks, right after "and".
_AND = re.compile(rf",? and (?={_BEGINS})", re.IGNORECASE)
# The first part asks as well: from its beginning, or after a name or a condition ("Mill lease: how many …").
_ASKS = re.compile(rf"(?:^|[:;,–-] ){_BEGINS}", re.IGNORECASE)
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """The two parts of a question as they were put."""

    first: str
    second: str

    def asked(self) -> tuple[str, str]:
        """Both parts as questions that stand alone; the second with what the first is about, which it leans on."""
        topic = searched_topic(as_topic(self.first))
        second = f"{self.second} (about {topic})?" if topic else f"{self.second}?"
        return f"{self.first}?", second


def split_parts(question: str) -> QuestionParts | None:
    """Split a question in two; None where it asks for one thing."""
    words = " ".join(question.split()).rstrip(" ?.!")
    if "?" in words:
        return None
    for found in _AND.finditer(words):
        first, second = words[: found.start()], words[found.end() :]
        if _ASKS.search(first) and min(len(first.split()), len(second.split())) >= _SHORTEST:
            return QuestionParts(first, second)
    return None
