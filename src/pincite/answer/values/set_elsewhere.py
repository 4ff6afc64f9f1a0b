"""Values that quotations come near and do not state: set in an exhibit, left out of the text, or of another act."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.values.labelled_short import is_of_kind
from pincite.answer.values.stated_value import find_times
from pincite.answer.values.timed_act import is_of_other_act
from pincite.answer.values.unfigured import needs_measure
from pincite.domain.answer import Citation
from pincite.legal.numerals import WORD_VALUES
from pincite.legal.sentences import sentence_around
from pincite.legal.wording import stems
from pincite.spans import Span

_VALUES = (
    r"(?:amount|charge|commission|cost|cover|coverage|discount|fee|interest|limit|minimum|penalt(?:y|ie)|percentage|premium|price|"
    r"rate|royalt(?:y|ie)|sum)s?"
)
_TIMES = r"(?:duration|notice|period|term|time)s?"
_PLACE = (
    r"(?P<place>(?i:the\s{1,3})?(?i:(?:exhibit|schedule|annex|annexure|appendix|attachment|table|practice\s{1,3}direction|part|order\s{1,3}form|"
    r"price\s{1,3}list|fees?\s{1,3}order|quotation|work\s{1,3}order|statement\s{1,3}of\s{1,3}work)s?\b)(?:\s{1,3}[\"'“‘(]{0,2}[A-Z0-9](?:[\w.-]{0,9}\w)?[\"'”’)]{0,2})?)"
)
_SET = (
    r"(?:as\s{1,3})?(?:agreed|contained|determined|established|fixed|given|laid\s{1,3}down|listed|prescribed|provided|set\s{1,3}forth|set\s{1,3}out|shown|"
    r"specified|stated)\s{1,3}(?:for\s{1,3})?(?:from\s{1,3}time\s{1,3}to\s{1,3}time\s{1,3})?(?:by|in|on|under)\s{1,3}"
)
_SUM_SET = re.compile(rf"\b(?i:{_VALUES})\b[^.;:]{{0,60}}?\b(?i:{_SET}){_PLACE}")
_TIME_SET = re.compile(rf"\b(?i:{_TIMES})\b[^.;:]{{0,60}}?\b(?i:{_SET}){_PLACE}")
# "[***]", "[* * *]", "$____": a value that was left out.
_BLANK = re.compile(
    r"\[\s{0,3}(?:[*•●_]\s{0,3}){1,9}\]|\[\s{0,3}redacted\s{0,3}\]|[$£€]\s{0,3}(?:_{2,}|\[)", re.IGNORECASE
)
_MEASURED = frozenset({AskedValue.AMOUNT, AskedValue.PERCENTAGE, AskedValue.DURATION, AskedValue.NOTICE})
_TIMED = frozenset({AskedValue.DURATION, AskedValue.NOTICE})
# The sentence of a message that asks.
_LAST = re.compile(r"[^.?!]{3,400}\?\s*+\Z")
_SHARED = 2
# "What is the page limit?", "how many words may it have?"
_LENGTH = re.compile(
    r"\b(?P<unit>page|word|line|character)\s{1,3}(?:limits?|count)\b|\bhow\s{1,3}many\s{1,3}(?P<many>page|word|line|character)s\b",
    re.IGNORECASE,
)
_NUMBER = rf"(?:\d{{1,3}}(?:,\d{{3}})?|{'|'.join(sorted(WORD_VALUES))})"


def find_gap(question: str, citations: Sequence[Citation]) -> tuple[AskedValue, str] | None:
    """The value that a question asks for and the quotations do not state, and where the best one says that it is set.

    The place is empty where nothing says so.
    """
    if length := _LENGTH.search(question):
        return None if _states_length(question, length["unit"] or length["many"], citations) else (AskedValue.COUNT, "")
    asked = asked_value(question) or asked_value(_last(question))
    if asked not in _MEASURED or not needs_measure(asked, question):
        return None
    if asked in _TIMED and _is_of_other_act(question, citations):
        return asked, ""
    main = [one.quote for one in citations if one.number == citations[0].number]
    if any(is_of_kind(asked, quote) for quote in main):
        return None
    place = find_place(asked, main)
    if not place and not any(map(_BLANK.search, main)):
        return None
    further = (one for one in citations if one.number != citations[0].number)
    return None if any(_states(one, asked, question, place) for one in further) else (asked, place)


def find_place(asked: AskedValue, quotes: Iterable[str]) -> str:
    """Where the first quotation that says so has a value set: “Schedule 2”; empty where none does."""
    pattern = _TIME_SET if asked in _TIMED else _SUM_SET
    found = next(filter(None, map(pattern.search, quotes)), None)
    return " ".join(found["place"].split()) if found else ""


def _is_of_other_act(question: str, citations: Sequence[Citation]) -> bool:
    """Tell whether all times that are quoted are limits of other acts than the one whose limit is asked for."""
    times = [(one.quote, time) for one in citations for time in find_times(one.quote)]
    return bool(times) and all(is_of_other_act(question, time, quote) for quote, time in times)


def _states_length(question: str, unit: str, citations: Sequence[Citation]) -> bool:
    """Tell whether a sentence gives a number of pages or words, and speaks of what is asked about."""
    units = {"page": "(?:page|side|sheet)"}.get(unit.casefold(), re.escape(unit))
    given = re.compile(rf"\b{_NUMBER}[\s-]{{1,3}}(?:[\w-]{{1,20}}\s{{1,3}}){{0,2}}{units}s?\b", re.IGNORECASE)
    asked = {*stems(question)} - {*stems(f"limit maximum number count most many {unit}")}
    return any(
        asked & {*stems(sentence_around(one.quote, Span(*found.span())).slice(one.quote))}
        for one in citations
        for found in given.finditer(one.quote)
    )


def _last(question: str) -> str:
    found = _LAST.search(question)
    return found[0] if found else ""


def _states(citation: Citation, asked: AskedValue, question: str, place: str) -> bool:
    """Tell whether a further quotation states the value: it stands in the place named, or speaks of the same."""
    if not is_of_kind(asked, citation.quote):
        return False
    there = bool(place) and place.casefold() in citation.section.casefold()
    return there or len({*stems(question)} & {*stems(citation.quote)}) >= _SHARED
