"""Figures of a quotation with the very words that write them: "sixty (60) days" is 60 days."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.legal.durations import TIME_UNITS
from pincite.legal.figures import Figure, find_figures
from pincite.legal.folding import fold_text
from pincite.legal.numerals import WORD_VALUES
from pincite.legal.wording import stems, tokenize
from pincite.spans import Span

_TOKEN = re.compile(r"US\$|[£$€¥%]|[0-9]++(?:[.,][0-9]++)*+|[^\W\d_]++|[()\[\]]")
_NUMBERS = frozenset(
    {word for word in WORD_VALUES if not word.endswith(("th", "nd", "rd", "st"))}
    | {"hundred", "thousand", "million", "billion", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty"}
    | {"ninety"}
)
_SIGNS = frozenset({"us$", "£", "$", "€", "¥", "usd", "gbp", "eur", "czk"})
_JOINING = frozenset({"(", ")", "[", "]", "and"})
_KINDS = frozenset(
    {"business", "working", "calendar", "trading", "banking", "clear", "consecutive", "full", "contract", "whole"}
)
_UNITS = frozenset(
    {f"{unit}{s}" for unit in TIME_UNITS for s in ("", "s")}
    | {"%", "percent", "per", "cent", "dollars", "pounds", "euros", "euro", "us"}
    | _SIGNS
    | _KINDS
)
# "Per" of "per annum", "full" of "£500 full refund": words that belong to a figure only where a unit follows.
_BEFORE_UNITS = _KINDS | {"per"}
# What clauses say beside their figure, by what is asked of them; the first that a question holds counts.
_USED = {
    "notifi": ("prior", "befor", "advanc", "least"),
    "renew": ("success", "addit", "extend"),
    "term": ("period", "continu", "remain", "initi"),
    "end": ("term", "period", "continu", "remain", "initi"),
}
# How far a word of the question counts, in characters from the figure.
_REACH = 40.0


@dataclass(frozen=True, slots=True)
class WrittenFigure:
    """A figure, and where the words that write it stand in the quotation."""

    figure: Figure
    span: Span


def find_written(quote: str) -> list[WrittenFigure]:
    """The figures of a quotation in order, each read from its own words alone."""
    found = []
    for span in _runs(quote):
        figures = [one for one in find_figures(span.slice(quote)) if one.unit != "date"]
        if figures:
            # "One Million Dollars ($1,000,000)" is one figure, said twice.
            found.append(WrittenFigure(next((one for one in figures if one.unit), figures[0]), span))
    return found


def nearest_to(question: str, written: list[WrittenFigure], quote: str) -> WrittenFigure | None:
    """The figure that stands nearest to the question's own words; of equals the first."""
    wanted = _wanted(question)
    folded = fold_text(quote)
    places = [(token.start, token.stem) for token in tokenize(folded) if token.stem in wanted]

    def nearness(one: WrittenFigure) -> float:
        near: dict[str, float] = {}
        for start, stem in places:
            away = max(one.span.start - start, start - one.span.end, 0)
            near[stem] = max(near.get(stem, 0.0), math.exp(-away / _REACH))
        return sum(near.values())

    return max(written, key=nearness, default=None)


def _wanted(question: str) -> set[str]:
    """The stems to look for near a figure: the question's own, and those that clauses of its kind use."""
    own = set(stems(question))
    for asked, used in _USED.items():
        if asked in own:
            # "Notice to stop the renewal" is a notice, and "the end of the term" none of it.
            return {asked, *used}
    return own


def _runs(quote: str) -> Iterator[Span]:
    """Stretches of number words, digits and units, such as "thirty (30) business days" or "US$ 5 million"."""
    tokens = list(_TOKEN.finditer(quote))
    at = 0
    while at < len(tokens):
        first = at
        while at < len(tokens) and (_is_number(tokens[at]) or _belongs(tokens, at, first)):
            at += 1
        if any(_is_number(token) for token in tokens[first:at]):
            yield _trimmed(tokens[first:at])
        at = max(at, first + 1)


def _is_number(token: re.Match[str]) -> bool:
    return token[0][0].isdigit() or token[0].casefold() in _NUMBERS


def _belongs(tokens: list[re.Match[str]], at: int, first: int) -> bool:
    """Tell whether a word goes with the number before or after it."""
    word = tokens[at][0].casefold()
    near = at > first and tokens[at].start() - tokens[at - 1].end() <= 2
    if word in _SIGNS and (near or at == first):
        return at > first or (at + 1 < len(tokens) and _is_number(tokens[at + 1]))
    begun = any(_is_number(token) for token in tokens[first:at])
    if not begun or not near:
        return False
    if word == "and":
        before, after = tokens[at - 1][0].casefold(), tokens[at + 1] if at + 1 < len(tokens) else None
        return before in {"hundred", "thousand", "million"} and after is not None and _is_number(after)
    return word in _UNITS or word in _JOINING


def _trimmed(tokens: list[re.Match[str]]) -> Span:
    """The stretch without brackets that are opened and not closed, and without words that end nothing."""
    kept = list(tokens)
    while kept and (kept[-1][0] in {"(", "[", "and"} or kept[-1][0].casefold() in _BEFORE_UNITS):
        kept.pop()
    while kept[-1][0] in {")", "]"} and _closed(kept) > 0:
        kept.pop()
    return Span(kept[0].start(), kept[-1].end())


def _closed(tokens: list[re.Match[str]]) -> int:
    """How many more brackets are closed than opened."""
    return sum((token[0] in ")]") - (token[0] in "([") for token in tokens)
