"""When documents must have been made, or must end: "signed in or after 2024", "expire before June 2025"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

_SIGNED = r"(?:made|signed|dated|entered into|executed|concluded|agreed)"
_ASKED = (
    (
        "signed",
        re.compile(rf"^(?:was|is|were|has) the \w+ (?:\w+ )?{_SIGNED}\b(?P<when>[^?;]{{0,80}})\??$", re.IGNORECASE),
    ),
    ("signed", re.compile(r"^(?:is|was) the \w+ from(?P<when> [^?;]{0,80})\??$", re.IGNORECASE)),
    (
        "expiry",
        re.compile(
            r"^(?:does|did|will|is|has|was) the \w+ (?:(?:due|set|going|bound) to )?"
            r"(?:expir(?:e|es|ed|ing)|end|ends|ended|ending|laps(?:e|es|ed|ing)|run out|terminate)\b"
            r"(?P<when>[^?;]{0,80})\??$",
            re.IGNORECASE,
        ),
    ),
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        "jan feb mar apr may jun jul aug sep oct nov dec".split(),  # noqa: SIM905
        start=1,
    )
}
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_TIMES = (
    re.compile(rf"^(?:the )?(?:year )?{_YEAR}$", re.IGNORECASE),
    re.compile(rf"^(?:the )?(?:month of )?{_MONTH},? (?:of )?{_YEAR}$", re.IGNORECASE),
    re.compile(rf"^(?:the )?{_DAY} (?:day )?(?:of )?{_MONTH},? {_YEAR}$", re.IGNORECASE),
    re.compile(rf"^{_MONTH} {_DAY},? {_YEAR}$", re.IGNORECASE),
    re.compile(rf"^{_YEAR}-(?P<month>0[1-9]|1[0-2])-(?P<day>\d\d)$"),
)
_DECADE = re.compile(r"^(?:the )?(?P<century>19|20)(?P<ten>\d)0[’']?s$", re.IGNORECASE)
# "Between 2003 and 2007 (both years included)"
_ASIDE = re.compile(r" ?\([^()]{0,60}\)| inclusive(?:ly)?\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r"^(?:(?:between|from|in) )?(?P<first>[^?]{1,40}?) ?"
    r"(?:\band\b|\bto\b|\buntil\b|\btill\b|[-–]) ?(?P<last>[^?]{1,40})$",
    re.IGNORECASE,
)
_EITHER = re.compile(r"^(?:in|on|during) (?P<first>[^?]{1,40}?) or (?:in )?(?P<last>[^?]{1,40})$", re.IGNORECASE)
_OR_LATER = re.compile(
    r"^(?:(?:in|on|from) )?(?P<when>[^?]{1,40}?) (?:or (?P<side>later|after|earlier|before)|onwards?)$", re.IGNORECASE
)
_HOW = re.compile(
    r"^(?P<how>(?:in|on|during) or (?:after|before)|(?:after|before) or (?:in|on|during)|"
    r"(?:no|not) (?:later|earlier) than|not (?:before|after)|(?:later|earlier) than|prior to|by the end of|"
    r"since|from|after|before|until|till|by|in|on|during|of) (?P<when>[^?]{1,40})$",
    re.IGNORECASE,
)
_FROM = frozenset({"since", "from", "no earlier than", "not earlier than", "not before"})
_UP_TO = frozenset({"no later than", "not later than", "not after", "by the end of"})
_Range = tuple[date, date]


@dataclass(frozen=True, slots=True)
class DateCondition:
    """The day that counts, "signed" or "expiry", and the days among which it must be, first and last included."""

    role: str
    ranges: tuple[_Range, ...]

    def met_by(self, iso: str) -> bool:
        """Tell whether a date meets the condition."""
        day = date.fromisoformat(iso)
        return any(first <= day <= last for first, last in self.ranges)


def date_condition(question: str) -> DateCondition | None:
    """Return the time that a question about one document requires, or None where it requires none that can be read."""
    asked = " ".join(question.split())
    for role, pattern in _ASKED:
        if found := pattern.match(asked):
            ranges = _ranges(found["when"].strip(" ."))
            return DateCondition(role, ranges) if ranges else None
    return None


def _ranges(words: str) -> tuple[_Range, ...]:
    """The days that words such as "in or after 2024" and "between 2019 and 2021" mean; none where they are not read."""
    words = _ASIDE.sub("", words)
    if either := _EITHER.match(words):
        pair = _time(either["first"]), _time(either["last"])
        if pair[0] and pair[1]:
            return (pair[0], pair[1])
    if between := _BETWEEN.match(words):
        first, last = _time(between["first"]), _time(between["last"])
        if first and last:
            return ((first[0], last[1]),)
    if later := _OR_LATER.match(words):
        side = (later["side"] or "later").casefold()
        return _bounded(f"in or {'after' if side in {'later', 'after'} else 'before'}", later["when"])
    how = _HOW.match(words)
    return _bounded(how["how"], how["when"]) if how else _bounded("in", words)


def _bounded(how: str, when: str) -> tuple[_Range, ...]:
    found = _time(when)
    if found is None:
        return ()
    first, last = found
    words = " ".join(how.casefold().split())
    if words in _FROM or {"or", "after"} <= set(words.split()):
        return ((first, date.max),)
    if words in _UP_TO or {"or", "before"} <= set(words.split()):
        return ((date.min, last),)
    if words in {"after", "later than"}:
        return ((last + timedelta(days=1), date.max),)
    if words in {"before", "earlier than", "prior to"}:
        return ((date.min, first - timedelta(days=1)),)
    if words in {"until", "till", "by"}:
        # "By 3 May" includes that day; whether "by 2019" includes the year is open, and is taken not to.
        return ((date.min, first if first == last else first - timedelta(days=1)),)
    return (found,)


def _time(words: str) -> _Range | None:
    """The first and the last day of a decade, a year, a month or a day."""
    if decade := _DECADE.match(words.strip(" ,.")):
        year = int(f"{decade['century']}{decade['ten']}0")
        return date(year, 1, 1), date(year + 9, 12, 31)
    found = next((one for pattern in _TIMES if (one := pattern.match(words.strip(" ,.")))), None)
    if found is None:
        return None
    parts = found.groupdict()
    year, named = int(parts["year"]), parts.get("month")
    if named is None:
        return date(year, 1, 1), date(year, 12, 31)
    month = int(named) if named.isdigit() else _MONTHS[named[:3].casefold()]
    if parts.get("day") is None:
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    try:
        day = date(year, month, int(parts["day"]))
    except ValueError:
        return None
    return day, day
