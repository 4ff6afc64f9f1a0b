"""Conditions on documents: names they must contain, figures that must fit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.legal.durations import DAYS
from pincite.legal.figures import Figure, find_figures, is_stated_in, normal_numbers
from pincite.legal.wording import find_names
from pincite.spans import Span

_COMPARED = re.compile(
    r"\b(?P<how>more\s+than|over|longer\s+than|greater\s+than|above|exceed\w*|at\s+least|not\s+less\s+than|less\s+than|"
    r"under|below|shorter\s+than|fewer\s+than|at\s+most|no\s+more\s+than|up\s+to)\s+",
    re.IGNORECASE,
)
# "£5 million or more", "30 days and over"
_OR_MORE = re.compile(
    r"\s{1,3}(?:or|and)\s{1,3}(?:(?P<more>more|over|above|longer|higher|greater|upwards|up)|less|under|below|fewer|shorter|lower)\b",
    re.IGNORECASE,
)
_LEAST, _MOST = "at least", "at most"
_MENTIONS = re.compile(r"\b(?:mention|name|refer|contain|include|say|speak|cite|use)\w*\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
# What a document is called: "does the NDA …" demands no clause that says "the NDA".
_KIND_NAMES = frozenset({"nda", "part", "act", "agreement", "rules"})


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


def read_demands(question: str) -> Demands:
    """Return what a passage must contain to meet a question."""
    named = (_ARTICLE.sub("", name) for name in find_names(question))
    names = [name for name in named if name.casefold() not in _KIND_NAMES and len(name) > 2]
    limit = _limit(question)
    figures = () if limit else tuple(one for one in find_figures(question) if one.unit or _counts(one))
    return Demands(tuple(map(_name_pattern, names)), figures, limit, bool(_MENTIONS.search(question)))


def _counts(figure: Figure) -> bool:
    return bool(figure.counted) and figure.value not in {"1", "2"}


def _limit(question: str) -> tuple[str, Figure] | None:
    found = _COMPARED.search(question)
    if not found:
        return _limit_after(question)
    # The figure must follow immediately: "under five years" is a limit, "under the lease" is not.
    after = find_figures(question[found.end() :])
    figures = [one for one in after if one.unit and one.unit != "date" and one.start <= 1]
    return (found["how"].casefold(), figures[0]) if figures else None


def _limit_after(question: str) -> tuple[str, Figure] | None:
    """The limit that is said behind its figure: "£5 million or more"."""
    text = normal_numbers(question)
    after = {found.start(): _LEAST if found["more"] else _MOST for found in _OR_MORE.finditer(text)}
    figures = [one for one in find_figures(question) if one.unit and one.unit != "date" and one.end in after]
    return (after[figures[0].end], figures[0]) if figures else None


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
