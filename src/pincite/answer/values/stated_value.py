"""The value that a quotation states, with its bound and starting point; none if it is unclear."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.answer.questions.asked_value import COUNTED, UNITS, AskedValue, asked_value
from pincite.answer.values.forum import is_limited
from pincite.answer.values.stated_party import stated_party
from pincite.answer.values.timed_act import is_of_other_act
from pincite.answer.values.unfigured import is_said_in_words, needs_measure
from pincite.answer.values.value_doubts import (
    hides_period,
    is_about,
    is_aside,
    is_closely_about,
    is_cut_short,
    is_notice,
    is_unclear,
)
from pincite.answer.values.value_extent import with_bound, with_day_bound, with_tail
from pincite.answer.values.value_owner import is_of_another, is_of_other_kind, is_of_other_thing
from pincite.legal.durations import TIME_UNITS
from pincite.legal.figures import find_figures
from pincite.legal.roles import find_agents
from pincite.legal.sentences import sentence_around
from pincite.legal.values.dates import find_dates
from pincite.legal.values.figure_words import WrittenFigure, find_written
from pincite.legal.values.law import place_in
from pincite.legal.wording import stem, stems
from pincite.spans import Span

_FIGURES = frozenset({AskedValue.NOTICE, AskedValue.DURATION, AskedValue.PERCENTAGE, AskedValue.AMOUNT})
# What is no figure, and nobody's value.
_PLAIN = frozenset({AskedValue.LAW, AskedValue.COURT, AskedValue.WHO})
_CURRENCIES = frozenset({"USD", "GBP", "EUR", "JPY", "CZK"})
# A number after a word for a place in a text is a reference; before a plain word it counts something.
_PREVIOUS = re.compile(r"[^\W\d_]{1,20}(?=\W{1,3}\Z)")
_REFERENCES = frozenset({"rule", "rules", "section", "sections", "part", "clause", "clauses", "paragraph", "article"})
_THING = re.compile(r"\s{1,3}[a-z]{3,}")
# "Three months' rent" is a sum, unlike three months' notice, and "three quarters of the plot" no time.
_WORTH = re.compile(
    r"[’']s?\s{1,9}(?!(?:(?:clear|prior|previous|advance|written|further)\s{1,9}){0,2}(?:notice|warning|leave|holiday|delay|imprisonment)\b)[^\W\d_]|"
    r"(?<=quarters)\s{1,9}of\b",
    re.IGNORECASE,
)
# The words that may name what a number counts.
_NEXT = re.compile(r"(?:\s{1,9}[^\W\d_]+){1,3}")
_PERSONS = {stem("people"), stem("persons"), stem("person")}
_LAWS = re.compile(r"(?:the\s{1,9})?(?:laws?|legislation)\s{1,9}of\s{1,9}(?:the\s{1,9})?\Z", re.IGNORECASE)
_LAWS_OF = re.compile(r"\blaws?\s{1,9}of\s{1,9}(?:the\s{1,9})?(?:\w+\s{1,9}of\s{1,9})?(?P<place>[A-Z]\w+)")
_CHOICE_OF_LAW = re.compile(
    r"\b(?:govern|constru|interpret|subject|accord|appl)\w*\b[^.;]{0,80}\b(?:laws?|legislation)\b|"
    r"\b(?:laws?|legislation)\b[^.;]{0,80}\b(?:govern|appl)",
    re.IGNORECASE,
)
_MINUTES = ("minute", "second")
_CHOOSES = re.compile(r"\b(?:govern|appl[iy]|constru|interpret)", re.IGNORECASE)
_FORMED = re.compile(r"\b(?:organi[sz]ed|incorporated|existing|formed|established)\b[^.;]*\Z", re.IGNORECASE)
# "The laws of Ireland, except that German law applies to the Employees"; what is left out of a law itself is no other.
_OTHER_LAW = re.compile(
    r"\b(?:except|save|but|provided|however)\b(?![^.;]{0,80}\b(?:conflicts?|choice|principles?|rules?)\b)",
    re.IGNORECASE,
)
_COURT = re.compile(
    r"\bthe\s{1,9}(?:(?!(?:the|to|in|of|by|that|shall|will|must)\b)[\w-]+\s{1,9}(?:and\s{1,9}|or\s{1,9})?){0,4}?courts?\s{1,9}(?:located\s{1,9}|sitting\s{1,9})?(?:of|in|for)\s{1,9}"
    r"[^.;,()]{3,60}(?=[.;,(]|\s{0,9}\Z)",
    re.IGNORECASE,
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY = re.compile(
    rf"\b(?:by|on|before|no\s{{1,9}}later\s{{1,9}}than|on\s{{1,9}}or\s{{1,9}}before)\s{{1,9}}(?:the\s{{1,9}})?\d{{1,2}}(?:st|nd|rd|th)?\s{{1,9}}"
    rf"(?:(?:{_MONTHS})\b(?!\s{{1,9}}\d)|(?:day\s{{1,9}})?of\s{{1,9}}(?:each|every|the)\s{{1,9}}(?:calendar\s{{1,9}})?month\b)"
)
_ROLES = (
    (
        "expiry",
        re.compile(r"\b(?:end|ends|expir\w+|terminat\w+|run\w*\s{1,9}out|finish\w*|until|lapse\w*)\b", re.IGNORECASE),
    ),
    (
        "effective",
        re.compile(r"\b(?:effect|effective|begin|begins|commenc\w+|start|starts|in\s{1,9}force)\b", re.IGNORECASE),
    ),
    ("signed", re.compile(r"\b(?:made|sign|signed|dated?|executed|entered|concluded)\b", re.IGNORECASE)),
)


def stated_value(asked: AskedValue, question: str, quote: str, *, answering: bool = False) -> Span | None:
    """Return the position of the value asked for; None if the quotation states none, several or a misleading one.

    A time in words that are known to be `answering` need not share any word with the question.
    """
    span = _stated(asked, question, quote, answering=answering)
    if span is None or asked in _PLAIN:
        return span
    if is_of_other_act(question, span, quote):
        return None
    notice = asked is AskedValue.NOTICE
    if is_of_another(question, span, quote, notice=notice):
        return None
    if asked is not AskedValue.DATE and is_of_other_thing(question, span, quote):
        return None
    return None if asked is AskedValue.AMOUNT and is_of_other_kind(question, span, quote) else span


def _stated(asked: AskedValue, question: str, quote: str, *, answering: bool) -> Span | None:
    match asked:
        case AskedValue.LAW:
            return _law(quote)
        case AskedValue.COURT:
            found = list(_COURT.finditer(quote))
            return Span(*found[0].span()) if len(found) == 1 and not is_limited(quote) else None
        case AskedValue.WHO:
            return stated_party(question, quote)
        case AskedValue.DATE:
            return _date(question, quote, answering=answering)
        case AskedValue.COUNT:
            return _count(question, quote)
        case AskedValue.TIME:
            return None
        case _:
            return _figure(asked, question, quote, answering=answering)


def notice_periods(quote: str) -> set[tuple[str, str]]:
    """Return the periods of notice that a quotation speaks of, each as a number and a unit."""
    fitting = (one for one in _written(quote) if _fits(AskedValue.NOTICE, one) and is_notice(one.span, quote))
    return {(one.figure.value, one.figure.unit) for one in fitting}


def find_times(quote: str) -> list[Span]:
    """The lengths of time that a quotation speaks of."""
    return [one.span for one in _written(quote) if _fits(AskedValue.DURATION, one)]


def lacks_value(question: str, quotes: Iterable[str]) -> AskedValue | None:
    """Return the kind of value that a question asks for if no quotation states one of that kind.

    Only kinds that need a figure or words for one, or words that choose a law, are looked for.
    """
    asked = asked_value(question)
    if asked is AskedValue.LAW:
        return None if any(_CHOICE_OF_LAW.search(quote) for quote in quotes) else asked
    if asked is None or asked not in _FIGURES or not needs_measure(asked, question):
        return None
    stated = any(_has_figure(asked, quote) or is_said_in_words(asked, question, quote) for quote in quotes)
    return None if stated else asked


def _has_figure(asked: AskedValue, quote: str) -> bool:
    money = asked is AskedValue.AMOUNT
    return any(_measures(one, quote) and not (money and _is_time(one, quote)) for one in _written(quote))


def _figure(asked: AskedValue, question: str, quote: str, *, answering: bool) -> Span | None:
    written = [one for one in _written(quote) if _fits(asked, one)]
    if asked is AskedValue.NOTICE:
        written = [one for one in written if is_notice(one.span, quote)]
    else:
        written = [one for one in written if not is_aside(one.span, question, quote)]
    if (unit := UNITS.search(question)) and any(one.figure.unit.endswith(unit["unit"].lower()) for one in written):
        written = [one for one in written if one.figure.unit.endswith(unit["unit"].lower())]
    if unit and unit["unit"].lower() not in _MINUTES:
        # "37 a week, with 45 minutes for lunch": minutes are not the hours that are asked for.
        written = [one for one in written if not one.figure.unit.endswith(_MINUTES)]
    # "6 weeks at full pay and 6 weeks at half pay": two of the same are two.
    if len(written) != 1:
        return None
    span = written[0].span
    if len({(one.value, one.unit) for one in find_figures(span.slice(quote))}) > 1:
        return None  # a row of a table
    timed = answering and asked in (AskedValue.NOTICE, AskedValue.DURATION)
    if not timed and not is_about(question, span, quote):
        return None
    return _whole(span, quote, question=question, counted=True)


def _whole(span: Span, quote: str, *, question: str, counted: bool) -> Span | None:
    """A figure with the words before and after it that belong to its value; None if it is unclear without more."""
    bound = with_bound(span, quote, question=question)
    asked = asked_value(question)
    if bound is None or is_unclear(bound, quote, notice=asked is AskedValue.NOTICE):
        return None
    whole = with_tail(bound, quote, counted=counted)
    money = asked in (AskedValue.AMOUNT, AskedValue.PERCENTAGE)
    if whole is None or is_cut_short(whole, quote, sum_of_money=money):
        return None
    return None if money and hides_period(question, whole, quote) else whole


def _written(quote: str) -> list[WrittenFigure]:
    """Return the figures of a quotation, except those inside words such as "POP3"."""
    return [
        one
        for one in find_written(quote)
        if not quote[max(0, one.span.start - 1) : one.span.start].isalnum() or quote[one.span.start] in "$£€¥"
    ]


def _fits(asked: AskedValue, one: WrittenFigure) -> bool:
    unit = one.figure.unit
    match asked:
        case AskedValue.NOTICE | AskedValue.DURATION:
            return unit.split(" ")[-1] in TIME_UNITS
        case AskedValue.PERCENTAGE:
            return unit == "%"
        case _:
            return unit == "%" or unit in _CURRENCIES


def _is_time(one: WrittenFigure, quote: str) -> bool:
    """Tell whether a figure is a time and no sum, unlike "three months' rent"."""
    unit = one.figure.unit
    return unit == "date" or (unit.split(" ")[-1] in TIME_UNITS and not _WORTH.match(quote, one.span.end))


def _measures(one: WrittenFigure, quote: str) -> bool:
    """Tell whether a figure has a unit or counts something, unlike "rule 35.2" and "the 1980 Act"."""
    before = _PREVIOUS.search(quote, max(0, one.span.start - 40), one.span.start)
    named = before is not None and (before[0][0].isupper() or before[0].casefold() in _REFERENCES)
    return bool(one.figure.unit) or bool(
        not named and "." not in one.figure.value and _THING.match(quote, one.span.end)
    )


def _count(question: str, quote: str) -> Span | None:
    """A number whose next words name what is counted: "three (3) arbitrators"."""
    asked = COUNTED.search(question)
    things = {stem(word.casefold()) for word in re.split(r"[ -]", asked["thing"])} if asked else set()
    things |= _PERSONS if things & _PERSONS else set()
    found: list[Span] = []
    for one in _written(quote):
        run = _NEXT.match(quote, one.span.end)
        words = re.finditer(r"[^\W\d_]+", run[0]) if run else ()
        named = next((word for word in words if stem(word[0].casefold()) in things), None)
        # "3.1 The committee": a clause number is not a count.
        if named and not one.figure.unit and _measures(one, quote):
            counted = Span(one.span.start, one.span.end + named.end())
            if (whole := _whole(counted, quote, question=question, counted=False)) is None:
                return None
            found.append(whole)
    return found[0] if len(found) == 1 and _is_counted_for(question, found[0], quote) else None


def _is_counted_for(question: str, span: Span, quote: str) -> bool:
    """Tell whether the sentence of a count speaks of the party that the question names, or of what it does."""
    told = set(stems(sentence_around(quote, span).slice(quote)))
    return all(stem(party) in told or verb in told for party, verb in find_agents(question))


def _date(question: str, quote: str, *, answering: bool) -> Span | None:
    """The one date of the role asked for; else the one deadline, such as "within ten days after receipt"."""
    dates = find_dates(quote)
    role = next((role for role, pattern in _ROLES if pattern.search(question)), None)
    fitting = [found for found in dates if found.role == role]
    others = {found.iso for found in dates} - {found.iso for found in fitting}
    if len({found.iso for found in fitting}) == 1 and _bound_apart(role, fitting[0].iso, others):
        span = fitting[0].span
        if (role is None and not is_closely_about(question, span, quote)) or is_unclear(span, quote):
            return None
        return None if is_cut_short(span, quote, sum_of_money=False) else with_day_bound(span, quote)
    if dates or role:
        return None
    return _deadline(question, quote, answering=answering) or (_day(quote) if answering else None)


def _bound_apart(role: str | None, day: str, others: set[str]) -> bool:
    """Tell whether a day stands alone, or ends or begins what the other days lie within."""
    return not others or (role == "expiry" and day > max(others)) or (role == "effective" and day < min(others))


def _deadline(question: str, quote: str, *, answering: bool) -> Span | None:
    span = _figure(AskedValue.DURATION, question, quote, answering=answering)
    words = span.slice(quote) if span else ""
    dated = re.search(r"\b(?:after|from|of|following|before|prior)\b", words) and re.match(
        r"(?:within|no\w*\s{1,9}(?:later|more)\s{1,9}than|at\s{1,9}least)", words, re.IGNORECASE
    )
    return span if dated else None


def _day(quote: str) -> Span | None:
    """The one day of a month, or of every month: "by 16 May", "on the 28th of each month"."""
    found = list(_DAY.finditer(quote))
    if len(found) != 1 or is_unclear(span := Span(*found[0].span()), quote):
        return None
    return None if is_cut_short(span, quote, sum_of_money=False) else span


def _law(quote: str) -> Span | None:
    place = place_in(quote) if _CHOOSES.search(quote) else None
    named = {found["place"].casefold() for found in _LAWS_OF.finditer(quote)}
    if (
        place is None
        or len(named) > 1
        or _OTHER_LAW.search(quote)
        or _FORMED.search(quote, max(0, place.start - 80), place.start)
    ):
        return None
    before = _LAWS.search(quote, max(0, place.start - 24), place.start)
    after = re.compile(r"\s{1,9}(?:state\s{1,9})?laws?\b", re.IGNORECASE).match(quote, place.end)
    return Span(before.start() if before else place.start, after.end() if after and not before else place.end)
