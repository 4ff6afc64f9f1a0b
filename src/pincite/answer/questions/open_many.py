"""Questions for all that somebody has agreed that name no document: "who can charge us interest?".

They are put as questions for documents: "list everything that lets the rent go up" asks which documents let it go up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.document_phrase import find_phrases
from pincite.answer.questions.single_question import infinitive
from pincite.legal.provisions import find_provisions

# Those who may charge us are sought in what is agreed with each.
_CHARGES = r"(?:prices?|charges?|fees?|rents?|rates?|premiums?|subscriptions?)"
_WHO = re.compile(
    r"^who(?: (?P<modal>can|may|could|will|would)|(?:[’']s| is| are) (?P<leave>allowed|entitled|able|free) to) "
    r"(?P<does>(?:(?:charge|fine|bill|penali[sz]e|sue|drop|cancel on|cut off|(?:raise|increase|put up)(?= (?:our|my))|"
    r"put(?= (?:our|my) \w{1,20} up\b)) (?:us|me|our|my)\b|"
    rf"(?:raise|increase|put up|change) their {_CHARGES}\b|put their {_CHARGES} up\b)[^?]{{0,200}})$",
    re.IGNORECASE,
)
# "Going through everything, …", "across all our paperwork, …": every document is meant.
_WE_SIGNED = r"(?: (?:that )?(?:we|i)(?:[’']ve| have)?(?: (?:signed|agreed(?: to)?|got|have|hold|taken on))?)"
_PAPERS = (
    r"(?:(?:(?:our|my|the|this|these|those) )?(?:various |different )?"
    r"(?:papers?|paperwork|documents?|contracts|agreements|deals|leases|licen[cs]es|policies|files?|arrangements|terms|suppliers))"
)
_EVERYTHING = (
    rf"(?:(?:everything|all (?:of )?(?:it|this|them|these|those|{_PAPERS})){_WE_SIGNED}?|the (?:whole )?lot|"
    r"the whole (?:folder|file|pile|bundle|stack))(?: (?:in )?here)?"
)
_THROUGH = (
    r"(?:(?:if (?:you|we|i) )?(?:go|look|read|going|looking|reading|running|working) (?:through|across|over|at)|"
    r"across|taking|in|under|between|out of)"
)
_THROUGH_ALL = re.compile(
    rf"^{_THROUGH} {_EVERYTHING}(?: together)? ?[,:–-] ?"
    r"(?=(?:who|whom|what|where|when|how|which|do|does|is|are|can|must|has|have|if)\b)",
    re.IGNORECASE,
)
_ALL = r"(?:them all|all of them|every (?:single )?one(?: of them)?|the (?:whole )?lot)"
_ALL_OF_THEM = re.compile(
    rf"(?: ?[?.,;:–—-] ?| )(?:(?:please )?(?:list|show|give|tell|name) (?:me )?{_ALL}|all of them|"
    rf"every (?:single )?one of them|i (?:want|need) (?:{_ALL}|the full list))(?:,? please)?$",
    re.IGNORECASE,
)
# What is agreed does something: "everything that lets them …". "Everything that is in the rent" are parts of one thing.
_DOES = (
    r"(?P<does>(?!makes? up\b)"
    r"(?:lets?|allows?|permits?|entitles?|gives?|makes?|obliges?|requires?|forces?|stops?|prevents?|bars?|"
    r"bans?|forbids?|ties?|locks?|commits?|binds?|charges?|renews?|rolls?|carr(?:y|ies) on|expires?|runs? out|"
    r"mentions?|refers?|talks?|covers? us|limits?|caps?|excludes?|says?|puts?|leaves?|holds?|exposes?|costs?)\b"
    r"[^?]{3,200})$"
)
_ALL_THAT = re.compile(
    r"^(?:(?:please|can you|could you) )?(?:list|show|find|give|tell|name|what is|what[’']s|i (?:want|need)) "
    r"(?:me |us |out )?(?:everything|anything|all (?:of it|the (?:things|clauses|terms|bits|places))|"
    r"every (?:clause|term|place))"
    rf"{_WE_SIGNED}?(?: (?:in )?here)? (?:that|which) {_DOES}",
    re.IGNORECASE,
)
# "Have we signed anything that …", "is there anything we have agreed to that …"
_SIGNED_ANY = re.compile(
    r"^(?:have (?:we|i) (?:ever )?(?:signed(?: up (?:to|for))?|agreed(?: to)?|got) anything|"
    rf"(?:is there|does) anything{_WE_SIGNED}) (?:(?:that|which) )?{_DOES}",
    re.IGNORECASE,
)
_OF_US = r"(?:we|i|they|you|the|an?|our|my|any\w{0,4})"
_WHERE = re.compile(
    rf"^where (?P<rest>(?:do|does|can|could|may|must|should|will|would|is|are|has|have) {_OF_US}\b[^?]{{5,200}})$",
    re.IGNORECASE,
)
# "Where does it say interest is charged, and at what rate in each?"
_SAID = re.compile(
    r"^where (?:does it|do they|is it|do any of them) (?:say|said|state|stated|mention|mentioned)(?: that)? "
    r"(?P<said>[^?]{8,200})$",
    re.IGNORECASE,
)
_ASKS_WHAT = re.compile(r"^(?:what|when|how)\b", re.IGNORECASE)
_YES_NO = re.compile(rf"^(?:do|does|is|are|can|must|has|have) {_OF_US}\b", re.IGNORECASE)
# Of whom it is asked is somebody of each document.
_WHO_DOES = re.compile(
    r"^(?:(?P<case>(?:if|when|once|after|before) [^?]{3,160}?), )?(?:and )?whom?\b(?:[’']s| (?P<aux>[a-z]{2,12})) "
    r"(?P<rest>[^?]{3,240})$",
    re.IGNORECASE,
)
_MODALS = frozenset({"can", "could", "may", "must", "should", "will", "would", "is", "are", "does", "do"})
_IS_BOUND = re.compile(
    r"^(?:allowed|entitled|able|free|permitted|obliged|required|supposed|meant|going|due|bound|liable|responsible|insured|"
    r"covered|paid|owed|charged)\b",
    re.IGNORECASE,
)
# "Who has to insure what?"
_WHAT = re.compile(r"(?P<before>^|\w )what$", re.IGNORECASE)
# What more is asked of each: "…, and how much warning does each have to give?"
_TAIL = re.compile(
    r"(?<![ ,])[ ,]{1,3}and (?:(?:by|for|at|on|in|with|of|within) )?(?:how|what|when|which|where|who)\b[^?]{0,100}$",
    re.IGNORECASE,
)
# "How much does each of us pay?" is asked of persons.
_EACH = re.compile(
    r"\b(?:each(?=\s*$| (?:one|case|document|contract|of (?:them|these)|has|have|had|must|needs?|gives?|does|says?|"
    r"gets?|wants?|requires?|allows?|charges?)\b)|every one|all of (?:them|these)|respectively)\b",
    re.IGNORECASE,
)
_OURS = re.compile(r"\b(?:we|us|our|ours|i|me|my)\b", re.IGNORECASE)
_HAVE_TO = r"(?:(?:have|need|got) to )?"
_TOLD = re.compile(
    rf"^(?P<tells>(?:we|i) {_HAVE_TO}(?:tell|notify|inform|warn|report (?:it )?to|let|ask|pay|contact|indemnify|"
    r"compensate|give (?:\w+ )?notice to))\b(?P<what>.*)$",
    re.IGNORECASE,
)
_TELLS = re.compile(
    rf"\bwhom? (?:do|must|should) (?:we|i) {_HAVE_TO}(?:tell|notify|inform|warn|report|let)\b", re.IGNORECASE
)
# "How soon?" is asked of one matter; "how many hours do we get?" of as many as there are.
_HOW_LONG = re.compile(r"\bhow (?:many|much|long)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question for whatever documents there are, put for documents; it is `sure` where it says that all are meant."""

    asked: str
    sure: bool = True


def read_open(question: str) -> OpenQuestion | None:
    """Read a question for all that is agreed; None where it asks for one thing, or names a document."""
    words = " ".join(question.split()).rstrip(" ?.!")
    ask = _ALL_OF_THEM.sub("", _THROUGH_ALL.sub("", words))
    through = _THROUGH_ALL.match(words) is not None
    if find_phrases(ask) or find_provisions(ask):
        return None
    if found := _ALL_THAT.match(ask) or _SIGNED_ANY.match(ask):
        return OpenQuestion(f"Which documents {found['does']}?")
    every = ask != words
    if every and (found := _WHERE.match(ask)):
        return OpenQuestion(f"Under which documents {found['rest']}?")
    bare = _TAIL.sub("", ask)
    if (every or _EACH.search(ask[len(bare) :])) and (found := _SAID.match(bare)):
        return OpenQuestion(f"Which documents say that {found['said']}?")
    if asked := _of_anyone(bare):
        tail = ask[len(bare) :]
        told = _TELLS.search(ask) is not None and _HOW_LONG.search(tail) is not None
        sure = every or (_EACH.search(tail) is not None and _OURS.search(words) is not None)
        return OpenQuestion(f"Under which documents {asked}?", sure) if sure or told else None
    if through and _YES_NO.match(ask):
        return OpenQuestion(f"Under which documents {ask[:1].casefold()}{ask[1:]}?")
    return OpenQuestion(f"{ask} in each of these documents?") if through and _ASKS_WHAT.match(ask) else None


def ask_who(question: str) -> str:
    """A question for those who may charge us, as one for the agreements that let them; empty for any other."""
    found = _WHO.match(" ".join(question.split()).rstrip(" ?"))
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
