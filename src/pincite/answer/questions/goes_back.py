"""Which of the questions before a "what if …" goes on from: the last, or the one whose detail the last asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.questions.antecedent import read_situation
from pincite.answer.questions.follow_up import SELF_CONTAINED, asks_what_follows, content_words, has_own_question
from pincite.answer.questions.follow_up_form import CONDITION, POINTS_BACK, without_start
from pincite.answer.questions.question_front import read_front

# What a question asks for that is about the question before and says nothing else: how many days, which form.
_DETAILS = frozenset(
    """
    address copi cost date day deadlin email fee fill form hour know letter month name need number pay page phone post
    postcod send time week write year
    """.split()  # noqa: SIM905 - a list to be read
)
# Words that two questions share without being about the same thing.
_SAY_LITTLE = frozenset({"know", "need"})
# "What if it falls on a Sunday?" goes on from the last question; the "it" of "did it", and "one of them", tell nothing.
_POINTS_AT = re.compile(
    r"(?<!\bdo\s)(?<!\bdid\s)(?<!\bdoes\s)(?<!\bdone\s)\b(?:it|its|that|this|then|mine|ours|yours|theirs|one(?!\sof\b))\b",
    re.IGNORECASE,
)


def turn_meant(question: str, before: Sequence[str]) -> int:
    """The place of the question that a follow-up goes on from.

    "Can I appeal?", "How many days do I have?" – "What if I was ill?" asks whether one can appeal. What shares words
    with the last question, points at what it asks for, or tells of a failure to do it, still goes on from the last.
    """
    last = len(before) - 1
    asked = without_start(question)
    condition = CONDITION.match(asked)
    if condition is None or has_own_question(condition["rest"]):
        return last
    at = last
    while at > 0 and _asks_detail(before[at], before[at - 1]):
        at -= 1
    if at == last:
        return last
    case, detail, subject = (
        content_words(words) - _SAY_LITTLE for words in (condition["rest"], _ask_of(before[last]), before[at])
    )
    if case & (detail ^ subject):
        return last if case & detail - subject else at
    points = _POINTS_AT.search(condition["rest"]) or asks_what_follows(asked, before[last])
    return last if points else at


def _asks_detail(question: str, before: str) -> bool:
    """Tell whether a question leans on the one before it, and asks something else of the same thing."""
    ask, first = _ask_of(question), _ask_of(before)
    own, known = content_words(ask), content_words(before)
    alike = ask.split()[:1] == first.split()[:1] and 2 * len(own & known) >= len(own)
    if alike or len(own) >= SELF_CONTAINED:
        return False
    return bool(POINTS_BACK.search(ask) or (own & _DETAILS and own - _DETAILS <= known))


def _ask_of(question: str) -> str:
    """What a question asks, without its document, its topic and the situation that a conversation carries on."""
    return read_situation(read_front(question).ask)[1]
