"""Questions for a topic: "What does the lease say about rent?", "Is there an indemnity clause?".

They ask for no fact that a sentence states, but for the clauses on a topic, and a heading says which these are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pincite.domain.section import Outline, Section, SectionKind
from pincite.legal.languages import ENGLISH, STOP_WORDS, stem_words
from pincite.legal.provision_places import ProvisionPlace

# What a question says of a document, and not of a party or a court: "what does the lease say about …".
_DOCUMENT = (
    r"(?:it|this|they|(?:the|our|my|this|that|your|[A-Z]\S*)\b[^?!]{0,80}?"
    r"(?:agreements?|contract|deal|deed|lease|tenancy|licen[cs]e|policy|terms|conditions|document|guide|handbook|rules?|code|act|bylaws|"
    r"regulations?|statute|directive|letter|plan|constitution|NDA|[A-Z]{3,6})(?:\s(?:of|with|between)\s[^?!]{1,60}?)?)"
)
_IN = r"(?:\s+(?:in|of|under|from|within)\s[^?!]{1,80})?"
_CLAUSES = r"(?:clauses?|provisions?|sections?)"
_WORDS = r"(?P<topic>\w[\w'’&/ -]{1,60}?)"
_FORMS = tuple(
    re.compile(rf"\s*(?:please\s+|and\s+|so,?\s+)?{form}\s*[?.!]*\s*", re.IGNORECASE)
    for form in (
        rf"what\s+(?:does|do|did)\s+{_DOCUMENT}\s+(?:say|state|provide|specify)\s+(?:about|on|regarding|concerning|as\s+to)\s+(?P<topic>[^?!.;]{{2,80}})",
        rf"(?:is|are)\s+there\s+anything\s+(?:about|on|regarding)\s+{_WORDS}\s+(?:in|under)\s[^?!]{{1,80}}",
        rf"tell\s+me\s+about\s+(?:the\s+)?{_WORDS}\s+(?:in|under)\s[^?!]{{1,80}}",
        rf"(?:is|are)\s+there\s+(?:an?|any|the)\s+{_WORDS}\s+{_CLAUSES}{_IN}",
        rf"(?:does|do)\s+{_DOCUMENT}\s+(?:have|contain|include)\s+(?:an?|any|the)\s+{_WORDS}\s+{_CLAUSES}",
        r"(?:(?:can|could)\s+you\s+)?(?:show|give|find|read|quote|get|pull\s+up|display|explain|describe|summari[sz]e|tell|where|what|what[’']?s)"
        rf"(?:\s+(?:is|are|me|us|about|does|do|up))*\s+(?:the|its|our|any|an?)\s+{_WORDS}\s+{_CLAUSES}(?:\s+says?)?{_IN}(?:\s+says?)?",
        rf"(?:the\s+)?{_WORDS}\s+{_CLAUSES}{_IN}",
    )
)
_WORD = re.compile(r"[^\W\d_]+")
# Verbs and question words: what has one of them asks for more than the clauses on a topic.
_ASKING = frozenset(
    """
    am are be can could did do does had has have how if is may might must shall should was were what when where whether
    which who whom whose why will would
    """.split()  # noqa: SIM905 - a list to be read
)
# What any heading may have besides its topic.
_PLAIN_HEADING = frozenset(stem_words(["general", "clause", "provision", "section", "matter", "other"], ENGLISH))
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
    match = next((match for form in _FORMS if (match := form.fullmatch(question))), None)
    words = _WORD.findall(match["topic"].casefold()) if match else []
    if not words or not _ASKING.isdisjoint(words):
        return frozenset()
    named = set(_WORD.findall(names.casefold()))
    topic = _stems(" ".join(word for word in words if word not in named), language)
    return topic if len(topic) <= _MOST_WORDS else frozenset()


def clauses_on(topic: Collection[str], outline: Outline, *, language: str = ENGLISH) -> list[ProvisionPlace]:
    """The sections whose heading is a topic, or else has it beside a few other words; none where there are many.

    An agreement's own clauses come before those of what is attached to it.
    """
    headed = [
        (section, _stems(section.heading, language) - _PLAIN_HEADING)
        for section in outline.sections
        if section.heading and section.kind not in _OUTSIDE and _has_text(section)
    ]
    same = [section for section, words in headed if words == set(topic)]
    near = [section for section, words in headed if words > set(topic) and len(words) <= len(topic) + _MOST_OTHERS]
    for found in (same, near):
        outermost = _outermost(found)
        own = [section for section in outermost if not _is_attached(section, outline)] or outermost
        if own:
            places = [ProvisionPlace(section.span, outline.path(section), section) for section in own]
            return places if len(places) <= _MOST_PLACES else []
    return []


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
