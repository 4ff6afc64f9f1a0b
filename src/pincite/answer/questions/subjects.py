"""Questions that ask the same of several persons or things: "Tenant, agent: how much notice must each give?"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.compared_subjects import read_compared
from pincite.answer.questions.single_question import infinitive

# What is asked follows the subjects, after a colon or a dash, and speaks of "each".
_LISTED = re.compile(
    r"^\s{0,9}(?P<subjects>[^?:;.–—]{5,240}?)\s{0,3}(?::|;|–|—|\s-)\s{1,3}(?:(?:please\s{1,3})?compare\s{1,3})?"
    r"(?P<ask>(?:how|what|when|where)\b[^?:;]{0,60}?\beach\b[^?:;]{0,200})\W*$",
    re.IGNORECASE,
)
# "How long have the home, the agent and the carers each got to answer?": the subjects stand after the verb.
_EACH_DOES = re.compile(
    r"^(?P<case>(?:if|when|once|after|before)\s[^?,]{3,100},\s{1,3})?(?P<before>(?:how|what|when|where)\b[^?,;:]{0,60}?)\s{1,3}"
    r"(?P<aux>must|can|may|should|will|could|would|do|does|have|has)\s{1,3}(?P<subjects>(?:the|our|my|[A-Z])[^?;:]{5,200}?)\s{1,3}"
    r"each\s{1,3}(?!of\b)(?P<rest>[^?;:]{2,160})\W*$",
    re.IGNORECASE,
)
_JOIN = re.compile(r",?\s{1,3}(?:and|or)\s{1,3}", re.IGNORECASE)
# "…, and which is the longest?" is seen from the answers.
_WHICH_IS = re.compile(
    r"(?<![\s,])[\s,]{1,3}and\s{1,3}(?:which|who|what)\b[^?]{0,60}?(?:est|most|least|first|last)\b[^?]{0,30}$"
)
_CASE = re.compile(
    r"^(?:if|when|once|after|before|unless|where|under|in|for|on|with|compare|how|what|which|who|is|are|does|do|can|my|i|we|it)\b",
    re.IGNORECASE,
)
# "Each room must be painted" speaks of rooms.
_EACH = (
    r"each(?:\s{1,3}(?:one|of\s{1,3}(?:them|these|those)))?"
    r"(?!\s{1,3}(?!has\b|have\b|must\b|can\b)\w{2,30}\s{1,3}(?:be|starts?|ends?|is|are|have|has|must|can)\b)"
)
_AUXILIARIES = frozenset({"must", "can", "may", "should", "will", "could", "would", "does", "do", "is", "has"})
# "How much notice must each give", "what each has to give", "how much each pays", "how much notice for each".
_ASKED = re.compile(
    rf"^(?P<before>.{{3,80}}?)\s{{1,3}}(?P<aux>{'|'.join(sorted(_AUXILIARIES))})\s{{1,3}}{_EACH}\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"^(?P<before>.{{3,80}}?)\s{{1,3}}(?:(?P<prep>for|of|from|by|to|with)\s{{1,3}})?{_EACH}\b"
    r"(?:\s{1,3}(?P<verb>[a-z]{2,20})\b)?(?P<rest>.*)$",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"^how\s{1,3}(?:much|long)\b.*\b(?:notice|warning)$", re.IGNORECASE)
_DETERMINED = re.compile(r"^(?:the|an?|my|our|your|some\w+|any\w+|every\w+)\b", re.IGNORECASE)
_FEWEST, _MOST, _LONGEST = 2, 5, 9


@dataclass(frozen=True, slots=True)
class SubjectQuestion:
    """One of several subjects, and the question put to it."""

    subject: str
    question: str


def read_subjects(question: str) -> tuple[SubjectQuestion, ...]:
    """The questions that a question puts to each of the subjects it lists or compares; none where it does neither."""
    words = " ".join(question.split())
    if (found := _EACH_DOES.match(words)) and (names := _subjects(found["subjects"])):
        return tuple(SubjectQuestion(name, _put_to(found, name)) for name in names)
    found = _LISTED.match(words)
    if found is None:
        return tuple(SubjectQuestion(subject, asked) for subject, asked in read_compared(question))
    subjects = _subjects(found["subjects"])
    ask = _WHICH_IS.sub("", found["ask"].strip(" ?."))
    asked = [_asked(ask, subject) for subject in subjects]
    return tuple(map(SubjectQuestion, subjects, asked)) if all(asked) else ()


def _put_to(found: re.Match[str], subject: str) -> str:
    """The question put to one subject: "how long has the agent got to answer?"."""
    rest = _WHICH_IS.sub("", found["rest"].strip(" ?."))
    many = subject.endswith("s") and not subject.endswith("ss")
    aux = {"have": "have" if many else "has", "do": "do" if many else "does"}.get(found["aux"], found["aux"])
    asked = _sentence(found["before"], aux, subject, rest)
    return f"{found['case']}{asked[:1].casefold()}{asked[1:]}" if found["case"] else asked


def _subjects(words: str) -> list[str]:
    """The subjects of a list, each as it stands within a sentence; none where words are no list of subjects."""
    *first, last = words.split(", ")
    parts = [*first, *_JOIN.split(last, maxsplit=1)] if first else _JOIN.split(last)
    parts = [_JOIN.sub("", f" {part}", count=1).strip() if _JOIN.match(f" {part} ") else part for part in parts]
    fit = all(part and not _CASE.match(part) and len(part.split()) <= _LONGEST for part in parts)
    if not fit or not _FEWEST <= len(parts) <= _MOST:
        return []
    named = all(part[:1].isupper() for part in parts)
    return parts if named else [_within_sentence(part) for part in parts]


def _within_sentence(subject: str) -> str:
    """A subject with its article, and without the capital of a sentence: "Landlord" is "the landlord"."""
    plain = f"{subject[:1].casefold()}{subject[1:]}"
    return plain if _DETERMINED.match(plain) else f"the {plain}"


def _asked(ask: str, subject: str) -> str:
    """The question put to one subject; empty where it cannot be put."""
    if found := _ASKED.match(ask):
        return _sentence(found["before"], found["aux"], subject, found["rest"])
    found = _TOLD.match(ask)
    if found is None:
        return ""
    verb, rest = (found["verb"] or "").casefold(), found["rest"]
    if found["prep"] and verb:
        return _sentence(found["before"], found["prep"], subject, verb, rest)
    if found["prep"] or not verb:
        if _NOTICE.match(found["before"]):
            return _sentence(found["before"], "does", subject, "have to give")
        return _sentence(found["before"], found["prep"] or "for", subject, rest)
    if verb in _AUXILIARIES and not (verb == "has" and rest.strip().startswith("to ")):
        return _sentence(found["before"], verb, subject, rest)
    return _sentence(found["before"], "does", subject, "have" if verb == "has" else infinitive(verb), rest)


def _sentence(*parts: str) -> str:
    words = " ".join(" ".join(parts).split())
    return f"{words[:1].upper()}{words[1:].rstrip(' ,.?')}?"
