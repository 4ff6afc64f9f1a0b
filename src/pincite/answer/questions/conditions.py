"""Conditions on documents: names they must contain, figures that must fit, a jurisdiction, a year."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pincite.legal.durations import DAYS
from pincite.legal.figures import Figure, find_figures, is_stated_in
from pincite.legal.places import is_american, name_places, short_place
from pincite.legal.wording import find_names, stems
from pincite.spans import Span

_LAW = re.compile(
    r"\b(?:govern\w*|under|appl\w+|choos\w+|chosen|subject\s+to|with)\b[^?]{0,60}\blaws?\b|\bgoverning\s+law\b"
    r"|\blaws?\s+of\b",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\bforeign\s+law\b|\bnon-?(?:US|American)\b|\b(?:other\s+than|outside|not)\s+(?:of\s+)?(?:the\s+)?"
    r"(?:United\s+States|US|U\.S\.|USA|America)",
    re.IGNORECASE,
)
_LAW_WORDS = frozenset(
    stems(
        "agreement contract document lease licence license nda law laws govern governed governing apply applies under "
        "choose chose chosen subject choice as state of the have with select provide expressly say name applicable"
    )
)
_MADE = re.compile(
    r"\b(?:made|signed|dated|entered\s+into|executed|concluded|agreed)\b[^?]{0,30}?"
    r"\b(?P<how>in|during|before|after|since|until|from)\s+(?:the\s+year\s+)?(?P<year>(?:19|20)\d\d)\s*\??$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?P<how>more\s+than|over|longer\s+than|greater\s+than|above|exceed\w*|at\s+least|not\s+less\s+than|less\s+than|"
    r"under|below|shorter\s+than|fewer\s+than|at\s+most|no\s+more\s+than|up\s+to)\s+",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"(?P<before>(?:[^.;,]|,(?!\s)){0,90})\bnotice\b(?P<after>[^.;]{0,60})", re.IGNORECASE)
_MENTIONS = re.compile(r"\b(?:mention|name|refer|contain|include|say|speak|cite|use)\w*\b", re.IGNORECASE)
_KIND_NAMES = frozenset({"nda", "part", "act", "agreement", "rules"})


@dataclass(frozen=True, slots=True)
class LawCondition:
    """The law that is looked for: that of a place, or of any country but the United States."""

    words: str
    foreign: bool

    def met_by(self, law: str) -> bool:
        """Tell whether a jurisdiction meets the condition."""
        if self.foreign:
            return not is_american(law)
        asked = name_places(self.words)
        return any(re.search(rf"\b{re.escape(name)}\b", asked) for name in short_place(law).split(" and ") if name)


@dataclass(frozen=True, slots=True)
class YearCondition:
    """When a document must have been made."""

    how: str
    year: int

    def met_by(self, iso: str) -> bool:
        """Tell whether a date meets the condition."""
        year = int(iso[:4])
        match self.how:
            case "before" | "until":
                return year < self.year
            case "after":
                return year > self.year
            case "since" | "from":
                return year >= self.year
            case _:
                return year == self.year


@dataclass(frozen=True, slots=True)
class Demands:
    """What the evidence must contain: names, figures, and figures on the right side of a limit."""

    names: tuple[re.Pattern[str], ...]
    figures: tuple[Figure, ...]
    limit: tuple[str, Figure] | None
    mention: bool

    def find_names(self, text: str) -> Span | None:
        """Return the position of the first name if the text has all names; None if one is missing or none is given."""
        found = [pattern.search(text) for pattern in self.names]
        if not found or not all(found):
            return None
        first = found[0]
        return Span(*first.span()) if first else None

    def fit_figures(self, words: str) -> bool | None:
        """Tell whether a text supports the figures; None if it has none to compare."""
        if not self.figures and self.limit is None:
            return True
        there = find_figures(words)
        if self.limit is not None:
            how, bound = self.limit
            sizes = [size for figure in there if (size := _size(figure, like=bound)) is not None]
            wanted = _size(bound, like=bound)
            return any(_compare(how, size, wanted) for size in sizes) if sizes and wanted is not None else None
        return all(is_stated_in(figure, there) for figure in self.figures)

    def fit_evidence(self, cited: str, around: str) -> bool:
        """Tell whether the words cited, with those around them, support the figures.

        Where the words cited state a figure beyond the limit, one nearby does not help: it is about something else.
        """
        return not (self.limit and self.fit_figures(cited) is False) and bool(self.fit_figures(around))


def law_condition(question: str) -> LawCondition | None:
    """Return the law that a question requires, such as "governed by Texas law", or None."""
    if not _LAW.search(question):
        return None
    if _FOREIGN.search(question):
        return LawCondition(question.casefold(), foreign=True)
    left = [stem for stem in stems(question) if stem not in _LAW_WORDS]
    named = is_american(question) or name_places(question) != question.casefold()
    places = named or any(name.casefold() not in _KIND_NAMES for name in find_names(question))
    return LawCondition(question.casefold(), foreign=False) if places and len(left) <= 4 else None


def year_condition(question: str) -> YearCondition | None:
    """Return the year that a question requires of a document."""
    found = _MADE.search(question.strip())
    return YearCondition(found["how"].casefold(), int(found["year"])) if found else None


def read_demands(question: str) -> Demands:
    """Return what a passage must contain to meet a question."""
    names = [name for name in find_names(question) if name.casefold() not in _KIND_NAMES and len(name) > 2]
    limit = _limit(question)
    figures = () if limit else tuple(one for one in find_figures(question) if one.unit or _counts(one))
    return Demands(tuple(map(_name_pattern, names)), figures, limit, bool(_MENTIONS.search(question)))


def sizes_of(texts: Sequence[str], question: str) -> list[float | None]:
    """Return one comparable figure per text, all of the kind that most texts state first.

    Where a question asks for a period of notice, only what stands beside "notice" counts.
    Days are counted from the beginning of the calendar, durations in days; None where a text holds none of the kind.
    Two dates are a duration where durations are compared: "from 1 March 2025 until 28 February 2026".
    """
    notice = re.search(r"\bnotice\b", question, re.IGNORECASE) is not None
    stated = [_notice_figures(text) if notice else find_figures(text) for text in texts]
    found = [{_kind(figure): figure for figure in reversed(figures) if _kind(figure)} for figures in stated]
    kinds = [kind for held in found for kind in held]
    if not kinds:
        return [None] * len(texts)
    kind = max(dict.fromkeys(kinds), key=kinds.count)
    sizes = [_worth(held[kind]) if kind in held else None for held in found]
    if kind != "duration":
        return sizes
    return [_between_dates(figures) if size is None else size for size, figures in zip(sizes, stated, strict=True)]


def _kind(figure: Figure) -> str:
    """Return the kind of figure for comparison: a date, a duration, a percentage or a currency."""
    return "duration" if figure.unit in DAYS else "" if figure.unit == "ordinal" else figure.unit


def _worth(figure: Figure) -> float | None:
    if figure.unit == "date":
        try:
            return float(date.fromisoformat(figure.value).toordinal())
        except ValueError:
            return None
    return _size(figure, like=figure)


def _notice_figures(text: str) -> list[Figure]:
    """The durations that stand beside the word "notice": before it, or where none is, after it."""
    for found in _NOTICE.finditer(text):
        before = [one for one in find_figures(found["before"]) if one.unit in DAYS]
        after = [one for one in find_figures(found["after"]) if one.unit in DAYS]
        if beside := before[-1:] or after[:1]:
            return beside
    return []


def _between_dates(figures: Sequence[Figure]) -> float | None:
    """The days from the first date to the second, where there are just two."""
    days = [_worth(figure) for figure in figures if figure.unit == "date"]
    if len(days) != 2 or days[0] is None or days[1] is None or days[1] <= days[0]:
        return None
    return days[1] - days[0]


def _counts(figure: Figure) -> bool:
    return bool(figure.counted) and figure.value not in {"1", "2"}


def _limit(question: str) -> tuple[str, Figure] | None:
    found = _COMPARED.search(question)
    if not found:
        return None
    # The figure must follow immediately: "under five years" is a limit, "under the lease" is not.
    after = find_figures(question[found.end() :])
    figures = [one for one in after if one.unit and one.unit != "date" and one.start <= 1]
    return (found["how"].casefold(), figures[0]) if figures else None


def _name_pattern(name: str) -> re.Pattern[str]:
    words = [re.escape(word) for word in name.split()]
    words[-1] = re.escape(re.sub(r"(?:[’']s|s)$", "", name.split()[-1])) + r"(?:[’']?s)?"
    return re.compile(rf"\b{(chr(92) + 's+').join(words)}\b", re.IGNORECASE)


def _size(figure: Figure, *, like: Figure) -> float | None:
    try:
        value = float(figure.value)
    except ValueError:
        return None
    if like.unit in DAYS:
        return value * DAYS[figure.unit] if figure.unit in DAYS else None
    return value if figure.unit == like.unit else None


def _compare(how: str, size: float, bound: float) -> bool:
    words = " ".join(how.split())
    if words in {"at least", "not less than"}:
        return size >= bound
    if words in {"at most", "no more than", "up to"}:
        return size <= bound
    if words in {"less than", "under", "below", "shorter than", "fewer than"}:
        return size < bound
    return size > bound
