"""Values of several texts as sizes that can be compared: when each ends, how long it lasts, what it costs a year."""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.legal.durations import DAYS
from pincite.legal.figures import Figure, find_figures, normal_numbers
from pincite.legal.sentences import split_sentences
from pincite.legal.values.dates import find_dates
from pincite.legal.wording import stems
from pincite.spans import Span

_ENDS = re.compile(
    r"^when\s{1,9}(?:does|do|did|will)\b[^?]{0,80}\b(?:end|expire|terminate|run\s{1,9}out|lapse)\b", re.IGNORECASE
)
_LASTS = re.compile(
    r"^how\s{1,9}long\s{1,9}(?:does|do|is|will)\s{1,9}(?:the\s{1,9})?(?:\w+\s{1,9})?\w+\s{0,9}(?:last|run|continue|go\s{1,9}on)?\s{0,9}\??$"
    r"|^what\s{1,9}is\s{1,9}the\s{1,9}(?:(?:initial|fixed|contract|lease|total)\s{1,9}){0,3}(?:term|duration)(?:\s{1,9}of\s{1,9}the\s{1,9}\w+)?\s{0,9}\??$",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"\bnotice\b", re.IGNORECASE)
_BESIDE_NOTICE = re.compile(r"(?P<before>(?:[^.;,]|,(?!\s)){0,90}?)\bnotice\b(?=(?P<after>[^.;]{0,60}))", re.IGNORECASE)
_ENDING = re.compile(
    r"\b(?:terminat\w*|end(?:s|ed|ing)?|cancel\w*|determin\w+|break|quit|leave|withdraw\w*)\b", re.IGNORECASE
)
# What says how long a document itself lasts; a period beside it that is renewed, or of notice, does not.
_TERM = re.compile(
    r"\b(?:terms?|lasts?|continu\w+|runs?|duration|remain\w*\s{1,9}in\s{1,9}(?:force|effect)|in\s{1,9}force\s{1,9}for)\b|"
    r"\b(?:agreement|contract|lease|tenancy|licen[cs]e|engagement|appointment|employment)\b[^.;]{0,60}?\b(?:is|made|granted|let)\b"
    r"[^.;]{0,40}?\bfor\b",
    re.IGNORECASE,
)
_NOT_TERM = re.compile(
    r"\b(?:renew\w*|extend\w*|extension\w*|successive|further|additional|notice|within)\b", re.IGNORECASE
)
# "The Tenant may end this lease on 1 April": a day on which it may end is not the day on which it does;
# "1 May 2024" is a day.
_OPTIONAL = re.compile(r"\b(?:(?-i:may)|can|option|entitled|right|if|earlier\s{1,9}of|later\s{1,9}of)\b", re.IGNORECASE)
_FROM = re.compile(
    r"\b(?:from|commenc\w+|beginn\w+|starting|starts?|begins?)\b(?:\s{1,9}(?:and|including|on|with|effect|the|from)\b){0,5}\s{0,9}$",
    re.IGNORECASE,
)
# A part of a sentence with a value of its own: "one year and six months" is not parted.
_PARTED = re.compile(
    r"[;.](?=\s|$)|,\s|\s{1,9}(?:and|but|while|whereas)\s{1,9}(?!(?:\d|an?\s{1,9}half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)",
    re.IGNORECASE,
)
_CURRENCIES = frozenset({"USD", "GBP", "EUR", "JPY", "CZK"})
_SHARES = re.compile(r"\b(?:rate|interest|percent\w*|share|discount|royalt\w+|commission)\b", re.IGNORECASE)
# How often a year has what a sum is paid for. Days and hours are not counted: how many of them are paid is not known.
_A_YEAR = {"week": 365.25 / 7, "month": 12.0, "quarter": 4.0, "year": 1.0}
_PERIOD = r"(?:an?|per|each|every|/)\s*(?P<unit>hour|day|week|month|quarter|year|annum)\b"
_PAID_EACH = re.compile(
    rf"\W{{0,3}}(?:payable\s{{1,9}}|paid\s{{1,9}})?"
    rf"(?:{_PERIOD}|(?P<word>hourly|daily|weekly|monthly|quarterly|annually|yearly|p\.?a\b))",
    re.IGNORECASE,
)
# "A yearly rent, paid quarterly, of £24,000".
_EACH_BEFORE = re.compile(
    r"\b(?P<word>daily|weekly|monthly|quarterly|annual|yearly)\s{1,9}(?!pa(?:id|yable))[^.;]{0,60}$", re.IGNORECASE
)
_EACH = {
    **{"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter"},
    **dict.fromkeys(("annual", "annually", "yearly", "p.a", "pa", "annum"), "year"),
}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_KIND_WORDS = frozenset(
    stems("period time length amount sum size date agreement contract lease document how much long")
)


@dataclass(frozen=True, slots=True)
class _Size:
    """A size with its kind ("date", "duration", a currency or "%") and the period that a sum is paid for."""

    kind: str
    amount: float
    per: str = ""


def sizes_of(texts: Sequence[str], question: str) -> list[float | None]:
    """Return one comparable size per text; None where a text states none, or several without saying which is asked for.

    Days are counted from the beginning of the calendar, durations in days, sums for one year where they are paid by the
    week, month, quarter or year. Sizes of another kind than most, such as another currency, are None; where no kind
    has the most, all are.
    """
    return _alike([_size_in(text, question) for text in texts])


def holds_size(text: str, question: str) -> bool:
    """Tell whether a text states any figure of the kind that a question asks for."""
    return any(_kind(figure) for figure in _figures(text, question))


def is_of_whole(question: str) -> bool:
    """Tell whether a question asks when a document ends or how long it lasts, which clauses say in set words."""
    return bool(_ENDS.search(question) or _LASTS.search(question))


def _size_in(text: str, question: str) -> _Size | None:
    if _ENDS.search(question):
        return _end_of(text)
    if _LASTS.search(question):
        return _length_of(text)
    figure = _only(_figures(text, question)) or _nearest(text, question)
    return _sized(figure, text) if figure else None


def _figures(text: str, question: str) -> list[Figure]:
    """The figures of a text that may be the answer to a question."""
    if _ENDS.search(question):
        return [one for one in find_figures(text) if one.unit == "date"]
    if _LASTS.search(question):
        return [one for one in find_figures(text) if one.unit in DAYS or one.unit == "date"]
    if _NOTICE.search(question):
        return _notice_figures(text)
    asked, figures = asked_value(question), [one for one in find_figures(text) if _kind(one)]
    if asked is AskedValue.AMOUNT and not _SHARES.search(question):
        return [one for one in figures if one.unit in _CURRENCIES]
    if asked is AskedValue.AMOUNT:
        return [one for one in figures if one.unit in _CURRENCIES or one.unit == "%"]
    if asked is AskedValue.PERCENTAGE:
        return [one for one in figures if one.unit == "%"]
    if asked is AskedValue.DURATION:
        return [one for one in figures if one.unit in DAYS]
    return figures


def _kind(figure: Figure) -> str:
    """The kind of figure for comparison: a date, a duration, a percentage or a currency; empty for others."""
    if figure.unit in DAYS:
        return "duration"
    return figure.unit if figure.unit in _CURRENCIES or figure.unit in {"%", "date"} else ""


def _only(figures: Iterable[Figure]) -> Figure | None:
    """The one value that figures state, however often."""
    by_value = {(one.value, one.unit): one for one in figures}
    return next(iter(by_value.values())) if len(by_value) == 1 else None


def _nearest(text: str, question: str) -> Figure | None:
    """Of several figures the one in the part of the text that has most of the question's words."""
    wanted = set(stems(question)) - _KIND_WORDS
    scored: list[tuple[int, Figure | None]] = []
    for part in _parts(text):
        if figures := _figures(part, question):
            scored.append((len(wanted & set(stems(part))), _only(figures)))
    best = max((score for score, _ in scored), default=0)
    nearest = [figure for score, figure in scored if score == best]
    chosen = nearest[0] if best and len(nearest) == 1 else None
    if chosen is None and _NOTICE.search(question):
        return _notice_to_end(text)
    # The whole text may say what the part does not: "an annual rent, paid monthly, of £9,000".
    whole = next(
        (one for one in find_figures(text) if chosen and (one.value, one.unit) == (chosen.value, chosen.unit)), None
    )
    return whole or chosen


def _notice_to_end(text: str) -> Figure | None:
    """The one period of notice among the sentences that speak of ending."""
    sentences = (span.slice(text) for span in split_sentences(text, Span(0, len(text))))
    return _only(one for sentence in sentences if _ENDING.search(sentence) for one in _notice_figures(sentence))


def _notice_figures(text: str) -> list[Figure]:
    """The durations that stand beside the word "notice": before it, or where none is, after it."""
    beside: list[Figure] = []
    for found in _BESIDE_NOTICE.finditer(text):
        before = [one for one in find_figures(found["before"]) if one.unit in DAYS]
        after = [one for one in find_figures(found["after"]) if one.unit in DAYS]
        beside += before[-1:] or after[:1]
    return beside


def _sized(figure: Figure, text: str) -> _Size | None:
    kind = _kind(figure)
    if kind == "date":
        day = _day(figure.value)
        return _Size(kind, float(day.toordinal())) if day else None
    try:
        amount = float(figure.value)
    except ValueError:
        return None
    if kind == "duration":
        return _Size(kind, amount * DAYS[figure.unit])
    return _Size(kind, amount, _paid_each(figure, text))


def _paid_each(figure: Figure, text: str) -> str:
    """The period that a sum is paid for; empty where the words beside it name none."""
    words = normal_numbers(text)
    after, before = _PAID_EACH.match(words, figure.end), _EACH_BEFORE.search(words[: figure.start])
    if after:
        unit = (after["unit"] or after["word"]).casefold()
    elif before and (not figure.per or figure.per in _A_YEAR):
        unit = before["word"].casefold()
    else:
        unit = figure.per
    return _EACH.get(unit, unit)


def _end_of(text: str) -> _Size | None:
    """The day on which a document ends: stated, or reckoned from a term and the day it begins."""
    days = ends_in(text)
    if len(days) > 1:
        return None
    day = date.fromisoformat(days.pop()) if days else reckoned_end(text)
    return _Size("date", float(day.toordinal())) if day else None


def ends_in(text: str) -> set[str]:
    """The days on which a text says that its document ends, in ISO form; not those on which somebody may end it."""
    dates = (found for found in find_dates(text) if found.role == "expiry")
    return {found.iso for found in dates if not is_optional(text, found.span)}


def reckoned_end(text: str) -> date | None:
    """The end of a term of so many years or months from a day: "five years from and including 1 April 2024"."""
    ends = set()
    for span in split_sentences(text, Span(0, len(text))):
        sentence = span.slice(text)
        term = _term_in(sentence)
        starts = {one.iso for one in find_dates(sentence) if _FROM.search(sentence[: one.span.start])}
        if term and len(starts) == 1 and not _OPTIONAL.search(sentence):
            ends.add(_later(date.fromisoformat(starts.pop()), term))
    return ends.pop() if len(ends) == 1 else None


def is_optional(text: str, span: Span) -> bool:
    """Tell whether the words before a date, in its sentence, say that somebody may choose it."""
    start = max(text.rfind(sign, 0, span.start) for sign in ("\n", ". ", "; ")) + 1
    return _OPTIONAL.search(text, start, span.start) is not None


def _later(day: date, term: Figure) -> date | None:
    if not term.value.isdigit():
        return None
    count = int(term.value)
    if term.unit not in _MONTHS:
        return day + timedelta(days=count * DAYS[term.unit] - 1)
    months = day.month - 1 + count * _MONTHS[term.unit]
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1])) - timedelta(days=1)


def _length_of(text: str) -> _Size | None:
    """How long a document lasts: its term, or the time between the day it begins and the day it ends."""
    if term := _term_in(text):
        return _sized(term, text)
    if any(figure.unit in DAYS for part in _parts(text) if _TERM.search(part) for figure in find_figures(part)):
        return None  # several terms, or one that is renewed
    days = sorted({found.iso for found in find_dates(text)})
    if len(days) != 2 or ends_in(text) != {days[1]}:
        return None
    first, last = (date.fromisoformat(day) for day in days)
    return _Size("duration", float((last - first).days))


def _term_in(text: str) -> Figure | None:
    """The one duration in the parts of a text that speak of how long something lasts."""
    parts = [part for part in _parts(text) if _TERM.search(part) and not _NOT_TERM.search(part)]
    return _only(figure for part in parts for figure in find_figures(part) if figure.unit in DAYS)


def _parts(text: str) -> list[str]:
    return [part for part in _PARTED.split(text) if part and part.strip()]


def _day(iso: str) -> date | None:
    try:
        return date.fromisoformat(iso)
    except ValueError:
        return None  # a day of every year


def _alike(sizes: Sequence[_Size | None]) -> list[float | None]:
    """The sizes of the kind that most have, sums for the same time; the others are None."""
    kind = _most(size.kind for size in sizes if size)
    kept = [size if size and size.kind == kind else None for size in sizes]
    kept = [_by_year(size) if size else None for size in kept]
    per = _most(size.per for size in kept if size)
    return [size.amount if size and size.per == per else None for size in kept]


def _by_year(size: _Size) -> _Size:
    times = _A_YEAR.get(size.per)
    return replace(size, amount=size.amount * times, per="year") if times else size


def _most(names: Iterable[str]) -> str | None:
    """The name that occurs most often; None where two do."""
    counted = Counter(names).most_common(2)
    if not counted or (len(counted) == 2 and counted[0][1] == counted[1][1]):
        return None
    return counted[0][0]
