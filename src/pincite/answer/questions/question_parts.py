"""A question of several parts: "when is the rent reviewed, and can it go down?" asks for two clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.indirect import as_topic, searched_topic

_WORDS = "how|what|what's|whom|who|when|which|where|why"
_VERBS = "can|could|may|must|will|would|should|shall|is|are|does|do|has|have"
# A verb asks where its subject follows it: "and can it go down", but not "enter and do repairs".
_SUBJECTS = (
    "i|we|you|he|she|it|they|there|the|an?|my|our|your|his|her|its|their|this|that|either|any|anyone|each|both|all|"
    "somebody|someone|(?-i:[A-Z])"
)
_BEGINS = rf"(?:(?:by|in|for|at|from|on|to) (?:{_WORDS})|{_WORDS}|(?:{_VERBS}) (?={_SUBJECTS}))\b(?!['’])"
_BEGINS_LOOSELY = rf"(?:(?:by|in|for|at|from|on|to) )?(?:{_WORDS})|{_VERBS}"
# A further part begins with a word that asks, right after "and".
_AND = re.compile(rf",? and (?={_BEGINS})", re.IGNORECASE)
# The first part asks as well: from its beginning, or after a name or a condition ("Mill lease: how many …").
_ASKS = re.compile(rf"(?:^|[:;,–-] ){_BEGINS}", re.IGNORECASE)
_BEGINS_SO = re.compile(_BEGINS, re.IGNORECASE)
# "When I leave, who gets the keys": a condition, and no question.
_CONDITION = re.compile(rf"(?:when|where|what|which|who) (?:{_SUBJECTS})\b", re.IGNORECASE)
_BEFORE = re.compile(
    rf"(?:if|once|after|before|unless|when|where) (?:{_SUBJECTS})\b[^,]{{1,100}}, (?={_BEGINS})", re.IGNORECASE
)
_RELATIVE = re.compile(r"which (?:is|are|was|were|has|have|had|can|may|must|shall|will)\b", re.IGNORECASE)
# "Is it different for tax", "does that differ if we are late": the case that a part compares with the first.
_COMPARED = re.compile(
    r"(?:is|are|was|does|do|will|would) (?:it|that|this|they|those|these|there|the \w+) (?:\w+ ){0,3}?"
    r"(?:different|differ|the same|longer|shorter|higher|lower|more|less|another|separate)\b(?: \w+){0,2}? "
    r"(?:for|in|if|when|with|on|where) (?P<case>.+)",
    re.IGNORECASE,
)
_SHORTEST, _MOST = 2, 4


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """The parts of a question as they were put."""

    parts: tuple[str, ...]

    def asked(self) -> tuple[str, ...]:
        """The parts as questions that stand alone; each with what the first is about, which it leans on.

        A condition before the first part holds for all of them.
        """
        first, *others = self.parts
        if condition := _BEFORE.match(first):
            return f"{first}?", *(f"{condition[0]}{one}?" for one in others)
        topic = searched_topic(as_topic(first))
        return f"{first}?", *(f"{one} (about {topic})?" if topic else f"{one}?" for one in others)


def split_parts(question: str) -> QuestionParts | None:
    """Split a question into its parts; None where it asks for one thing."""
    words = " ".join(question.split()).rstrip(" ?.!")
    if "?" in words:
        return None
    parts = _at_and(words)
    if len(parts) == 1:
        return None
    return QuestionParts(tuple([*_at_commas(parts[0]), *parts[1:]]))


def compared_case(part: str) -> str:
    """The case that a part of a question compares with the part before: "tax" of "is it different for tax"."""
    found = _COMPARED.fullmatch(part)
    return found["case"] if found else ""


def split_loosely(question: str) -> tuple[str, ...]:
    """The parts of a question at each "and" before a word that asks, whatever follows it: "and does quillstone renew".

    A verb after "and" need not ask; whoever calls this must know by something else that each part is a question.
    """
    words = " ".join(question.split()).rstrip(" ?.!")
    parts = re.split(rf",? and (?=(?:{_BEGINS_LOOSELY})\b)", words, flags=re.IGNORECASE)
    asks = all(re.match(rf"(?:{_BEGINS_LOOSELY})\b", one, re.IGNORECASE) for one in parts)
    return tuple(parts) if "?" not in words and asks and 1 < len(parts) <= _MOST else ()


def _at_and(words: str) -> list[str]:
    """The parts that "and" joins; what is more than the most stays in the last."""
    parts, start = list[str](), 0
    for found in _AND.finditer(words):
        first, rest = words[start : found.start()], words[found.end() :]
        if _ASKS.search(first) and min(len(first.split()), len(rest.split())) >= _SHORTEST:
            parts.append(first)
            start = found.end()
        if len(parts) == _MOST - 1:
            break
    return [*parts, words[start:]]


def _is_part(words: str) -> bool:
    """Tell whether words after a comma ask, and are neither a condition nor a relative clause."""
    asks = _BEGINS_SO.match(words) and len(words.split()) >= _SHORTEST
    return bool(asks) and not _CONDITION.match(words) and not _RELATIVE.match(words)


def _at_commas(words: str) -> list[str]:
    """The parts that commas join, where every one of them asks: "how much is it, who holds it"."""
    first, *others = words.split(", ")
    if _CONDITION.match(first) or not _ASKS.search(first):
        return [words]
    whole = all(_is_part(one) for one in others)
    return [first, *others] if whole and len(first.split()) >= _SHORTEST else [words]
