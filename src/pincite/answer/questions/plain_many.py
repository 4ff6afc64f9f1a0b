"""Questions for several documents in the words that reading them knows: "anything in here dated 2016 or later?"."""

from __future__ import annotations

import re

_NOUN = r"(?:contract|agreement|nda|lease|licen[cs]e|document|deed|deal|paper|file)s?|polic(?:y|ies)|tenanc(?:y|ies)"
_LEAD = re.compile(
    r"^\s{0,9}(?:(?:please|(?:can|could|would)\s{1,3}you|i(?:[’']d|\s{1,3}would)\s{1,3}like\s{1,3}to\s{1,3}know|i\s{1,3}(?:need|want)\s{1,3}to\s{1,3}know)\s{1,3}"
    r"|(?:go|look|read|check)\s{1,3}through\s{1,3}(?:all\s{1,3}of\s{1,3})?(?:them|these|those|(?:the|my|our)\s{1,3}\w+)(?:\s{1,3}all)?\s{1,3}and\s{1,3})+",
    re.IGNORECASE,
)
_PAPERS = re.compile(r"\b(?P<before>these|the|my|our|those|all|any|which|of)\s{1,3}papers\b", re.IGNORECASE)
# Where documents are kept is no condition on them.
_PLACE = re.compile(
    r"\s{1,3}(?:in|from|among|across)\s{1,3}(?:here|(?:the|my|our|this)\s{1,3}(?:whole\s{1,3}lot|lot|pile|stack|binder|folder|collection|store|"
    r"portfolio|file))\b",
    re.IGNORECASE,
)
_HERE = re.compile(rf"\b(?P<noun>{_NOUN})\s{{1,3}}here\b", re.IGNORECASE)
_SAID_OF = r"(?:that|which|where|with|without|in\s{1,3}which|under|governed|dated|signed|made|from|about)\b"
_ARE_THERE = re.compile(
    rf"\b(?P<which>which\s{{1,3}}(?:[\w-]+\s{{1,3}}){{0,2}}(?:{_NOUN}))\s{{1,3}}(?:is|are)\s{{1,3}}there\s{{1,3}}(?={_SAID_OF})",
    re.IGNORECASE,
)
_ANYTHING = re.compile(
    rf"^\s{{0,9}}(?:(?:is|was)\s{{1,3}}there\s{{1,3}}|have\s{{1,3}}we\s{{1,3}}(?:got\s{{1,3}})?)?anything\s{{1,3}}(?={_SAID_OF})",
    re.IGNORECASE,
)
_ONES = re.compile(
    rf"\b(?:the|those|these)\s{{1,3}}ones\s{{1,3}}(?={_SAID_OF})|(?<=me\s)those\s{{1,3}}(?={_SAID_OF})", re.IGNORECASE
)
_IN_WHICH = re.compile(
    rf"(?P<noun>\b(?:{_NOUN}))\s{{1,3}}(?:in|under)\s{{1,3}}which\b(?!\s{{1,3}}(?:do|does|is|are|can|may)\b)",
    re.IGNORECASE,
)
# "Among the NDAs, which protect both sides?"
_AMONG = re.compile(
    rf"^\s{{0,9}}(?:among|of|out\s{{1,3}}of|from)\s{{1,3}}(?:all\s{{1,3}})?(?:the|our|my|these|those)\s{{1,3}}"
    rf"(?P<documents>(?:[\w-]+\s{{1,3}}){{0,3}}?(?:{_NOUN}))\s{{0,3}},\s{{0,3}}(?P<asks>which|how\s{{1,3}}many|do\s{{1,3}}any|are\s{{1,3}}any)"
    r"(?:\s{1,3}ones?|\s{1,3}of\s{1,3}them)?\b",
    re.IGNORECASE,
)
# "Going by these two leases, which one has the lower rent?"
_GOING_BY = re.compile(
    r"^\s{0,9}(?:(?:going|judging)\s{1,3}by|looking\s{1,3}at|based\s{1,3}on|according\s{1,3}to|comparing|between|under|in)\s{1,3}"
    rf"(?P<documents>(?:the|our|my|these|those)\s{{1,3}}(?:[\w-]+\s{{1,3}}){{0,3}}?(?:{_NOUN}))\s{{0,3}},\s{{0,3}}which\s{{1,3}}"
    r"(?:ones?|of\s{1,3}(?:them|these|those|the\s{1,3}two))\b",
    re.IGNORECASE,
)
# "Disputes (all of them, or some) have to or can go to arbitration": which of these it is does not choose.
_DEGREE = re.compile(
    r"\s{0,3}\((?:all|any|some|at\s{1,3}least|even|in\s{1,3}full|whether|either)\b[^()]{0,80}\)", re.IGNORECASE
)
_MUST = r"(?:have\s{1,3}to|must|need\s{1,3}to)"
_DO_OR_MAY = re.compile(
    rf"\b(?P<do>do\s{{1,3}}[^?,;]{{2,60}}?)\s{{1,3}}(?:{_MUST}\s{{1,3}}or\s{{1,3}}(?:can|may)|(?:can|may)\s{{1,3}}or\s{{1,3}}{_MUST})\b",
    re.IGNORECASE,
)
# "Expressly" and its like are no condition, and hide the verb.
_EXPRESSLY = re.compile(r"\b(?:expressly|explicitly|specifically|actually)\s{1,3}(?=\w)", re.IGNORECASE)
_OTHER = re.compile(
    rf"\b(?P<asks>which|any|what)\s{{1,3}}other\s{{1,3}}(?=(?:\w+\s{{1,3}}){{0,2}}(?:{_NOUN})\b)", re.IGNORECASE
)
_ELSE = re.compile(r",\s{0,3}(?:who|what|which)\s{1,3}else\s{1,3}", re.IGNORECASE)
_LAW = r"(?P<law>(?:the\s{1,3})?(?:laws?\s{1,3}of\s{1,3})?[A-Z][^?,;]{1,60})"
_PICKED = re.compile(
    rf"\b(?:goes|go|going|picked|picks|pick|falls?|comes?|sits?)\s{{1,3}}(?:by\s{{1,3}}|under\s{{1,3}})?(?={_LAW})(?=[^?,;]{{0,60}}\blaws?\b)"
)
_APPLIES = re.compile(
    r"\bwhere\s{1,3}(?P<law>[^?,;]{2,60}?\blaws?\b[^?,;]{0,40}?)\s{1,3}appl(?:y|ies)\b", re.IGNORECASE
)
_DATE_FROM = re.compile(
    r"\b(?:dates?|dating|comes?|stems?)\s{1,3}(?:back\s{1,3})?(?:from|to)\s{1,3}(?=(?:the\s{1,3})?(?:19|20)\d\d|before|after)",
    re.IGNORECASE,
)
_CARRIES_DATE = re.compile(
    rf"\b(?P<which>which)\s{{1,3}}(?P<noun>{_NOUN})\s{{1,3}}(?:carries|has|bears|shows)\s{{1,3}}the\s{{1,3}}"
    r"(?P<how>most\s{1,3}recent|latest|newest|oldest|earliest)\s{1,3}date\b",
    re.IGNORECASE,
)
_ARE_KIND = re.compile(
    r"^\s{0,9}how\s{1,3}many\s{1,3}(?:of\s{1,3})?(?:(?:the|these|those|my|our)\s{1,3})?(?:documents|contracts|agreements|files|them|these|those)\s{1,3}"
    r"are\s{1,3}(?P<kind>(?:[\w-]+\s{1,3}){0,2}(?:ndas|leases|licen[cs]es|agreements|contracts|deeds|policies))(?:,?\s{1,3}and\s{1,3}which(?:\s{1,3}ones)?)?\W*$",
    re.IGNORECASE,
)
# "In which lease does the deposit guarantee last the longest?"
LASTS_IN = re.compile(
    rf"^\s{{0,9}}in\s{{1,3}}which\s{{1,3}}(?:of\s{{1,3}}the\s{{1,3}})?(?P<noun>{_NOUN})\s{{1,3}}(?:does|do|is|are)\s{{1,3}}"
    rf"(?P<what>[^?,;]{{3,60}}?)\s{{1,3}}(?:lasts?|runs?)\s{{1,3}}(?:for\s{{1,3}})?(?:the\s{{1,3}})?(?P<how>longest|shortest)\W*$",
    re.IGNORECASE,
)


def say_plainly(question: str) -> str:
    """A question with the ways in which people speak of their documents put in plain words; others are left alone."""
    plain = _PAPERS.sub(r"\g<before> documents", _LEAD.sub("", question))
    plain = _EXPRESSLY.sub("", _HERE.sub(r"\g<noun>", _PLACE.sub("", plain)))
    plain = _ARE_THERE.sub(r"\g<which> ", plain)
    plain = _IN_WHICH.sub(r"\g<noun> where", plain)
    plain = _GOING_BY.sub(r"which of \g<documents>", _DO_OR_MAY.sub(r"\g<do>", _DEGREE.sub("", plain)))
    plain = _AMONG.sub(r"\g<asks> \g<documents>", plain)
    plain = _ONES.sub("the documents ", _ANYTHING.sub("any document ", plain))
    plain = _ELSE.sub(", which documents ", _OTHER.sub(r"\g<asks> ", plain))
    plain = _APPLIES.sub(r"governed by \g<law>", _PICKED.sub("are governed by ", plain))
    plain = _CARRIES_DATE.sub(r"\g<which> is the \g<how> \g<noun>", _DATE_FROM.sub("are dated in ", plain))
    if kind := _ARE_KIND.match(plain):
        return f"List the {kind['kind']}"
    return plain
