"""A follow-up read in another way than the likeliest, for when that way finds nothing or nothing new."""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.answer.questions.antecedent import read_situation
from pincite.answer.questions.follow_up import PreviousTurn, framed, own_words, stands_alone, topic_of
from pincite.answer.questions.follow_up_form import CONDITION, is_whole, needs_history, without_start
from pincite.answer.questions.question_front import read_front
from pincite.answer.questions.told import read_told, without_correction
from pincite.legal.wording import stems

_HAPPENS = re.compile(
    r"what\s++happens\s++(?P<case>(?:if|unless|when|where|once|in\s+case|even\s+if)\s.+)", re.IGNORECASE
)
_CASE = re.compile(r"\s(?P<case>(?:if|unless|when|where|once)\s[^?]+)[?.\s]*$", re.IGNORECASE)
# A question that has at least this share of the words of the one before asks it again.
_ALIKE = 0.75
# So many words of its own name something that may stand in another document.
_THING_WORDS = 2


# "What happens if we're late?" after "When is the rent due?": a charge, or interest.
_PAYS = re.compile(
    r"\b(?:royalt(?:y|ies)|pay(?:s|ing|ment|ments|able)?|paid|rents?|fees?|bills?|invoices?|premiums?|instalments?|retainer|subscription|"
    r"charges?|due|owed?|deposit)\b",
    re.IGNORECASE,
)
_PAYS_LATE = re.compile(
    r"\b(?:late|overdue|unpaid|(?:do|does|did|wo|ca)(?:n[’']?t|\s*not)\s+(?:pay|paid)|miss(?:es|ed)?|fail(?:s|ed)?\s+to\s+pay|"
    r"(?:forget|forgot)s?\s+to\s+pay|in\s+arrears?)\b",
    re.IGNORECASE,
)


def other_readings(question: str, asked: str, said: PreviousTurn) -> tuple[str, ...]:
    """Other ways to ask what a follow-up means of the documents discussed, the likeliest first."""
    follow = without_start(question)
    late = _PAYS_LATE.search(follow) and not is_whole(CONDITION.sub("", follow))
    about = f"{said.bare} {said.topic}"
    charged = late and _PAYS.search(about) and not _PAYS_LATE.search(about)
    name = read_front(asked).name or said.name
    readings = (
        framed("What interest or charge is due on late payment", name) if charged else "",
        other_reading(question, asked, said),
    )
    return tuple(filter(None, readings))


def other_reading(question: str, asked: str, said: PreviousTurn) -> str:
    """Another way to ask what a follow-up means; empty where there is none.

    What follows from a case may be asked as the question before in that case, and the other way round; what was asked
    with its topic may be asked without it, and the other way round.
    """
    front = read_front(asked)
    situation, before = read_situation(said.bare)
    name, topic = front.name or said.name, front.topic or topic_of(replace(said, bare=before))
    before = before.rstrip(" ?.!")
    if happens := _HAPPENS.match(front.ask):
        # "By when?" says nothing to be asked in another case.
        return framed(f"{before} {happens['case']}", name) if own_words(before) else ""
    follow = read_told(without_start(question)).ask
    asks_itself = is_whole(follow) and not CONDITION.match(follow) and own_words(follow) > 0
    if _is_again(front.ask, before) and not asks_itself:
        case = _CASE.search(front.ask)
        new = case and not _is_again(case["case"], before) and case["case"] not in before
        own = (
            f"What happens {case['case']}" if case and new else without_correction(question) or without_start(question)
        )
        return framed(f"{situation} {own}" if situation else own, name, topic=topic)
    other = framed(front.ask, name, topic="" if front.topic or stands_alone(question) else topic)
    return "" if other == asked else other


def open_reading(question: str, asked: str, said: PreviousTurn) -> str:
    """A follow-up asked of all documents."""
    front = read_front(asked)
    _, before = read_situation(said.bare)
    # What says enough by itself is asked by itself.
    says_thing = own_words(question) >= _THING_WORDS and not needs_history(question)
    alone = stands_alone(question) or (says_thing and not front.topic)
    topic = "" if alone or _is_again(front.ask, before) else front.topic or topic_of(replace(said, bare=before))
    other = framed(front.ask, "", topic=topic)
    return "" if other == asked else other


def _is_again(asked: str, before: str) -> bool:
    """Tell whether a question is the one before with something added or replaced."""
    own = set(stems(before))
    return bool(own) and len(own & set(stems(asked))) >= _ALIKE * len(own)
