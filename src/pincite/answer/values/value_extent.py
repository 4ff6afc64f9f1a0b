"""The extent of a value: its bound before it ("not less than"), and its unit, basis or starting point after it."""

from __future__ import annotations

import re

from pincite.legal.sentences import sentence_around
from pincite.spans import Span

_COMPARED = r"(?:less|fewer|more|later|longer|earlier|greater|shorter)\s{1,9}than"
_THAN = rf"(?:no|not)\s{{1,9}}{_COMPARED}"
_LIMIT = (
    r"not\s{1,9}to\s{1,9}exceed|(?:not\s{1,9})?exceeding|at\s{1,9}least|at\s{1,9}most|up\s{1,9}to|max(?:imum|\.)|min(?:imum|\.)|"
    r"(?:a\s{1,9})?(?:minimum|maximum)\s{1,9}(?:period\s{1,9}|amount\s{1,9})?of|limited\s{1,9}to|capped\s{1,9}at|the\s{1,9}first"
)
_LOOSE = (
    r"within|more\s{1,9}than|less\s{1,9}than|fewer\s{1,9}than|in\s{1,9}excess\s{1,9}of|"
    r"approximately|about|over|under|normally|usually|typically"
)
_PERIOD = (
    r"(?:\b(?:a|an|the)\s{1,9}(?:further\s{1,9}|additional\s{1,9}|initial\s{1,9}|overall\s{1,9}|combined\s{1,9})?"
    r"(?:period|term|total|maximum|minimum|sum|amount|aggregate|limit)\s{1,9}of\s{1,9})?"
)
_BOUND = re.compile(
    rf"(?:\b(?:{_THAN}|{_LIMIT}|{_LOOSE})\s{{1,9}})?"
    rf"{_PERIOD}(?:\b(?:{_THAN}|at\s{{1,9}}least|up\s{{1,9}}to)\s{{1,9}})?\Z",
    re.IGNORECASE,
)
# "Shall not exceed £500": the verb is no part of the value, and yet makes it a limit.
_VERB_BOUND = re.compile(
    rf"\b(?:(?:not|never|cannot)\s{{1,9}}be\s{{1,9}}{_COMPARED}|(?<!\bto\s)exceeds?)\s{{1,9}}(?P<period>{_PERIOD})\Z",
    re.IGNORECASE,
)
# "At least the agreed £500": a limit that no words of the value may show.
_FAR_BOUND = re.compile(
    rf"\b(?:{_THAN}|at\s{{1,9}}least|at\s{{1,9}}most|up\s{{1,9}}to|maximum|minimum|limited\s{{1,9}}to|capped|exceed\w{{0,3}}|approximately|"
    r"roughly|around|circa|nearly|almost|(?:in\s{1,9})?excess\s{1,9}of)\s{1,9}(?:[^\W\d]{1,20}[\s’'-]{1,9}){0,4}\Z",
    re.IGNORECASE,
)
_ASKS_LIMIT = re.compile(
    r"\b(?:cap|caps|capped|limit\w*|ceiling|max(?:imum)?|min(?:imum)?|most|least|highest|lowest|longest|shortest|exceed)\b",
    re.IGNORECASE,
)
# "Without undue delay and in any event within 36 hours": the words before the deadline may ask for more than it does.
_AT_ONCE = re.compile(
    r"(?:\b(?:without\s{1,9}(?:\w+\s{1,9})?delay|as\s{1,9}soon\s{1,9}as\s{1,9}(?:\w+\s{1,9}){0,3}(?:possible|practicable)|promptly|"
    r"immediately|forthwith)\s{0,9},?\s{1,9}(?:and|but)\b\s{0,9},?\s{0,9})?"
    r"(?:\bin\s{1,9}any\s{1,9}(?:event|case),?\s{1,9}|\bwhere\s{1,9}(?:feasible|possible|practicable),?\s{1,9})?\Z",
    re.IGNORECASE,
)
# "Never for more than four hours": cut off from the word that turns it, the bound would say the contrary.
_OPEN_BOUND = re.compile(r"(?:more|less|fewer)\s{1,9}than|over|under|in\s{1,9}excess", re.IGNORECASE)
_TURNED = re.compile(r"\b(?:no|not|never|nor|cannot|without)\b[^.;]{0,80}\Z", re.IGNORECASE)
_COUNTRY = re.compile(r"\b[A-Z]{1,3}\Z")
_NOTICE = re.compile(
    r"(?:[’']s?)?(?:\s{1,9}(?:prior(?!\s{1,9}to)|advance|advanced|previous|written|formal))*(?:\s{1,9}notice(?:\s{1,9}in\s{1,9}writing)?)?"
    r"(?:\s{1,9}in\s{1,9}advance)?",
    re.IGNORECASE,
)
# What a time may be "of", and stay a time: "25 days' holiday" is one, "three months' rent" is none.
_SPENT = re.compile(
    r"[’']s?(?:\s{1,9}(?:paid|unpaid|annual|sick|parental|maternity|paternity|free|continuous))*\s{1,9}"
    r"(?:holidays?|leave|vacation|absence|time|stay|imprisonment|service|employment|storage|parking|credit|grace|training)\b",
    re.IGNORECASE,
)
_PER = re.compile(
    r"(?:\s{0,9}(?:\(?(?:per|a|an|each|every)\s{1,9}(?:annum|calendar\s{1,9}\w{1,20}|[\w-]{1,20})\)?|/\s?\w{1,20}|annually|monthly|yearly|weekly|daily|"
    r"quarterly|hourly|p\.a\.|p\.c\.m\.|p\.w\.|pa|pcm|pw)(?=\W|\Z)){1,3}|"
    r"\s{1,9}(?:in|within)\s{1,9}(?:an?|any|each|every|the)\s{1,9}(?:calendar\s{1,9}|leave\s{1,9}|rolling\s{1,9})?(?:day|week|month|quarter|year|term)\b|"
    r"\s{1,9}or\s{1,9}(?:more|less|longer|fewer)\b",
    re.IGNORECASE,
)
# "£500 maximum": a limit after the value.
_LIMIT_AFTER = re.compile(
    r",?\s{1,9}\(?(?:as\s{1,9}a\s{1,9})?(?:at\s{1,9}(?:the\s{1,9}(?:very\s{1,9})?)?(?:most|least)|maximum|minimum|max\b\.?|min\b\.?|in\s{1,9}(?:total|aggregate)|"
    r"or\s{1,9}thereabouts)\)?(?=\W|\Z)",
    re.IGNORECASE,
)
# Up to a stop, or to the words that go on with the sentence.
_PHRASE = (
    r"\s{1,9}(?=\w)(?:[^.,;:()“”\"–]|(?<=\d)[.,](?=\d)){2,120}?(?<=\w)"
    r"(?<!\sof)(?<!\sthe)(?<!\sin)(?<!\sby)(?<!\sto)(?<!\sfor)(?<!\son)(?<!\sand)(?<!\sor)"
    r"(?=\s{0,9}(?:[;:(]|[.,](?!\d))|\s{0,9}\Z|\s{1,9}(?:(?:(?:you|it|he|she|they|the\s{1,9}\w{1,30})\s{1,9})?(?:must|shall|will|may)|unless|if|where)\b)"
)
_FROM = re.compile(
    r"[’']?\s{1,9}(?:\w{1,30}\s{1,9})?(?P<word>after|from|of|following|before|prior\s{1,9}to|preceding|until|"
    rf"(?:beginning|commencing|starting|expiring|ending)\s{{1,9}}(?:with|on|at)){_PHRASE}",
    re.IGNORECASE,
)
# "4% above the base rate", "10% off the price", "£450 plus VAT": without these words the value is another one.
_BASIS = re.compile(
    r",?\s{1,9}(?:and\s{1,9})?(?P<word>above|below|over|under|off|plus|minus|in\s{1,9}excess\s{1,9}of|in\s{1,9}addition\s{1,9}to|together\s{1,9}with|excluding|including|during|"
    rf"(?:for|in|in\s{{1,9}}respect\s{{1,9}}of)\s{{1,9}}(?:each|every|any)|less(?!\s{{1,9}}than)){_PHRASE}",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\s{1,9}\((?:excluding|including|(?:exclusive|inclusive|net)\s{1,9}of|plus)\s{1,9}[^()]{2,60}\)", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\s{1,9}(?:if|unless|when|where)\s{1,9}(?:[^.,;:()“”\"–]|(?<=\d)[.,](?=\d)){2,100}?(?=\s{0,9}(?:[;:]|[.,](?!\d)|\Z))",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\s{1,9}(?:is|are|was|were|has|have|had|does|do|goes|go|becomes?|costs?|appl(?:y|ies)|accrues?)\b", re.IGNORECASE
)
# "From the time the request was made", "of the day it arrives": the verb belongs to the starting point.
_OF_TIME = re.compile(
    r"\b(?:time|date|day|moment|point)\s{1,9}(?:(?:that|when|at\s{1,9}which|on\s{1,9}which)\s{1,9})?"
    r"(?:the|an?|it|you|we|they|he|she|your|our|its|such|any|each)\b",
    re.IGNORECASE,
)
_LINK = re.compile(r"\s{1,9}(?:and|or|but)\Z", re.IGNORECASE)
# "Within 28 days of departure, less anything owed": what is taken off belongs to the value.
_LESS = re.compile(rf",\s{{1,9}}less(?!\s{{1,9}}than){_PHRASE}", re.IGNORECASE)
# "After notice is given": the verb belongs to the starting point. After other words it goes on with the sentence.
_CONJUNCTIONS = frozenset({"after", "before", "until"})
_SHORT_PREDICATE = re.compile(r"(?:\s{1,9}(?!and\b|or\b)\w+){1,4}\Z", re.IGNORECASE)
_DAY_BOUND = re.compile(
    r"(?:\b(?P<not>not|never)\b[^.;,]{0,40}?\s)?\b(?P<bound>(?:by|(?:on\s{1,9}or\s{1,9})?(?:before|after)|(?:no|not)\s{1,9}(?:later|earlier)\s{1,9}than)\s{1,9})\Z",
    re.IGNORECASE,
)
_APOSTROPHES = ("'", "’", "'s", "’s")
_REACH = 60


def with_bound(span: Span, quote: str, *, question: str) -> Span | None:
    """Extend a value to the words before it that make it a minimum or a maximum.

    None where a verb does ("shall not exceed") and the question asks for no limit: the value alone would say too much.
    """
    start = span.start
    # "AU$10 million": the country stands before the sign.
    if country := _COUNTRY.search(quote, max(0, start - 4), start):
        start = country.start()
    reach = max(0, start - _REACH)
    if verb := _VERB_BOUND.search(quote, reach, start):
        return Span(verb.start("period"), span.end) if _ASKS_LIMIT.search(question) else None
    if bound := _BOUND.search(quote, reach, start):
        start = bound.start()
        if _OPEN_BOUND.match(bound[0]) and _TURNED.search(quote, reach, start):
            return None
    far = _FAR_BOUND.search(quote, max(sentence_around(quote, span).start, start - _REACH), start)
    if far and not _ASKS_LIMIT.search(question):
        return None
    at_once = _AT_ONCE.search(quote, max(0, start - _REACH), start)
    return Span(at_once.start() if at_once else start, span.end)


def with_tail(span: Span, quote: str, *, counted: bool) -> Span | None:
    """A value with the words after it: "days' prior written notice", "a year above the base rate".

    If `counted`, with its starting point too ("after receipt"). None where it would be cut within a phrase.
    """
    end = span.end
    for pattern in (_SPENT, _NOTICE, _PER, _LIMIT_AFTER):
        if tail := pattern.match(quote, end):
            end = tail.end()
    if quote[:end].endswith(_APOSTROPHES):
        return None
    for pattern in (_BASIS, _FROM) if counted else (_BASIS,):
        if tail := pattern.match(quote, end):
            end = _before_verb(tail)
            break
    for pattern in (_LESS, _ASIDE, _CONDITION):
        if tail := pattern.match(quote, end):
            end = tail.end()
    if _is_abbreviated(end, quote):
        return None
    return Span(span.start, end)


def with_day_bound(span: Span, quote: str) -> Span | None:
    """Extend a date to "on or before" and the like; None where it is only said what does not happen before it."""
    bound = _DAY_BOUND.search(quote, max(0, span.start - _REACH), span.start)
    if bound is None:
        return span
    return None if bound["not"] else Span(bound.start("bound"), span.end)


def _before_verb(tail: re.Match[str]) -> int:
    """The end of a starting point: "of our letter" of "of our letter is sold", "after notice is given" whole."""
    verb = _VERB.search(tail[0])
    clause = tail["word"].casefold() in _CONJUNCTIONS or _OF_TIME.search(tail[0])
    if verb is None or (clause and _SHORT_PREDICATE.match(tail[0], verb.end())):
        return tail.end()
    link = _LINK.search(tail[0], 0, verb.start())
    return tail.start() + (link.start() if link else verb.start())


def _is_abbreviated(end: int, quote: str) -> bool:
    """Tell whether the full stop at the end of a value ends no sentence: "above the rate of Smith & Co. of Leeds"."""
    return quote[end : end + 1] == "." and sentence_around(quote, Span(end - 1, end)).end > end + 1
