"""The act that a question asks the time limit of: "how long does a party have to appeal?" asks for that of appeals."""

from __future__ import annotations

import re

from pincite.legal.sentences import sentence_around
from pincite.spans import Span

# The words for each act that the law sets time limits for, whatever their form.
_ACTS = (
    re.compile(r"\b(?:appeal\w{0,5}|appell\w{1,5})\b", re.IGNORECASE),
    re.compile(
        # Who is asked for something answers by giving it: "must do so within 14 days of the request".
        r"\b(?:respon[ds]\w{0,5}|repl(?:y|ies|ied|ying)|answer\w{0,3}|defence|defend\w{0,3}|acknowledg\w{0,6}|"
        r"compl(?:y|ies|ied|ying)|(?:do|does|doing)\s{1,9}so|"
        r"(?:of|after|from|following)\s{1,9}(?:receipt\s{1,9}of\s{1,9}|receiving\s{1,9})?"
        r"(?:an?|any|such|that|the|this)\s{1,9}(?:written\s{1,9})?(?:demand|enquiry|letter|offer|query|question|request)s?)\b",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:complain\w{0,3}|grievances?)\b", re.IGNORECASE),
    re.compile(r"\b(?:cancel\w{0,6}|withdraw\w{0,3}|terminat\w{1,4}|rescind\w{0,3}|cooling)\b", re.IGNORECASE),
    re.compile(r"\b(?:pay\w{0,5}|paid|settle\w{0,4}|remit\w{0,4}|due)\b", re.IGNORECASE),
    re.compile(r"\b(?:appl(?:y|ies|ied|ying)|applications?|request\w{0,3})\b", re.IGNORECASE),
    re.compile(r"\b(?:object\w{0,4}|oppos\w{1,5}|challeng\w{1,3}|disput\w{1,3}|contest\w{0,3})\b", re.IGNORECASE),
    re.compile(r"\b(?:return\w{0,3}|(?:send|give|bring|hand)\s{1,9}back)\b", re.IGNORECASE),
    re.compile(r"\b(?:claim\w{0,3})\b", re.IGNORECASE),
    re.compile(
        r"\b(?:noti(?:ce|ces|fy|fies|fied|fying|fication)|tell\w{0,3}|told|inform\w{0,3}|report\w{0,3})\b",
        re.IGNORECASE,
    ),
)
_LIMIT_ASKED = re.compile(
    r"\bhow\s{1,9}(?:long|much\s{1,9}time|many\s{1,9}(?:working\s{1,9}|business\s{1,9})?(?:hour|day|week|month|year)s)\b[^?]{0,60}?\b(?:have|has|got|get|gets|given|allowed)\s{1,9}(?:left\s{1,9})?(?:to|in\s{1,9}which\s{1,9}to|for)\b|"
    r"\b(?:time\s{1,9}limit|deadline)\s{1,9}(?:for|to|on)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
# The act is one of the next few words: "to lodge an appeal".
_FEW = 4


def find_timed_act(question: str) -> re.Pattern[str] | None:
    """Return the words for the act whose time limit a question asks for; None where it asks for none, or a rare one."""
    found = _LIMIT_ASKED.search(question)
    if found is None:
        return None
    words = [word[0] for word in _WORD.finditer(question, found.end())][:_FEW]
    return next((act for word in words for act in _ACTS if act.fullmatch(word)), None)


def is_of_other_act(question: str, span: Span, quote: str) -> bool:
    """Tell whether a time belongs to another act than the one asked for: its sentence has no word for that."""
    act = find_timed_act(question)
    return act is not None and act.search(sentence_around(quote, span).slice(quote)) is None
