"""Follow-up questions rewritten to stand alone, by rule: what they leave unsaid is taken from the question before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.questions.antecedent import (
    case_of,
    person_of,
    read_situation,
    with_action,
    with_one,
    with_person,
)
from pincite.answer.questions.follow_up_form import (
    ASKS,
    CONDITION,
    POINTS_BACK,
    WHAT_ABOUT,
    is_whole,
    needs_history,
    without_start,
)
from pincite.answer.questions.indirect import as_topic, searched_topic
from pincite.answer.questions.question_front import FrontedQuestion, read_front
from pincite.answer.questions.replaced_part import VERBAL, ask_otherwise, replace_part
from pincite.legal.wording import stems

_OF_PERSON = re.compile(r"\b(?:he|she|him|his|her)\b", re.IGNORECASE)
_STANDS_FOR = re.compile(r"\b(?:it|that|this|mine|ours|yours|theirs)\b(?!\s+\w+\s+that)", re.IGNORECASE)
# Words that point at somebody, or at a time: where the rest asks a thing of its own, the document tells who and when.
_WHO_OR_WHEN = re.compile(
    r"\b(?:he|him|she|his|her|they|them|their)\b|\b(?:after|before|until|since)\s+(?:that|this|then)\b", re.IGNORECASE
)
_HAPPENS = re.compile(r"\s*+what\s++happens\s", re.IGNORECASE)
# "If it was in Spain, what proof is needed?": what is asked stands in the follow-up itself.
_OWN_QUESTION = re.compile(
    r",\s+(?:who|whom|whose|what|when|why|how|which|where|is|are|can|could|may|must|shall|should|will|would|do|does|did)\b"
    r"|\b(?:can|could|may|must|shall|should|will|would|do|does|did)\s+(?:i|we|you|they|he|she|it)\b",
    re.IGNORECASE,
)
# "How long do we have?" – "Can we extend it?": the time, not the thing to be done.
_TIME_ASKED = re.compile(r"\s*(?:how\s+long|(?:by\s+)?when|how\s+soon)\b", re.IGNORECASE)
_CHANGES_TIME = re.compile(r"\b(?:extend|extended|shorten|shortened|prolong|prolonged|longer|delay)\b", re.IGNORECASE)
# "If I miss it", "if we are late": asks what follows from a failure, not the question before once more.
_FAILS = re.compile(
    r"^if\s+not$|\b(?:miss(?:es|ed)?|late|fail(?:s|ed)?|forget|forgets|forgot|ignores?d?|refuses?d?|breach(?:es|ed)?|"
    r"(?:do|does|did)(?:n[’']t|\s+not)|too\s+slow|overdue)\b",
    re.IGNORECASE,
)
# Whoever was asked about: what follows for one who does it all the same?
_DEFIES = re.compile(
    r"\b(?:go(?:es)?\s+ahead|anyway|regardless|without\s+(?:asking|telling|paying|permission))\b", re.IGNORECASE
)
_NAMES_ONE = re.compile(r"\s*(?:who|whom|whose|which|where)\b", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\bsays?\s+(?:about|on)\s+(?P<told>[^?,;]{3,60}?)[?.\s]*$"
    r"|\b(?:is|are|was|were)\s+(?P<noun>(?:the|an?|our|their)\s+[^?,;]{3,60}?)[?.\s]*$"
    r"|\b(?:have|has|had|get|gets)\s+(?P<owned>an?\s+[^?,;]{3,60}?)[?.\s]*$"
    r"|\b(?:can|may|must|should|shall|will)\s+(?P<measured>(?:the|an?|our|their)\s+[\w’'-]+(?:\s[\w’'-]+){0,3}?)\s+be\b"
    r"|\b(?:with|by|file|serve|give|make|bring|issue|send|sign|need)\s+(?P<new>an?\s+[\w’'-]+(?:\s[\w’'-]+){0,2})[?.\s]*$",
    re.IGNORECASE,
)
# What an earlier rewriting put beside the question: the next follow-up takes its place.
_AS_TO = re.compile(r",\s+as\s+to\s.*$", re.IGNORECASE | re.DOTALL)
# "When does the lease end?" is about the lease.
_FINAL_VERB = re.compile(
    r"(?<!\s)\s++(?:end|start|begin|run|last|expire|terminate|renew|apply|commence|close|stop|continue|happen|mean|say|work)$",
    re.IGNORECASE,
)
# "Can I be it?": what somebody is, as the answer called it.
_IS_IT = re.compile(r"(?<=\bi\s)be\s+(?:it|one|that)\b|(?<=\bwe\s)be\s+(?:it|one|that)\b", re.IGNORECASE)
# "When is the audit usually held in the yard?": where the thing ends.
_STATED = re.compile(
    r"(?<!\s)\s++(?:(?:usually|normally|ordinarily|generally|typically|first|next)\s)?"
    r"(?:\w{3,}ed|held|made|given|paid|due|sent|kept)\s.*",
    re.IGNORECASE | re.DOTALL,
)
_ASKS_WHEN = re.compile(r"(?:when|where|why|how|is|are|was|were|by\s+when)\b", re.IGNORECASE)
# "Part 12 and its practice directions" is not said where a number of the same Part is.
_DIRECTIONS = re.compile(r"\bpractice\s+directions?\b", re.IGNORECASE)
# A question with fewer content words than this says too little by itself.
_OWN_WORDS = 3
# With this many it needs no more than its document, even if a pronoun points back.
_SELF_CONTAINED = 5
# And fewer than these name no subject.
_TOPIC_WORDS = 2


@dataclass(frozen=True, slots=True)
class PreviousTurn:
    """The question before: as it was asked, without what stands before it, its document, its answer and its topic."""

    question: str
    bare: str
    name: str = ""
    answer: str = ""
    topic: str = ""


def read_said(question: str) -> PreviousTurn:
    """The question before, where nothing but its own form tells which document it names."""
    front = read_front(question)
    return PreviousTurn(question, front.ask, front.name, topic=front.topic)


def stand_alone(question: str, history: Sequence[tuple[str, str]]) -> str:
    """The question with what it leaves unsaid, from the words of the conversation alone."""
    if not history or not needs_history(question) or read_front(question).name:
        return question
    return rewrite(question, read_said(history[-1][0]))


def rewrite(question: str, said: PreviousTurn) -> str:
    """A follow-up as a question of its own.

    "What about X?" and "and if …?" ask the question before anew, with the part that matches replaced; any other keeps
    its own words, with the document and, where it points back, the subject of the question before.
    """
    situation, before = read_situation(said.bare)
    said = replace(said, bare=before)
    asked = with_one(with_action(without_start(question), before), before)
    ask, topic = _ask_again(asked, said) or _with_subject(asked, said)
    if situation and len(set(stems(ask))) < _SELF_CONTAINED:
        # What is so goes before what is asked, as it did before; a topic that points back at it would say nothing.
        topic = "" if POINTS_BACK.search(topic) or re.search(r"\bsuch\b", topic) else topic
        return framed(f"{situation} {ask[:1].upper()}{ask[1:]}", said.name, topic=topic)
    person = person_of(before)
    if person and person.removeprefix("the ") not in f"{said.name} {topic}":
        ask = with_person(ask, person)
    return framed(ask, said.name, topic=topic)


def framed(question: str, name: str, *, topic: str = "") -> str:
    """A question with its document and its topic before it, in the form that leaves no doubt."""
    name = "" if _is_said(name, f"{question} {topic}") else name
    if not name and not topic:
        return _ended(question)
    asked = f"{question[:1].lower()}{question[1:]}" if _plain_head(question) else question
    return _ended(FrontedQuestion(asked, name, topic).shown())


def _is_said(name: str, words: str) -> bool:
    """Tell whether some words hold a name already: all of it, or the capitals of "the Gull lease"."""
    if _DIRECTIONS.search(name):
        return name.casefold() in words.casefold()
    own = [word for word in re.findall(r"[\w’'&.-]+", name) if word[:1].isupper()]
    there = {re.sub(r"[’']s?$", "", word) for word in re.findall(r"[\w’'&.-]+", words)}
    return name.casefold() in words.casefold() or bool(own) and there.issuperset(own)


def _ask_again(asked: str, said: PreviousTurn) -> tuple[str, str] | None:
    """The question before with one part replaced, and its topic; None where the follow-up asks a thing of its own."""
    before = _AS_TO.sub("", said.bare).rstrip(" ?.!,")
    condition = CONDITION.match(asked)
    if condition and not _OWN_QUESTION.search(condition["rest"]):
        if _HAPPENS.match(asked) or _asks_what_follows(condition["rest"], before):
            case = case_of(before) if _OF_PERSON.search(asked) else ""
            return f"What happens {condition['rest']}", case or topic_of(said)
        kept = re.sub(r"(?<!\s)\s++\b(?:if|unless)\b(?s:.*)", "", before, flags=re.IGNORECASE)
        return f"{kept} {condition['rest']}", said.topic
    about = WHAT_ABOUT.match(asked)
    rest = about["rest"] if about else asked.rstrip(" ?.!")
    if otherwise := ask_otherwise(before, asked):
        return otherwise, said.topic
    if about is None and (is_whole(rest) or condition):
        return None
    again = replace_part(before, rest)
    # What fits nowhere is asked about by itself: the question before, once more, would have its old answer.
    return (again, said.topic) if again else (f"What does {said.name or 'it'} say about {rest}", "")


def _asks_what_follows(condition: str, before: str) -> bool:
    """Tell whether a condition is a failure to do what the question before asked about; "who" still asks who."""
    fails = _FAILS.search(condition) and not (_FAILS.search(before) or _NAMES_ONE.match(before))
    return bool(fails or _DEFIES.search(condition))


def _with_subject(asked: str, said: PreviousTurn) -> tuple[str, str]:
    """A follow-up with what its pronoun stands for, or what the question before was about as its topic."""
    thin = len(set(stems(asked))) < _OWN_WORDS
    points = POINTS_BACK.search(asked if thin else _WHO_OR_WHEN.sub("", asked))
    if not thin and (not points or len(set(stems(asked))) >= _SELF_CONTAINED):
        return asked, ""
    answered = _answered(said.answer) if points else ""
    if answered and _IS_IT.search(asked):
        return _IS_IT.sub(f"be {answered}", asked, count=1), ""
    timed = _TIME_ASKED.match(said.bare) and _CHANGES_TIME.search(asked)
    noun = "" if timed else _noun_of(said.bare)
    if not noun and not timed and re.search(r"\b(?:for|of|on|from|about)\s+(?:it|that)\b", asked, re.IGNORECASE):
        noun = _ended_thing(said.bare)
    if noun:
        put, count = _STANDS_FOR.subn(noun, asked, count=1)
        if count:
            return put, ""
    return asked, " and ".join(filter(None, (answered, topic_of(said))))


def _noun_of(question: str) -> str:
    """The thing that a question asks about, where its form shows it."""
    subject = _SUBJECT.search(question)
    noun = next(filter(None, subject.groups()), "") if subject else ""
    if VERBAL.search(noun):
        return ""
    return _STATED.sub("", noun) if _ASKS_WHEN.match(question) else noun


def _ended_thing(question: str) -> str:
    """What ends, runs or applies: "the lease" of "When does the lease end?"."""
    topic = searched_topic(question)
    thing = _FINAL_VERB.sub("", topic.rstrip(" ?.!"))
    return thing if thing != topic.rstrip(" ?.!") and re.match(r"(?:the|an?|our|their)\s", thing) else ""


def _answered(answer: str) -> str:
    """What an answer in words of its own speaks of first: "A litigation friend must …"."""
    found = re.match(
        r"(an?\s+[\w-]+(?:\s[\w-]+){0,2}?)\s+(?:must|may|shall|can|is|will|should|has)\b", answer, re.IGNORECASE
    )
    return found[1].casefold() if found else ""


def topic_of(said: PreviousTurn) -> str:
    """What the question before was about, as words that can follow "on"; empty where it says too little."""
    topic = as_topic(said.bare)
    return topic if len(set(stems(searched_topic(topic)))) >= _TOPIC_WORDS else said.topic


def _plain_head(question: str) -> bool:
    """Tell whether a question's first word has its capital only because it comes first."""
    return bool(
        ASKS.match(question)
        or re.match(r"(?:where|by|over|under|on|in|if)\b", question, re.I)
        or is_whole(question[:8])
    )


def _ended(question: str) -> str:
    words = " ".join(question.split()).rstrip(" ?.!,")
    return f"{words[:1].upper()}{words[1:]}?"
