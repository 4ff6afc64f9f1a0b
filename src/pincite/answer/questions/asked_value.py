"""What kind of value a question asks for: a duration, an amount, a date, a time of day, a count, a law, a person."""

from __future__ import annotations

import re
from enum import StrEnum

from pincite.legal.durations import TIME_UNITS


class AskedValue(StrEnum):
    """The kinds of value that a short answer may be."""

    NOTICE = "notice"
    DURATION = "duration"
    PERCENTAGE = "percentage"
    AMOUNT = "amount"
    DATE = "date"
    TIME = "time"
    COUNT = "count"
    LAW = "law"
    COURT = "court"
    WHO = "who"


_HOW_MANY_UNITS = rf"\bhow\s{{1,9}}many\s{{1,9}}(?:\w+\s{{1,9}})?(?P<unit>{'|'.join(TIME_UNITS)})s\b"
UNITS = re.compile(_HOW_MANY_UNITS, re.IGNORECASE)
COUNTED = re.compile(r"\bhow\s{1,9}many\s{1,9}(?P<thing>[^\W\d_]+(?:[ -][^\W\d_]+)?)", re.IGNORECASE)
MONEY = (
    r"(?:fee|price|rent|cost|charge|salary|deposit|premium|sum|cap|compensation|retainer|penalty|fine|budget|purchase\s{1,9}price|"
    r"consideration|royalty|commission|discount|interest|rate|ceiling|threshold|amount)s?"
)
# What follows "how much" where a sum is asked for: "how much luggage" and "how much volunteer work" ask for none.
_VERBS = r"is|are|was|were|does|do|did|will|would|can|could|may|might|must|shall|should|has|have"
_SUM = (
    rf"(?:{_VERBS}|to|for|per|if|in|at|the|an?|each|any|both|either|i|we|you|he|she|it|they|my|our|your|his|her|its|their|extra|more|less|"
    rf"(?:(?!(?:{_VERBS})\b)[\w-]+\s{{1,9}}){{0,2}}(?:money|pay|wages?|bonus|tax|insurance|cover|liability|credit|capital|funding|support|"
    rf"maintenance|damages|refund|cash|{MONEY}))"
)
_WHAT_IS_THE = r"\bwhat(?:'s|’s|\s{1,9}(?:is|was))\s{1,9}the\s{1,9}"
# A word before the money asked for: "the general rule on when costs are assessed" asks for no sum.
_WITHIN = r"(?!(?:on|when|about|for|of|in|by|that|which|who|if|how|where|to|under|with|at)\b)"
# What takes a time by its name: "the first response time", and "turnaround" alone.
_TAKES_TIME = (
    r"(?:[\w-]{1,30}\s{1,9}){0,3}?(?:(?:response|respond|reply|lead|waiting|wait|resolution|fix|repair|processing|handling|call-?out|"
    r"call-?back|set-?up|recovery|restoration|dispatch|lead-in)\s{1,9}(?:time|target)s?|turn-?around(?:\s{1,9}times?)?|"
    r"(?:delivery|completion|usual|normal|typical|expected)\s{1,9}times?(?=\s{1,9}(?:for|to|of|on)\b))\b"
)
# "The annual fee for the garage": the sum asked for, its kind, and what it is for.
SUM_ASKED = re.compile(
    rf"\b(?:the|my|our|his|her|its|their|an?|what|much)\s{{1,9}}(?P<kind>(?:{_WITHIN}[\w-]{{1,30}}\s{{1,9}}){{1,2}})?(?P<head>{MONEY})\b"
    r"(?:\s{1,9}(?:for|of|on)\s{1,9}(?:the|an?|any|each|my|our|your|its)\s{1,9}(?P<what>[\w-]{1,30}))?",
    re.IGNORECASE,
)
# The first that fits decides.
_PATTERNS = (
    (
        AskedValue.NOTICE,
        r"\bhow\s{1,9}(?:much|many\s{1,9}\w+|long)\s{1,9}(?:\w+\s{1,9}){0,3}?(?:notice|warning)\b|\b(?:what|which)\s{1,9}(?:is\s{1,9}the\s{1,9})?(?:\w+\s{1,9})?"
        r"(?:notice\s{1,9}period|period\s{1,9}of\s{1,9}notice)\b|\bwhat\s{1,9}(?:\w+\s{1,9})?notice\b|^\s{0,9}(?:termination\s{1,9})?notice\s{1,9}(?:period|needed)\b",
    ),
    (
        AskedValue.DURATION,
        r"\bhow\s{1,9}(?:long|soon|quickly|fast)\b|"
        r"\bhow\s{1,9}much\s{1,9}(?:(?:paid|unpaid|annual|sick|parental|maternity|paternity|extra|free|more)\s{1,9}){0,2}(?:holidays?|leave|vacation|time)\b|"
        rf"{_HOW_MANY_UNITS}|"
        r"\b(?:within|over|for|in|during)\s{1,9}(?:what|which)\s{1,9}(?:\w+\s{1,9})?(?:time|period|term)\b|"
        r"\bwhat\s{1,9}(?:is|was)\s{1,9}the\s{1,9}(?:\w+\s{1,9}){0,2}(?:duration|length|time\s{1,9}limit|deadline|(?:cure|grace|notice)\s{1,9}period)\b|"
        rf"{_WHAT_IS_THE}(?:longest|shortest|maximum|minimum)\s{{1,9}}(?:[\w-]+\s{{1,9}}){{0,2}}(?:sentence|term|period|time|imprisonment|wait|delay)\b|"
        rf"\bwhat(?:'s|’s|\s{{1,9}}(?:is|are|was|were))\s{{1,9}}(?:the|our|their|your|its|an?)\s{{1,9}}{_TAKES_TIME}|"
        rf"^\W{{0,5}}(?:the\s{{1,9}})?{_TAKES_TIME}|"
        rf"{_WHAT_IS_THE}(?:longest|shortest)\b[^?]{{0,60}}\b(?:wait|stay|take|last|run|hold|delay)\b",
    ),
    (
        AskedValue.PERCENTAGE,
        r"\b(?:what|which)\s{1,9}(?:\w+\s{1,9}){0,2}(?:percentage|per\s{0,9}cent|proportion|share)\b",
    ),
    (
        AskedValue.AMOUNT,
        r"\bhow\s{1,9}many\s{1,9}(?:pounds|dollars|euros|quid|bucks|pence|cents)\b|"
        # "What is the £ per hour figure?"
        r"\bwhat\b[^?£$€]{1,20}[£$€]\s{0,3}(?:an?|per|each|figure|amount|value)\b|"
        rf"\bhow\s{{1,9}}much\b(?=\s{{0,9}}(?:[?,.;]|\Z)|\s{{1,9}}{_SUM}\b)|\bhow\s{{1,9}}(?:big|large|high)\b[^?]{{0,60}}\b{MONEY}\b|\bwhat(?:'s|’s|\s{{1,9}}(?:is|are|was))\s{{1,9}}(?:the|our|their|his|her|its)"
        rf"\s{{1,9}}(?:{_WITHIN}[\w-]+\s{{1,9}}){{0,4}}{MONEY}\b|\bwhat\s{{1,9}}(?:(?!(?:happens|do|does|is|are)\b){_WITHIN}[\w-]+\s{{1,9}}){{0,3}}{MONEY}\b|"
        r"^\W{0,5}(?:the\s{1,9})?(?:(?:hourly|daily|weekly|monthly|quarterly|annual|yearly)\s{1,9})?(?:price|cost|charge|fee|rate|rent)s?\s{1,9}(?:of|for)\s{1,9}(?:an?|the|one|each|my|our)\b|"
        rf"^\s{{0,9}}(?:the\s{{1,9}})?(?:amount|size)\s{{1,9}}of\b[^?]{{0,60}}\b{MONEY}\b|"
        rf"{_WHAT_IS_THE}(?:most|least)\b[^?]{{0,60}}\b(?:pay|paid|claim|charge|recover|owe|cost|receive|spend)\w*\b|"
        r"\bwhat\s{1,9}(?:does|do|did|will|would)\b[^?]{1,60}\bcost(?:\s{1,9}(?:you|us|me|them|to|per|for|if|each)\b|\s{0,9}(?:\?|\Z))|"
        # Somebody charges; a charge may be a security.
        r"\bwhat\s{1,9}(?:do|does|did|will|would)\s{1,9}(?:you|they|it|we|the\s{1,9}\w{1,30})\s{1,9}charge(?:\s{1,9}(?:you|us|me|them|per|if|each)\b|\s{0,9}(?:\?|\Z))|"
        r"\bwhat\b[^?]{1,40}\b(?:be|get)\s{1,9}charged(?:\s{1,9}(?:per|if|each)\b|\s{0,9}(?:\?|\Z))",
    ),
    (AskedValue.COUNT, r"\bhow\s{1,9}many\b"),
    (
        AskedValue.COURT,
        r"\b(?:which|what)\s{1,9}courts?\b|\bwhere\b[^?]{0,60}\b(?:sue|sued|litigat\w+|heard|dispute|court)\b",
    ),
    (AskedValue.WHO, r"\bwho\b(?!\s{1,9}(?:are|is|were|was)\s{1,9}(?:the\s{1,9})?part)"),
    # A time of day, unlike "what time limit" and "what time of year".
    (
        AskedValue.TIME,
        r"\bwhat\s{1,9}times?\b(?!\s{1,9}(?:limits?|periods?|frames?|scales?|off|span|of\s{1,9}(?:the\s{1,9})?(?:year|month)|"
        r"(?:do|does|will|would|has|have)\s{1,9}\w{1,30}\s{1,9}(?:have|has|get|gets|given)\s{1,9}(?:left|for)\b)\b)",
    ),
    (AskedValue.DATE, r"\bwhen\s{1,9}(?:do|does|did|is|are|was|were|must|will|shall|can|has|have)\b|"
        r"\b(?:by|until|since|from)\s{1,9}when\b|"
        r"\b(?:what|which)\s{1,9}(?:is\s{1,9}the\s{1,9})?(?:\w+\s{1,9})?(?:date|day)\b"),
)  # fmt: skip
_KINDS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS)
# "Which law governs the lease?", unlike "what laws must the tenant comply with?" and "under housing law, how soon …".
_CHOICE_OF_LAW = re.compile(
    r"\b(?:governing|proper|applicable)\s{1,9}law\b|\bchoice\s{1,9}of\s{1,9}law\b|"
    r"\b(?:which|what|whose)\s{1,9}(?:[\w’'-]{1,30}\s{1,9}){0,2}(?:laws?|legal\s{1,9}system)\s{1,9}(?:(?:does|do|will|shall|is|are|was|were|has|have|been|to)\s{1,9}){0,2}"
    r"(?:(?:the|this|that|my|our|it)\b[^?,;]{0,60}?\b)?(?:govern\w{0,4}|appl(?:y|ies|ied)|controls?|chosen|choose|selected|under|subject|used?)\b|"
    r"\blaws?\s{1,9}(?:that\s{1,9}|which\s{1,9})?(?:governs?|applies)\b|"
    r"\bgoverned\s{1,9}by\b[^?,;]{0,60}\blaws?\b|\b(?:what|which|whose)\b[^?,;]{0,60}\bgoverned\s{1,9}by\s{0,9}(?:\?|\Z)|"
    r"\b(?:under|by)\s{1,9}(?:which|what|whose)\s{1,9}(?:[\w’'-]{1,30}\s{1,9}){0,2}laws?\b|"
    r"^\W{0,3}(?:is|was|are)\b[^?,;]{1,60}\b(?:under|subject\s{1,9}to)\s{1,9}(?:[\w’'-]{1,30}\s{1,9}){1,5}laws?\s{0,9}(?:\?|\Z)",
    re.IGNORECASE,
)
_KEEPS_LAW = re.compile(
    r"\b(?:compl(?:y|ies|iance|ied)|breach\w{0,3}|break|broken|violat\w{1,4}|infring\w{1,6}|obey\w{0,3}|observe|follow|respect|how\s{1,9}(?:much|many|long|soon|quickly|fast))\b",
    re.IGNORECASE,
)
# An interest that one has, a charge that is registered and a notice that is put up are no sums and no times.
_NO_MEASURE = re.compile(
    r"\bwhat\s{1,9}(?:[\w’'-]{1,30}\s{1,9}){0,2}(?:"
    r"(?:interests?|charges?)\b[^?]{0,60}\b(?:(?:have|has|had|hold|holds|own|owns)\s{1,9}(?:in|over)\b|registered|secured|created|granted|brought|filed|declare\w{0,1})|"
    r"notices?\b[^?]{0,60}\b(?:display\w{0,3}|exhibit\w{0,3}|put\s{1,9}up|post(?:ed)?|publish\w{0,3}|affix\w{0,3}|fixed|contain\w{0,3}|say|state|include|look|appear|carry|shown))\b",
    re.IGNORECASE,
)
# "How long is it, and who may end it?" has two answers; one of them alone would mislead.
_TWO = re.compile(
    r"\b(?:and|or)\b[^?]{0,300}\b(?:how|what|what's|who|when|which|where|whose|can|could|may|is|are|does|do|must|why|whether)\b"
    r"|\?\s{0,9}\w[^?]{0,300}\?|\s[-–]\s[^?]{0,300}\bor\b",
    re.IGNORECASE,
)
# "What does the court look at when it decides how much …" asks for no sum: an earlier word of its clause asks.
_CLAUSE = re.compile(r"[,;:?–]\s")
_ASKS = re.compile(r"\b(?:what|why|how)\b|^\W*(?:and\s{1,9}|so\s{1,9}|but\s{1,9})?(?:who|which|where)\b", re.IGNORECASE)


def asked_value(question: str) -> AskedValue | None:
    """Return the kind of value that a question asks for, or None if it asks for something else or for several."""
    if _TWO.search(question):
        return None
    if _CHOICE_OF_LAW.search(question) and not _KEEPS_LAW.search(question):
        return AskedValue.LAW
    if _NO_MEASURE.search(question):
        return None
    return next((kind for kind, pattern in _KINDS if _is_asked(pattern, question)), None)


def _is_asked(pattern: re.Pattern[str], question: str) -> bool:
    found = pattern.search(question)
    if found is None:
        return False
    clause = _CLAUSE.split(question[: found.start()])[-1]
    return not _ASKS.search(clause)
