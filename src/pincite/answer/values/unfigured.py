"""Values that are stated without a figure: "immediately", "for as long as it is secret", "unlimited", two days."""

from __future__ import annotations

import re

from pincite.answer.questions.asked_value import AskedValue
from pincite.legal.values.dates import find_dates

_TIME = re.compile(
    r"\b(?:immediate(?:ly)?|forthwith|prompt(?:ly)?|at\s{1,9}once|straight\s{0,9}away|without\s{1,9}(?:\w{1,20}\s{1,9})?delay|"
    r"(?:as|so)\s{1,9}(?:soon|long|quickly)\s{1,9}as|reasonable\s{1,9}(?:\w{1,20}\s{1,9})?(?:notice|time|period)|reasonably\s{1,9}(?:possible|practicable)|indefinite(?:ly)?|for\s{0,9}ever|perpetual(?:ly)?|in\s{1,9}perpetuity|permanent(?:ly)?|"
    r"for\s{1,9}life|lifetime|(?:no|without)\s{1,9}(?:\w{1,20}\s{1,9}){0,2}(?:notice|limit|end|expiry)|unlimited|"
    r"(?:for|throughout)\s{1,9}the\s{1,9}(?:duration|whole|life|remainder|rest|full|entire)|same\s{1,9}day|next\s{1,9}(?:\w{1,20}\s{1,9})?day|"
    r"month\s{1,9}(?:to|by)\s{1,9}month|fortnight|overnight|statutory\s{1,9}(?:\w{1,20}\s{1,9})?(?:period|minimum|notice|limit)|(?:last|continu|remain|run|stay|surviv|valid|force|kept|retain)\w{0,6}\b[^.;]{0,60}\buntil)\b",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"\b(?:before|until|on\s{1,9}the\s{1,9}(?:last|first|same)\s{1,9}day|(?:by|at)\s{1,9}the\s{1,9}(?:end|expiry))\b",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\b(?:unlimited|(?:no|without|not)\s{1,9}(?:\w{1,20}\s{1,9}){0,2}(?:limit(?:ed)?|cap(?:ped)?|charged?|fees?|costs?|deposit|interest|rent|payment|payable|premium)|"
    r"nil|none|nothing|free\s{1,9}of\s{1,9}charge|(?:is|are|for)\s{1,9}free|statutory|in\s{1,9}full|full\s{1,9}(?:\w{1,20}\s{1,9})?(?:refund|amount|cost|price|fare|value)|"
    r"equal(?:ly)?|equivalent|pro[\s-]rata|proportion(?:al(?:ly)?|ate(?:ly)?)?|share\s{1,9}of|reasonable\s{1,9}(?:\w{1,20}\s{1,9})?(?:sum|amount|fee|price|rate|charge|cost)s?|half|"
    r"twice|double|thirds?|market\s{1,9}(?:rate|rent|value|price)|limited\s{1,9}to|liable\s{1,9}for\s{1,9}all|base\s{1,9}rate|at\s{1,9}cost|peppercorn|included\s{1,9}in)\b",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\b(?:half|thirds?|quarters?|equal(?:ly)?|all|whole|none|nothing|in\s{1,9}full|entire|pro[\s-]rata|proportional(?:ly)?|majority|unanimous(?:ly)?)\b",
    re.IGNORECASE,
)
# "What notice must be given?" may be answered with "in writing", and "what penalty applies?" with a suspension.
_MEASURED_NOTICE = re.compile(r"\bhow\b|\bperiod\b|\blength\b", re.IGNORECASE)
_MEASURED_SUM = re.compile(
    r"\b(?:how\s{1,9}(?:much|high|big|large)|amount|sum|rate|price|rent|salary|deposit|(?<!what\s)fees?|cap|royalt(?:y|ies)|commission|retainer|most|least|"
    r"cost(?=\s{0,9}(?:\?|\Z|(?:us|me|you|them)\b)))\b",
    re.IGNORECASE,
)
# "How many pounds", "what fee in dollars": no words without a figure are an answer.
_IN_FIGURES = re.compile(
    r"\bhow\s{1,9}many\s{1,9}(?:pounds|dollars|euros|pence|cents)\b|\bin\s{1,9}(?:pounds|dollars|euros)\b|\bdollar\s{1,9}amount\b"
    r"|[£$€]\s{0,3}(?:an?|per|each|figure|amount|value)\b",
    re.IGNORECASE,
)
_ASKS_DEADLINE = re.compile(r"\b(?:soon|quickly|fast|deadline|time\s{1,9}limit|within)\b", re.IGNORECASE)
_ENDS_ON = re.compile(
    r"\b(?:until|till|ends?|ending|expir\w{1,6}|by|before|(?:no|not)\s{1,9}later\s{1,9}than)\b[^.;]{0,25}\Z",
    re.IGNORECASE,
)


def needs_measure(asked: AskedValue, question: str) -> bool:
    """Tell whether a question can only be answered with a measure: "how much", "what period"."""
    match asked:
        case AskedValue.NOTICE:
            return _MEASURED_NOTICE.search(question) is not None
        case AskedValue.AMOUNT:
            return asks_in_figures(question) or _MEASURED_SUM.search(question) is not None
        case _:
            return True


def is_said_in_words(asked: AskedValue, question: str, quote: str) -> bool:
    """Tell whether words without a figure state the value asked for."""
    match asked:
        case AskedValue.NOTICE | AskedValue.DURATION:
            soon = _ASKS_DEADLINE.search(question) is not None
            return bool(_TIME.search(quote) or (soon and _DEADLINE.search(quote)) or _is_between_days(quote))
        case AskedValue.PERCENTAGE:
            return _SHARE.search(quote) is not None
        case _:
            return not asks_in_figures(question) and _SUM.search(quote) is not None


def asks_in_figures(question: str) -> bool:
    """Tell whether a question asks for a sum in figures."""
    return _IN_FIGURES.search(question) is not None


def _is_between_days(quote: str) -> bool:
    """Tell whether a time is stated by its first and last day, or by its last alone."""
    days = find_dates(quote)
    ends = any(_ENDS_ON.search(quote, max(0, day.span.start - 40), day.span.start) for day in days)
    return ends or len({day.iso for day in days}) > 1
