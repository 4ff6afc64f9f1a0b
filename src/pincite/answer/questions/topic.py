"""Questions for a topic: "What does the lease say about rent?", "Is there an indemnity clause?".

They ask for no fact that a sentence states, but for the clauses on a topic, and a heading says which these are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pincite.domain.section import Outline, Section, SectionKind
from pincite.legal.languages import ENGLISH, STOP_WORDS, stem_words
from pincite.legal.provision_places import ProvisionPlace

_SAYS = re.compile(
    r"what (?:does|do|did) (?P<document>[^?!]{1,100}?) (?:say|state|provide|specify) "
    r"(?:about|on|regarding|concerning|as to) (?P<topic>[^?!.;]{2,80})",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:is there anything|are there any rules|tell me) (?:about|on|regarding) "
    r"(?P<topic>\w[\w'’&/ -]{1,60}?) (?:in|under) [^?!]{1,80}",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?P<topic>[^?!.;:]{1,120}?) (?:clauses?|provisions?|sections?)"
    r"(?: (?:in|of|under|from|within) [^?!]{1,80})?(?: says?)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
# What a heading goes on with: another topic beside the first, or what the first is of.
_BESIDE = re.compile(r"[,;/&]|\b(?:and|or)\b", re.IGNORECASE)
_COMPLEMENT = re.compile(r"\b(?:of|for|by|to|on|in|with|from|against|under|at)\b", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\n")
_INITIALS = re.compile(r"\b[A-Z]{3,6}\b")
_LONGEST = 250
# What a document is called: "what must the application say about him?" asks for no clauses.
_DOCUMENTS = frozenset(
    """
    act agreement agreements bylaws code conditions constitution contract contracts deal deed directive document guide
    handbook it lease letter licence license nda plan policy regulation regulations rule rules statute tenancy terms
    they this
    """.split()  # noqa: SIM905 - a list to be read
)
# What stands before the topic of a clause: "can you show me the", "does it contain a".
_LEADING = frozenset(
    """
    a about an and any are can contain contains could describe display do does explain find get give have has i include
    includes is its list me my need our please pull quote read see show so summarise summarize tell the there up us want
    we what whats where you your
    """.split()  # noqa: SIM905
)
# Verbs and question words: what has one of them asks for more than the clauses on a topic.
_ASKING = frozenset(
    """
    am are be can could did do does had has have how if is let may might must shall should was were what when where
    whether which who whom whose why will would
    """.split()  # noqa: SIM905
)
# What any heading may have besides its topic.
_PLAIN_HEADING = frozenset(
    stem_words(
        ["general", "clause", "provision", "section", "matter", "other", "obligation", "requirement", "right"], ENGLISH
    )
)
_OUTSIDE = frozenset({SectionKind.DOCUMENT, SectionKind.CONTENTS, SectionKind.SIGNATURES, SectionKind.TEXT})
_ATTACHED = frozenset({SectionKind.SCHEDULE, SectionKind.EXHIBIT})
# A topic of more words is a question, and a heading with more words beside it is on something else.
_MOST_WORDS, _MOST_OTHERS = 4, 2
# More clauses than this are no answer.
_MOST_PLACES = 3
_LEAST_TEXT = 30


def asked_topic(question: str, *, names: str = "", language: str = ENGLISH) -> frozenset[str]:
    """The stems of the topic that a question asks for the clauses on; empty if it asks for something else.

    `names` are the words that name the document or its kind, which are no topic.
    """
    words = _topic_words(" ".join(question.split()).rstrip(" ?.!"))
    if not words or not _ASKING.isdisjoint(words):
        return frozenset()
    named = set(_WORD.findall(names.casefold()))
    topic = _stems(" ".join(word for word in words if word not in named), language)
    return topic if len(topic) <= _MOST_WORDS else frozenset()


def clauses_on(topic: Collection[str], outline: Outline, text: str, *, language: str = ENGLISH) -> list[ProvisionPlace]:
    """The sections whose heading is a topic or has it beside others, or else narrows it; none where there are many.

    An agreement's own clauses come before those of what is attached to it. "Notice of meetings" is on notice only
    where nothing else in the document speaks of it.
    """
    headed = [
        (section, _stems(section.heading, language) - _PLAIN_HEADING)
        for section in outline.sections
        if section.heading and section.kind not in _OUTSIDE and _has_text(section)
    ]
    same = [section for section, words in headed if words == set(topic)]
    beside = [section for section, words in headed if _is_near(words, topic) and _has_beside(section, topic, language)]
    narrower = [section for section, words in headed if _is_near(words, topic) and _narrows(section, topic, language)]
    for found in (same, beside, [] if _is_elsewhere(topic, narrower, text, language) else narrower):
        outermost = _outermost(found)
        own = [section for section in outermost if not _is_attached(section, outline)] or outermost
        if own:
            places = [ProvisionPlace(section.span, outline.path(section), section) for section in own]
            return places if len(places) <= _MOST_PLACES else []
    return []


def _is_near(words: Collection[str], topic: Collection[str]) -> bool:
    return set(words) > set(topic) and len(words) <= len(topic) + _MOST_OTHERS


def _has_beside(section: Section, topic: Collection[str], language: str) -> bool:
    """Tell whether a heading has a topic beside others: "Rent and deposit"."""
    parts = _BESIDE.split(section.heading or "")
    return any(_stems(part, language) - _PLAIN_HEADING == set(topic) for part in parts)


def _narrows(section: Section, topic: Collection[str], language: str) -> bool:
    """Tell whether a topic is the noun that a heading is about: not the interest of "Conflicts of interest"."""
    heads = [_COMPLEMENT.split(part, maxsplit=1)[0].split() for part in _BESIDE.split(section.heading or "")]
    return any(set(topic) <= _stems(" ".join(head[-len(topic) :]), language) for head in heads if head)


def _is_elsewhere(topic: Collection[str], near: Sequence[Section], text: str, language: str) -> bool:
    """Tell whether a paragraph outside some sections has all words of a topic."""
    start, rest = 0, []
    for section in sorted(near, key=lambda section: section.span):
        rest.append(text[start : section.span.start])
        start = max(start, section.span.end)
    rest.append(text[start:])
    return any(set(topic) <= _stems(paragraph, language) for part in rest for paragraph in _PARAGRAPH.split(part))


def _topic_words(question: str) -> list[str]:
    """The words of the topic, if a question has one of the forms that ask for clauses."""
    if len(question) > _LONGEST:
        return []
    if says := _SAYS.fullmatch(question):
        called = _DOCUMENTS.intersection(_WORD.findall(says["document"].casefold()))
        return _WORD.findall(says["topic"].casefold()) if called or _INITIALS.search(says["document"]) else []
    if about := _ABOUT.fullmatch(question):
        return _WORD.findall(about["topic"].casefold())
    clause = _CLAUSE.fullmatch(question)
    words = _WORD.findall(clause["topic"].casefold()) if clause else []
    while words and (words[0] in _LEADING or words[0] in _DOCUMENTS):
        words.pop(0)
    return words


def _stems(text: str, language: str) -> frozenset[str]:
    words = [word for word in _WORD.findall(text.casefold()) if word not in STOP_WORDS[language]]
    return frozenset(stem_words(words, language))


def _has_text(section: Section) -> bool:
    return section.head is None or section.span.end - section.head.end >= _LEAST_TEXT


def _outermost(sections: Sequence[Section]) -> list[Section]:
    """The sections that lie in no other of them."""
    return [
        one for one in sections if not any(other.id != one.id and other.span.contains(one.span) for other in sections)
    ]


def _is_attached(section: Section, outline: Outline) -> bool:
    return any(one.kind in _ATTACHED for one in (*outline.ancestors(section), section))
