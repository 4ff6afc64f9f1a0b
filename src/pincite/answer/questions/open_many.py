"""Questions for all that somebody has agreed that name no document: "who can charge us interest?".

They are put as questions for documents: "list everything that lets the rent go up" asks which documents let it go up.
"""

from __future__ import annotations

import re

from dataclasses import dataclass

from pincite.answer.questions.document_phrase import find_phrases
from pincite.answer.questions.single_question import infinitive

# Those who may charge us are sought in what is agreed with each.
_CHARGES = r"(?:prices?|charges?|fees?|rents?|rates?|premiums?|subscriptions?)"
_WHO = re.compile(
    r"^\s{0,9}who(?:\s{1,3}(?P<modal>can|may|could|will|would)|(?:[’']s|\s{1,3}(?:is|are))\s{1,3}(?P<leave>allowed|entitled|able|free)\s{1,3}to)\s{1,3}"
    r"(?P<does>(?:(?:charge|fine|bill|penali[sz]e|sue|drop|cancel\s{1,3}on|cut\s{1,3}off|"
    r"(?:raise|increase|put\s{1,3}up)(?=\s{1,3}(?:our|my))|put(?=\s{1,3}(?:our|my)\s{1,3}\w{1,20}\s{1,3}up\b))"
    r"\s{1,3}(?:us|me|our|my)\b|"
    rf"(?:raise|increase|put\s{{1,3}}up|change)\s{{1,3}}their\s{{1,3}}{_CHARGES}\b|put\s{{1,3}}their\s{{1,3}}{_CHARGES}\s{{1,3}}up\b)[^?]{{0,200}})\?*\s*$",
    re.IGNORECASE,
)
# "Going through everything, …", "across all our paperwork, …": every document is meant.
_SIGNED = r"(?:signed|agreed(?:\s{1,3}to)?|got|have|hold|taken\s{1,3}on)"
_PAPERS = r"(?:papers?|paperwork|documents?|contracts|agreements|deals|leases|licen[cs]es|policies|files?|arrangements|terms|suppliers|paper)"
_EVERYTHING = (
    rf"(?:(?:everything|all\s{{1,3}}(?:of\s{{1,3}})?(?:it|this|them|these|those|(?:(?:our|my|the|this|these|those)\s{{1,3}})?(?:various\s{{1,3}}|different\s{{1,3}})?{_PAPERS}))"
    rf"(?:\s{{1,3}}(?:that\s{{1,3}})?(?:we|i)(?:[’']ve|\s{{1,3}}have)?(?:\s{{1,3}}{_SIGNED})?)?|"
    r"the\s{1,3}(?:whole\s{1,3})?lot|the\s{1,3}whole\s{1,3}(?:folder|file|pile|bundle|stack))(?:\s{1,3}(?:in\s{1,3})?here)?"
)
_THROUGH_ALL = re.compile(
    r"^\s{0,9}(?:(?:(?:if\s{1,3}(?:you|we|i)\s{1,3})?(?:go|look|read|going|looking|reading|running|working)\s{1,3}(?:through|across|over|at)|across|taking|in|under|between|out\s{1,3}of)\s{1,3}"
    rf"{_EVERYTHING}(?:\s{{1,3}}together)?)\s{{0,3}}[,:–-]\s{{0,3}}(?=(?:who|whom|what|where|when|how|which|do|does|is|are|can|must|has|have|if)\b)",
    re.IGNORECASE,
)
_ALL_OF_THEM = re.compile(
    r"(?:\s{0,3}[?.,;:–—-]\s{0,3}|\s{1,3})(?:(?:please\s{1,3})?(?:list|show|give|tell|name)\s{1,3}(?:me\s{1,3})?(?:them\s{1,3}all|all\s{1,3}of\s{1,3}them|"
    r"every\s{1,3}one(?:\s{1,3}of\s{1,3}them)?|the\s{1,3}(?:whole\s{1,3})?lot)|all\s{1,3}of\s{1,3}them|every\s{1,3}(?:single\s{1,3})?one\s{1,3}of\s{1,3}them|"
    r"i\s{1,3}(?:want|need)\s{1,3}(?:them\s{1,3}all|all\s{1,3}of\s{1,3}them|the\s{1,3}(?:whole\s{1,3}|full\s{1,3})?(?:lot|list)))"
    r"(?:,?\s{1,3}please)?\W*$",
    re.IGNORECASE,
)
# What is agreed does something: "everything that lets them …". "Everything that is in the rent" are parts of one thing.
_EFFECT = (
    r"(?:lets?|allows?|permits?|entitles?|gives?|makes?|obliges?|requires?|forces?|stops?|prevents?|bars?|bans?|forbids?|ties?|locks?|"
    r"commits?|binds?|charges?|renews?|rolls?|carr(?:y|ies)\s{1,3}on|expires?|runs?\s{1,3}out|mentions?|refers?|talks?|covers?\s{1,3}us|"
    r"limits?|caps?|excludes?|says?|puts?|leaves?|holds?|exposes?|costs?)"
)
_ALL_THAT = re.compile(
    r"^\s{0,9}(?:(?:please|can\s{1,3}you|could\s{1,3}you)\s{1,3})?(?:list|show|find|give|tell|name|what\s{1,3}is|what[’']s|i\s{1,3}(?:want|need))\s{1,3}"
    r"(?:me\s{1,3}|us\s{1,3}|out\s{1,3})?(?:everything|anything|all\s{1,3}(?:of\s{1,3}it|the\s{1,3}(?:things|clauses|terms|bits|places))|every\s{1,3}(?:clause|term|place))"
    rf"(?:\s{{1,3}}(?:(?:that\s{{1,3}})?(?:we|i)(?:[’']ve|\s{{1,3}}have)?\s{{1,3}}{_SIGNED}))?(?:\s{{1,3}}(?:here|in\s{{1,3}}here))?\s{{1,3}}(?:that|which)\s{{1,3}}"
    rf"(?P<does>{_EFFECT}\b[^?]{{3,200}})$",
    re.IGNORECASE,
)
# "Have we signed anything that …", "is there anything we have agreed to that …"
_SIGNED_ANY = re.compile(
    r"^\s{0,9}(?:have\s{1,3}(?:we|i)\s{1,3}(?:ever\s{1,3})?(?:signed(?:\s{1,3}up\s{1,3}(?:to|for))?|agreed(?:\s{1,3}to)?|got)\s{1,3}anything|"
    rf"is\s{{1,3}}there\s{{1,3}}anything\s{{1,3}}(?:that\s{{1,3}})?(?:we|i)(?:[’']ve|\s{{1,3}}have)?\s{{1,3}}{_SIGNED}|"
    rf"does\s{{1,3}}anything\s{{1,3}}(?:that\s{{1,3}})?(?:we|i)(?:[’']ve|\s{{1,3}}have)?\s{{1,3}}{_SIGNED})\s{{1,3}}(?:that\s{{1,3}}|which\s{{1,3}})?"
    rf"(?P<does>{_EFFECT}\b[^?]{{3,200}})$",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"^\s{0,9}where\s{1,3}(?P<rest>(?:do|does|can|could|may|must|should|will|would|is|are|has|have)\s{1,3}"
    r"(?:we|i|they|you|the|an?|our|my|any\w{0,4})\b[^?]{5,200})$",
    re.IGNORECASE,
)
# Of whom it is asked is somebody of each document.
_WHO_DOES = re.compile(
    r"^\s{0,9}(?:(?P<case>(?:if|when|once|after|before)\s{1,3}[^?]{3,160}?),\s{1,3})?(?:and\s{1,3})?who(?:m\b|\b)"
    r"(?:(?P<is>[’']s)|\s{1,3}(?P<aux>[a-z]{2,12}))\s{1,3}(?P<rest>[^?]{5,240})$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?<![\s,])[\s,]{1,3}and\s{1,3}(?:(?:by|for|at|on|in|with|of|within)\s{1,3})?(?:how|what|when|which|where|who)\b[^?]{0,100}$",
    re.IGNORECASE,
)
_EACH = re.compile(r"\beach\b|\bevery\s{1,3}one\b|\ball\s{1,3}of\s{1,3}(?:them|these)\b|\brespectively\b", re.IGNORECASE)
_TOLD = re.compile(
    r"^(?P<tells>(?:we|i)\s{1,3}(?:have\s{1,3}to\s{1,3}|need\s{1,3}to\s{1,3}|got\s{1,3}to\s{1,3})?"
    r"(?:tell|notify|inform|warn|report\s{1,3}(?:it\s{1,3})?to|let|ask|pay|contact|indemnify|compensate|give\s{1,3}(?:\w+\s{1,3})?notice\s{1,3}to))\b(?P<what>.*)$",
    re.IGNORECASE,
)
# "Who has to insure what?"
_WHAT = re.compile(r"(?P<before>\w\s)what$", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|us|our|ours|i|me|my)\b", re.IGNORECASE)
_IS_BOUND = re.compile(
    r"^(?:allowed|entitled|able|free|permitted|obliged|required|supposed|meant|going|due|bound|liable|responsible|insured|covered|"
    r"paid|owed|charged)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(r"\bwho(?:m)?\s{1,3}(?:do|must|should)\s{1,3}(?:we|i)\s{1,3}(?:have\s{1,3}to\s{1,3}|need\s{1,3}to\s{1,3})?(?:tell|notify|inform|warn|report|let)\b", re.IGNORECASE)
_HOW_SOON = re.compile(r"\bhow\s{1,3}(?:many|much|long|soon|quickly|fast)\b", re.IGNORECASE)
_MODALS = frozenset({"can", "could", "may", "must", "should", "will", "would", "is", "are", "does", "do"})
_ASKS_WHAT = re.compile(r"^\s{0,9}(?:what|when|how)\b", re.IGNORECASE)
_YES_NO = re.compile(r"^\s{0,9}(?:do|does|is|are|can|must|has|have)\s{1,3}(?:we|i|they|you|the|an?|our|my|any\w{0,4})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question for whatever documents there are, put for documents; it is `sure` where it says that all are meant."""

    asked: str
    sure: bool = True


def read_open(question: str) -> OpenQuestion | None:
    """Read a question for all that is agreed; None where it asks for one thing, or names a document."""
    words = question.strip().rstrip(" ?.!")
    ask = _ALL_OF_THEM.sub("", _THROUGH_ALL.sub("", words))
    through = _THROUGH_ALL.match(words) is not None
    if find_phrases(ask):
        return None
    if found := _ALL_THAT.match(ask) or _SIGNED_ANY.match(ask):
        return OpenQuestion(f"Which documents {found['does']}?")
    every = ask != words
    if every and (found := _WHERE.match(ask)):
        return OpenQuestion(f"Under which documents {found['rest']}?")
    if asked := _of_anyone(_TAIL.sub("", ask)):
        tail = ask[len(_TAIL.sub("", ask)) :]
        told = _TELLS.search(ask) is not None and _HOW_SOON.search(tail) is not None
        sure = every or (_EACH.search(tail) is not None and _OURS.search(words) is not None)
        return OpenQuestion(f"Under which documents {asked}?", sure) if sure or told else None
    if through and _YES_NO.match(ask):
        return OpenQuestion(f"Under which documents {ask[:1].casefold()}{ask[1:]}?")
    return OpenQuestion(f"{ask} in each of these documents?") if through and _ASKS_WHAT.match(ask) else None


def ask_who(question: str) -> str:
    """A question for those who may charge us, as one for the agreements that let them; empty for any other."""
    found = _WHO.match(question)
    if found is None:
        return ""
    may = f"is the other side {found['leave']} to" if found["leave"] else f"{found['modal'].casefold()} the other side"
    does = re.sub(r"\btheir\b", "its", found["does"], flags=re.IGNORECASE)
    return f"Under which agreements {may} {does}?"


def _of_anyone(question: str) -> str:
    """A question for who does something, as one for whether anyone does; empty for any other."""
    found = _WHO_DOES.match(question)
    if found is None:
        return ""
    aux, rest = (found["aux"] or "is").casefold(), found["rest"]
    rest = _WHAT.sub(r"\g<before>anything", rest)
    case = f", {found['case'][:1].casefold()}{found['case'][1:]}" if found["case"] else ""
    if (told := _TOLD.match(rest)) and aux in _MODALS:
        return f"{aux} {told['tells']} anyone{told['what']}{case}"
    if aux in {"do", "does", "did", "was", "were"}:
        return ""
    if aux in {"is", "are"} and not _IS_BOUND.match(rest):
        return ""
    if aux in _MODALS:
        return f"{'is' if aux == 'are' else aux} anyone {rest}{case}"
    verb = "have" if aux in {"has", "have"} else infinitive(aux)
    return f"does anyone {verb} {rest}{case}" if aux.endswith("s") or aux in {"have", "need"} else ""
