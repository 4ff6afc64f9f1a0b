"""Follow-up questions rewritten to stand alone, by rule: what they leave unsaid is taken from the question before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.questions.antecedent import (
    case_of,
    part_questions,
    person_of,
    read_situation,
    speaks_of_act,
    with_action,
    with_one,
    with_other_side,
    with_person,
    with_thing,
)
from pincite.answer.questions.follow_up_form import (
    ASKS,
    CONDITION,
    POINTS_BACK,
    WHAT_ABOUT,
    as_what_about,
    is_whole,
    needs_history,
    without_start,
)
from pincite.answer.questions.indirect import as_topic, in_plain_form, searched_topic
from pincite.answer.questions.other_party import ask_other_party, asks_for_whom, by_whom
from pincite.answer.questions.question_front import FrontedQuestion, read_front
from pincite.answer.questions.replaced_part import VERBAL, ask_otherwise, replace_part
from pincite.answer.questions.told import ToldFollowUp, read_told, without_correction
from pincite.legal.wording import stems

_OF_PERSON = re.compile(r"\b(?:he|she|him|his|her)\b", re.IGNORECASE)
_STANDS_FOR = re.compile(r"\b(?:it|that|this|mine|ours|yours|theirs)\b(?!\s+\w+\s+that)", re.IGNORECASE)
# Words that point at somebody, or at a time: where the rest asks a thing of its own, the document tells who and when.
_WHO_OR_WHEN = re.compile(
    r"\b(?:he|him|she|his|her|they|them|their)\b|\b(?:after|before|until|since)\s+(?:that|this|then)\b", re.IGNORECASE
)
_HAPPENS = re.compile(r"\s*+what\s++happens\s", re.IGNORECASE)
# "And if it happens twice?" after "What if the payment bounces?".
_HAPPENS_SO = re.compile(
    r"(?:if|when|once)\s+(?:it|that|this)\s+(?:happens|happened|occurs|does|is\s+so)\b", re.IGNORECASE
)
_THEN = re.compile(r"\bthen[\s?.!]{0,3}$", re.IGNORECASE)
# "Even the backups?": the question before, of one thing more.
_EVEN = re.compile(r"(?:even|including|also|not\s+even)\s+(?!if\b|though\b|when\b)\w", re.IGNORECASE)
# "If it was in Spain, what proof is needed?": what is asked stands in the follow-up itself.
_OWN_QUESTION = re.compile(
    r",\s+(?:who|whom|whose|what|when|why|how|which|where|is|are|can|could|may|must|shall|should|will|would|do|does|did)\b"
    # "If the judge did it on the papers" asks nothing.
    r"|\b(?!(?:do|does|did)\s+it\s*(?:[?.,;]|$|(?:on|by|in|at|for|with|without|before|after|when|anyway|again|too)\b))"
    r"(?:can|could|may|must|shall|should|will|would|do|does|did)\s+(?:i|we|you|they|he|she|it)\b",
    re.IGNORECASE,
)
# "How long do we have?" – "Can we extend it?": the time, not the thing to be done.
_IF = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)
# "In writing?", "by email?": how a thing is to be done.
_WAY = re.compile(
    r"(?P<way>(?P<must>in\s(?:writing|person)|under\soath)|orally|verbally|online|electronically|on\spaper|over\sthe\sphone|"
    r"by\s(?:e-?mail|post|fax|hand|phone|text|courier))[\s?.]{0,3}",
    re.IGNORECASE,
)
# "Email ok?"
_ALLOWED = re.compile(
    r"(?P<thing>\w[\w’' -]{1,40}?)\s(?P<state>ok|okay|fine|allowed|enough|all\sright|possible)[\s?.]{0,3}",
    re.IGNORECASE,
)
_TIME_ASKED = re.compile(r"\s*(?:how\s+long|(?:by\s+)?when|how\s+soon)\b", re.IGNORECASE)
_CHANGES_TIME = re.compile(r"\b(?:extend|extended|shorten|shortened|prolong|prolonged|longer|delay)\b", re.IGNORECASE)
# "If I miss it", "if we are late": asks what follows from a failure, not the question before once more.
_FAILS = re.compile(
    r"^if\s+not$|\b(?:miss(?:es|ed)?|late|fail(?:s|ed)?|forget|forgets|forgot|ignores?d?|refuses?d?|breach(?:es|ed)?|"
    r"(?:do|does|did|wo|will|ca|can)(?:n[’']?t|\s*not)|too\s+slow|later\s+than|overdue|rejects?|rejected|objects?|objected|disagrees?|"
    r"drags?\s+on|goes?\s+wrong|says?\s+no|bounces?d?|declined|unpaid|breaks?\s+down|broken?\s+down|turn(?:s|ed)?\s+(?:\w+\s+)?down)\b",
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
    r"|\b(?:give|pay|hand|send)\s+(?:us|me|them|him|her)\s+(?P<returned>(?:the|our|their|my)\s+[\w’'-]+(?:\s[\w’'-]+){0,2}?)"
    r"\s+(?:back|in|over)\b"
    r"|\b(?:put|hand|take|return|lodge|prepare|keep|send)\s+(?P<moved>(?:the|our|their|my)\s+[\w’'-]+(?:\s[\w’'-]+){0,2}?)"
    r"\s+(?:together|in|back|out|off|over)\b"
    r"|\b(?:with|by|file|serve|give|make|bring|issue|send|sign|need)\s+(?P<new>an?\s+[\w’'-]+(?:\s[\w’'-]+){0,2})[?.\s]*$",
    re.IGNORECASE,
)
_CASE_AFTER = re.compile(r"(?<!\s)\s++(?:if|unless|when|once)\s(?s:.*)", re.IGNORECASE)
# "If someone resigns, how long do they have?": another case takes its place.
_CASE_BEFORE = re.compile(
    r"^(?:if|unless|when|once)\s[^,?]{3,200},\s+(?=(?:who|what|when|where|why|how|which|is|are|can|could|may|must|shall|should|"
    r"will|would|do|does|did)\b)",
    re.IGNORECASE,
)
# What an earlier rewriting put beside the question: the next follow-up takes its place.
_AS_TO = re.compile(r",\s+as\s+to\s.*$", re.IGNORECASE | re.DOTALL)
# "When does the lease end?" is about the lease.
# Words that have a capital only at the head of a question.
_SMALL_HEAD = re.compile(
    r"(?:where|by|over|under|on|in|if|up|until|from|for|at|to|with|within|without|after|before|once|all|even|as|the|an?|my|our|"
    r"his|her|their|its|this|that|there|we|you|they|he|she|it|ours|mine|theirs)\b(?![.-])",
    re.IGNORECASE,
)
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
# Words that name nothing to be asked about.
_LIGHT = frozenset(
    """
    how much mani long up just more few off time happen say thing now too soon far often exact kind sort anyth els
    matter ok same so again get go back no then
    """.split()  # noqa: SIM905 - a list to be read
)
# A question with fewer content words than this says too little by itself.
_OWN_WORDS = 3
_OF_THEIRS = re.compile(r"\b(?:their|its|his|her)\s", re.IGNORECASE)
# With this many it needs no more than its document, even if a pronoun points back.
SELF_CONTAINED = 5
# In "If it is the tenant who left, what does it pay?" the pronoun stands for what the condition names.
_SELF_CONTAINED_CASE = 4
# And fewer than these name no subject.
_TOPIC_WORDS = 2


@dataclass(frozen=True, slots=True)
class PreviousTurn:
    """The question before: as it was asked, without what stands before it, its document, its answer and its topic.

    Of several questions in one breath `bare` is the last, and `first` are those before it.
    """

    question: str
    bare: str
    name: str = ""
    answer: str = ""
    topic: str = ""
    # Where no document is known, its topic alone tells where to look.
    anchored: bool = True
    first: str = ""


def read_said(question: str) -> PreviousTurn:
    """The question before, where nothing but its own form tells which document it names."""
    front = read_front(question)
    return PreviousTurn(question, front.ask, front.name, topic=front.topic)


def stand_alone(question: str, history: Sequence[tuple[str, str]]) -> str:
    """The question with what it leaves unsaid, from the words of the conversation alone."""
    if not history or not needs_history(question) or read_front(question).name:
        return question
    return rewrite(as_what_about(question), read_said(history[-1][0]))


def rewrite(question: str, said: PreviousTurn) -> str:
    """A follow-up as a question of its own.

    "What about X?", "and if …?" and a mere statement ask the question before anew, with the part that matches replaced
    or what is so added; any other keeps its own words, with the document and, where it points back, the subject of the
    question before.
    """
    first, last = part_questions(in_plain_form(said.bare))
    situation, before = read_situation(last)
    before = without_start(before) if first else before
    whole, said = last, replace(said, bare=before, first=first)
    follow = ToldFollowUp(ask=question) if without_correction(question) else read_told(without_start(question))
    asked = with_other_side(with_one(with_action(without_start(follow.ask), before), before), before)
    asked = with_thing(asked, before) if own_words(asked) >= SELF_CONTAINED else asked
    ask, topic = (
        _once_more("" if follow.told else question, said)
        if not re.search(r"\w", asked)
        else _put_right(asked, said)
        or _ask_others(asked, said)
        or _ask_again(by_whom(asked), said)
        or _with_subject(asked, said, told=follow.told)
    )
    said_enough = own_words(ask)
    ask = _given(ask, follow.told) if follow.told else ask
    if situation and (not asked or said_enough < SELF_CONTAINED):
        if _HAPPENS.match(ask):
            return framed(ask, said.name, topic=f"“{whole.strip()}”")
        # What is so goes before what is asked, as it did before; a topic that points back at it would say nothing.
        says_enough = POINTS_BACK.search(topic) or re.search(r"\bsuch\b", topic) or own_words(ask) >= _TOPIC_WORDS
        points = POINTS_BACK.search(topic)
        topic = "" if says_enough and topic != said.topic and (said.anchored or points) else topic
        return framed(f"{situation} {ask[:1].upper()}{ask[1:]}", said.name, topic=topic)
    person = person_of(before)
    if person and person.removeprefix("the ") not in f"{said.name} {topic}":
        ask = with_person(ask, person)
    return framed(ask, said.name, topic=topic)


def _given(question: str, told: str) -> str:
    """A question for the case that something is so."""
    ask = question.rstrip(" ?.!,")
    return f"{told[:1].upper()}{told[1:]}. {ask}" if _IF.search(ask) else f"{ask} if {told}"


def own_words(question: str) -> int:
    """How many words of a question say what it is about."""
    return len(content_words(question))


def stands_alone(question: str) -> bool:
    """Tell whether a question says enough to be asked by itself, whatever was asked before it."""
    own = own_words(question)
    # "How much can staff claim for their tools?" has said whose they are.
    asked = _OF_THEIRS.sub("", question) if own >= SELF_CONTAINED else question
    return own >= _OWN_WORDS and not needs_history(asked)


def content_words(question: str) -> set[str]:
    """The words that say what a question is about, as their stems."""
    return set(stems(question)) - _LIGHT


def has_own_question(condition: str) -> bool:
    """Tell whether a condition is followed by what is asked: "if it was in Spain, what proof is needed?"."""
    return _OWN_QUESTION.search(condition) is not None


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


def _once_more(asked: str, said: PreviousTurn) -> tuple[str, str]:
    """What comes next for "and then?"; the question before for "and?" or what was only told."""
    if _THEN.search(asked):
        return "What happens then", topic_of(said)
    return _AS_TO.sub("", said.bare), said.topic


def _put_right(asked: str, said: PreviousTurn) -> tuple[str, str] | None:
    """The question before with what was meant: "no, I meant his bank"."""
    meant = without_correction(asked)
    if meant is None or is_whole(meant):
        return None
    again = replace_part(_AS_TO.sub("", said.bare).rstrip(" ?.!,"), meant.rstrip(" ?.!"))
    return (again, said.topic) if again else (f"what about {meant}", topic_of(said))


def _ask_others(asked: str, said: PreviousTurn) -> tuple[str, str] | None:
    """The question before asked of the other side: "and us?", "what if it's them who want out?"."""
    before = _AS_TO.sub("", said.bare).rstrip(" ?.!,")
    other = ask_other_party(asked, before)
    if not other and CONDITION.match(asked) and not asks_what_follows(by_whom(asked), before):
        other = asks_for_whom(asked, before)
    if not other:
        return None
    # Where no document is known, whoever acted before, and does no longer, tells which is meant.
    lost = not said.name and not content_words(before) <= content_words(other)
    return other, topic_of(said) if lost else said.topic


def _ask_again(asked: str, said: PreviousTurn) -> tuple[str, str] | None:
    """The question before with one part replaced, and its topic; None where the follow-up asks a thing of its own."""
    before = _AS_TO.sub("", said.bare).rstrip(" ?.!,")
    condition = CONDITION.match(asked)
    if condition and not has_own_question(condition["rest"]):
        if asks_what_follows(asked, before):
            case = case_of(before) if _OF_PERSON.search(asked) else ""
            return f"What happens {condition['rest']}", case or topic_of(said)
        if (so := _HAPPENS_SO.match(condition["rest"])) and _IF.search(before):
            return f"{before} {condition['rest'][so.end() :].strip()}", said.topic
        kept = re.sub(r"(?<!\s)\s++(?:if|unless)\b(?s:.*)", "", _CASE_BEFORE.sub("", before), flags=re.IGNORECASE)
        return f"{kept} {condition['rest']}", said.topic
    if _EVEN.match(asked) and not ASKS.match(asked):
        return f"{before}, {asked[:1].lower()}{asked[1:].rstrip(' ?.!')}", said.topic
    if manner := _asks_how(before, asked):
        return manner, topic_of(said)
    about = WHAT_ABOUT.match(asked)
    rest = about["rest"] if about else asked.rstrip(" ?.!")
    if otherwise := ask_otherwise(before, asked):
        return otherwise, said.topic
    if about is None and (is_whole(rest) or condition):
        return None
    again = replace_part(before, rest)
    # What fits nowhere is asked about by itself: the question before, once more, would have its old answer.
    return (again, said.topic) if again else (f"What does {said.name or 'it'} say about {rest}", "")


def _asks_how(before: str, asked: str) -> str:
    """A whole question for "in writing?" or "email ok?" where the question before speaks of no such way."""
    if (found := _WAY.fullmatch(asked)) and not _WAY.search(before):
        return f"does it have to be {found['way']}" if found["must"] else f"can it be done {found['way']}"
    found = _ALLOWED.fullmatch(asked)
    return f"is {found['thing']} {found['state']}" if found and not is_whole(asked) else ""


def asks_what_follows(asked: str, before: str) -> bool:
    """Tell whether a follow-up is on a failure to do what the question before asked about; "who" still asks who."""
    condition = CONDITION.match(asked)
    case = condition["rest"] if condition else ""
    fails = _FAILS.search(case) and not (_FAILS.search(before) or _NAMES_ONE.match(before))
    return bool(_HAPPENS.match(asked) or fails or _DEFIES.search(case))


def _with_subject(asked: str, said: PreviousTurn, *, told: str = "") -> tuple[str, str]:
    """A follow-up with what its pronoun stands for, or what the question before was about as its topic."""
    own = own_words(asked)
    enough = _SELF_CONTAINED_CASE if CONDITION.match(asked) else SELF_CONTAINED
    if told and own_words(f"{told} {asked}") >= enough and not POINTS_BACK.search(told):
        return asked, ""
    thin = own < (_OWN_WORDS if said.anchored else SELF_CONTAINED)
    points = POINTS_BACK.search(asked if thin else _WHO_OR_WHEN.sub("", asked))
    if not thin and (not points or own >= enough):
        return asked, ""
    answered = _answered(said.answer) if points else ""
    if answered and _IS_IT.search(asked):
        return _IS_IT.sub(f"be {answered}", asked, count=1), ""
    timed = _TIME_ASKED.match(said.bare) and _CHANGES_TIME.search(asked)
    noun = "" if timed else _noun_of(said.bare) or _noun_of(said.first)
    if not noun and not timed and re.search(r"\b(?:for|of|on|from|about)\s+(?:it|that)\b", asked, re.IGNORECASE):
        noun = _ended_thing(said.bare)
    if noun and not speaks_of_act(asked):
        put, count = _STANDS_FOR.subn(noun, asked, count=1)
        if count:
            return put, ""
    return asked, " and ".join(filter(None, (answered, topic_of(said))))


def _noun_of(question: str) -> str:
    """The thing that a question asks about, where its form shows it."""
    subject = _SUBJECT.search(_CASE_AFTER.sub("", question))
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
    if said.topic and POINTS_BACK.search(said.bare):
        return said.topic
    topic = as_topic(said.first if said.first and POINTS_BACK.search(said.bare) else said.bare)
    return topic if len(set(stems(searched_topic(topic)))) >= _TOPIC_WORDS else said.topic


def _plain_head(question: str) -> bool:
    """Tell whether a question's first word has its capital only because it comes first."""
    return bool(ASKS.match(question) or _SMALL_HEAD.match(question) or is_whole(question[:8]))


def _ended(question: str) -> str:
    words = " ".join(question.split()).rstrip(" ?.!,")
    return f"{words[:1].upper()}{words[1:]}?"
