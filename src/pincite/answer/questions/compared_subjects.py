"""Questions that set persons or things beside each other: "Compare the fee for a plot with that for a stall".

Each of them is put as a question of its own. "When is the rent due for the flat, and when for the garage?" says the
second time only what is different.
"""

from __future__ import annotations

import re
from itertools import pairwise

from pincite.answer.questions.document_phrase import find_phrases
from pincite.answer.questions.indirect import as_direct

_NAMED = r"(?:(?i:the|an?|my|our|your|his|her|its|their|each|every|any|some\w{3,8}|any\w{3,8})\b|(?-i:[A-Z]))"
_PREPOSITIONS = "for|on|of|in|under|from|with|by|at|to|between|after"
_ASKS = r"(?:how|what|when|where|who|which|whether)\b"
_TOPIC = rf"(?:{_ASKS}|the\b|our\b|my\b)"
_COMPARE = re.compile(
    rf"^(?:(?:please|can you|could you) )?(?:compare|contrast) (?P<rest>{_TOPIC}.{{5,300}})$", re.IGNORECASE
)
_DIFFERENCE = re.compile(
    r"^(?:what(?:[’']s| is| are)|is there|are there) (?:the |an? |any )?differences? between "
    rf"(?P<rest>{_TOPIC}.{{5,300}})$",
    re.IGNORECASE,
)
_DIFFERS = re.compile(
    rf"^(?:how )?(?:does|do) (?P<one>{_TOPIC}.{{3,150}}?) "
    r"(?:differs? from|compares? (?:with|to)) (?P<other>.{3,150})$",
    re.IGNORECASE,
)
_THAN = re.compile(
    rf"^(?:is|are) (?P<one>{_TOPIC}.{{3,150}}?) (?:(?:exactly )?the same as|different (?:from|to|than)|"
    r"(?:any )?(?:longer|shorter|higher|lower|larger|smaller|bigger|greater|less|more|stricter|earlier|later|cheaper|"
    r"dearer) than) "
    r"(?P<other>.{3,150})$",
    re.IGNORECASE,
)
# What is asked of each after a colon: "…: how long and how far?", "… - how long does it last, and which is longer?".
_ASKED_APART = re.compile(rf"(?P<compared>[^:;]{{5,240}}?)(?::| [–—-]) (?P<ask>{_ASKS}.{{0,120}})$", re.IGNORECASE)
_WHICH_IS = re.compile(
    r",?(?: and)? (?:which|who|what)(?:[’']s| is| has| lasts?| gets?| one is)\b[^,]{0,60}$", re.IGNORECASE
)
_BARE_ASK = re.compile(
    r"^(?:(?:and )?how (?:long|far|much|many|often|soon|big|high|wide)(?:,? |$)){1,3}$", re.IGNORECASE
)
_WITH = re.compile(r" (?:with|against|versus|vs\.?|and(?: also)?|compared (?:with|to)) ", re.IGNORECASE)
# "The one on Kayleigh", "that for the hall": the topic of the first is left out in the second.
_THAT = re.compile(rf"^(?:the ones?|that|those) (?P<prep>{_PREPOSITIONS}) (?P<other>.{{2,80}})$", re.IGNORECASE)
_AGAIN = re.compile(rf"^(?P<prep>{_PREPOSITIONS}) (?P<other>{_NAMED}.{{1,80}})$")
_PLACES = re.compile(rf" (?P<prep>{_PREPOSITIONS}) (?={_NAMED})", re.IGNORECASE)
_NAMES = re.compile(rf" (?={_NAMED})")
_WITHIN_NAME = re.compile(
    r"(?:\b(?i:the|an?|my|our|your|his|her|its|their)|\b[A-Z][\w’'-]{0,30}|\b[A-Z][\w’'-]{0,30} of) $"
)
_SPOKEN = re.compile(rf"^{_NAMED}")
_BOTH = re.compile(
    rf"^(?i:(?:for )?both )(?P<subjects>{_NAMED}[^:;]{{3,160}}?)(?::| [–—-]) (?P<ask>{_ASKS}.{{5,160}})$"
)
# "From the landlord, and when from the agent": the same word asks again, and nothing but another name follows it.
_AGAIN_ASKED = re.compile(
    r"^(?P<first>(?P<wh>how (?:much|long|many|often|soon|quickly)|when|where|what|who)\b[^?:;]{8,160}?),? and "
    r"(?P=wh)(?: notice)? "
    rf"(?P<other>(?:(?:{_PREPOSITIONS}) )?{_NAMED}[^,?:;]{{1,60}})$",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\b(?:is|are|be|was|were|can|could|may|must|will|would|should|shall|do|does|did|has|have|had|if|when|who|that|which|what|how|"
    r"i|we|you|they|he|she|it)\b",
    re.IGNORECASE,
)
_ADDED = re.compile(r" (?:\w+ing|who|that|when|if|after|before) .*$")
_EACH = re.compile(r"\b(?:(?P<do>do|does) )?(?:they|each(?: of them| one)?)\b", re.IGNORECASE)
_PLURAL = re.compile(
    r"^(?:the|our|my) (?:[\w’'-]+ ){0,3}?[\w’'-]{2,}(?<!s)s (?:for|on|of|in|under|from|with|by|at|to|between|after)\b",
    re.I,
)
# "How much the coach and the sponsor …": who does it stands before what is done, and is no end of a topic.
_ASKS_ONLY = re.compile(r"^(?:how(?: \w+){0,2}|what|when|where|who|which(?: \w+)?|whether) $", re.IGNORECASE)
_HEAD = re.compile(r"^(?:the|our|my) (?P<noun>[\w’'-]+(?: [\w’'-]+)?)")
_MOST, _LONGEST = 5, 9


def read_compared(question: str) -> list[tuple[str, str]]:
    """The subjects that a question sets beside each other, each with the question put to it; none where it does not."""
    words = " ".join(question.split()).rstrip(" ?.!")
    if found := _AGAIN_ASKED.match(words):
        first, other = found["first"], found["other"]
        pair = () if _SAYS_MORE.search(other) else _other_of(first, other)
        return [(name, _sentence(asked)) for name, asked in pair]
    if found := _BOTH.match(words):
        names = _listed(found["subjects"])
        ask = _WHICH_IS.sub("", found["ask"])
        return [(name, _asked_of(name, ask)) for name in names] if _are_subjects(names) else []
    apart = _ASKED_APART.match(words)
    compared, ask = (apart["compared"], _WHICH_IS.sub("", apart["ask"])) if apart else (_WHICH_IS.sub("", words), "")
    topics = _topics(compared)
    return [(name, _put(topic, ask)) for name, topic in topics]


def _topics(words: str) -> list[tuple[str, str]]:
    """What is compared: each subject with the topic as it stands for it."""
    pair = _DIFFERS.match(words) or _THAN.match(words)
    if pair and not re.search(r"\band (?:is|are|does|do|can|must|will)\b", pair["one"]):
        return _elliptical(pair["one"], pair["other"])
    found = _COMPARE.match(words) or _DIFFERENCE.match(words)
    if found is None:
        return []
    rest = found["rest"]
    for join in _WITH.finditer(rest):
        if topics := _elliptical(rest[: join.start()], rest[join.end() :]):
            return topics
    return _of_list(rest)


def _elliptical(one: str, other: str) -> list[tuple[str, str]]:
    """Two topics of which the second leaves out what it has in common with the first, or says it again."""
    if (found := _THAT.match(other)) and not find_phrases(found["other"]):
        prep = next(
            (place for place in _PLACES.finditer(one) if place["prep"].casefold() == found["prep"].casefold()), None
        )
        if prep is None:
            return []
        first, named = one[prep.end() :], found["other"]
        added = _ADDED.search(first)
        more = "" if added is None or _ADDED.search(f" {named}") else added[0]
        return [(first, one), (named, f"{one[: prep.end()]}{named}{more}")]
    head, again = _HEAD.match(one), _HEAD.match(other)
    same = head and again and head["noun"].split()[0].casefold() == again["noun"].split()[0].casefold()
    return [(one, one), (other, other)] if same and one != other and not find_phrases(f"{one}; {other}") else []


def _of_list(words: str) -> list[tuple[str, str]]:
    """The topic for each of the subjects that end it: "the deposit on a plot, a stall and the hall"."""
    names = _listed(words)
    if len(names) < 2:  # noqa: PLR2004 - one is compared with nothing
        return []
    if found := _AGAIN.match(names[1]):
        at = words.casefold().find(f" {found['prep'].casefold()} ")
        at = at + len(found["prep"]) + 2 if at >= 0 else -1
        names = [names[0], *(again["other"] if (again := _AGAIN.match(name)) else name for name in names[1:])]
    else:
        places = _name_places(names[0])
        # "The Start Date and the End Date": each is named whole.
        at = places[-1] if places else 0 if _SPOKEN.match(names[0]) else -1
    if at < 0 or find_phrases(names[-1]) or _ASKS_ONLY.match(words[:at]):
        return []
    first = names[0][at:]
    subjects = [first, *names[1:]]
    return [(name, f"{words[:at]}{name}") for name in subjects] if first and _are_subjects(subjects) else []


def _listed(words: str) -> list[str]:
    """The parts of a list that ends in "and"."""
    before, _, last = words.rpartition(" and ")
    return [*before.rstrip(",").split(", "), last] if before and last else []


def _are_subjects(names: list[str]) -> bool:
    named = all(_SPOKEN.match(name) and len(name.split()) <= _LONGEST and not _SAYS_MORE.search(name) for name in names)
    return named and 1 < len(names) <= _MOST and all(one != other for one, other in pairwise(names))


def _other_of(first: str, other: str) -> list[tuple[str, str]]:
    """A question, and the same for another name in the place of its last one."""
    if found := _AGAIN.match(other):
        at = first.casefold().rfind(f" {found['prep'].casefold()} ")
        named, at = found["other"], at + len(found["prep"]) + 2 if at >= 0 else -1
    else:
        places = _name_places(first)
        named, at = other, places[-1] if len(places) == 1 else -1
    own = first[at:]
    if at < 0 or not _SPOKEN.match(own) or _SAYS_MORE.search(own) or len(own.split()) > _LONGEST:
        return []
    return [(own, first), (named, f"{first[:at]}{named}")]


def _name_places(words: str) -> list[int]:
    """Where names begin within some words, and no second word of one: not "Date" in "the Start Date"."""
    return [place.end() for place in _NAMES.finditer(words) if not _WITHIN_NAME.search(words[: place.end()])]


def _put(topic: str, ask: str) -> str:
    """The question for a topic."""
    if re.match(_ASKS, topic, re.IGNORECASE):
        return _sentence(as_direct(topic))
    if _BARE_ASK.match(ask):
        return _sentence(f"{ask} is {topic}")
    if ask:
        return _sentence(f"for {topic}, {ask}") if _EACH.search(ask) is None else _asked_of(topic, ask)
    return _sentence(f"what {'are' if _PLURAL.match(topic) else 'is'} {topic}")


def _asked_of(subject: str, ask: str) -> str:
    """What is asked of each, asked of one."""
    asked = _EACH.sub(lambda they: f"{'does ' if they['do'] else ''}{subject}", ask, count=1)
    return _sentence(asked if asked != ask else f"{ask} for {subject}")


def _sentence(words: str) -> str:
    plain = " ".join(words.split()).rstrip(" ,.?")
    return f"{plain[:1].upper()}{plain[1:]}?"
