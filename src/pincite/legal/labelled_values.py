"""Labelled values: what a document states as a label and a value, on a line ("Rent: £875 a month") or in a table row.

Front sheets, order forms and particulars are made of them, and clauses use their labels as terms: "the Tenant pays the
Rent on each Rent Payment Date".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pincite.spans import Span

_LINE = re.compile(r"[^\n]*+\n?")
_BULLET = re.compile(r"[-*+•▪●◦‣∙][^\S\n]")
_MARK = (
    r"[^\S\n]{0,12}(?:[-*+•▪●◦‣∙][^\S\n]{1,4})?"
    r"(?:(?:\(?[0-9A-Za-z]{1,3}[.)]|\d{1,3}(?:\.\d{1,3}){1,3}\.?)[^\S\n]{1,8})?"
)
_LABEL = r"(?:\*\*|__|[\"“])?(?P<label>[^\W\d_][^\n:|*\"“”]{0,60}?)"
# The gap between the two: a colon, or columns.
_COLON = re.compile(
    rf"{_MARK}{_LABEL}(?:\*\*|__|[\"”])?[^\S\n]{{0,9}}:(?:\*\*|__)?[^\S\n]{{1,40}}(?P<value>\S[^\n]{{0,299}})\n?"
)
_COLUMNS = re.compile(
    rf"{_MARK}{_LABEL}(?:[^\S\n]{{0,9}}\t[^\S\n]{{0,9}}|[^\S\n]{{3,60}}|[^\S\n]?\.{{4,80}}[^\S\n]?)(?P<value>\S[^\n]{{0,299}})\n?"
)
_RULE = re.compile(r"[\s|:-]*")
_MOST_WORDS = 6
_LONGEST = 300
# A line with a verb is a clause with a heading, not a value; "1 May" is a day.
_VERB = re.compile(
    r"\b(?:shall|will|must|(?-i:may)|can|cannot|should|would|is|are|was|were|agrees?|has|have)\b", re.IGNORECASE
)
_RUNS_ON = re.compile(r"(?:[,–—-]|\b(?:and|or|of|the|a|an|at|in|to|by|from|for|per|with))\s*\Z", re.IGNORECASE)
_ENDED = re.compile(r"[.:;!?]\s*\Z")
_WORDS = re.compile(r"[^\W_]")
_LEADS_ON = re.compile(r"[,:;–—-]\s*\Z")
_TURNS = re.compile(r"\b(?:not|no|never|non|without|except\w*|exclu\w*|only|if|unless|where|when)\b", re.IGNORECASE)
_FAR = 1500
_CELL = re.compile(r"[^|\n]+")
_MARKS = " \t\n*_"


@dataclass(frozen=True, slots=True)
class LabelledValue:
    """A label with its value; `span` holds both."""

    label: Span
    value: Span

    @property
    def span(self) -> Span:
        """From the label to the end of the value."""
        return Span(self.label.start, self.value.end)

    def sentence(self, text: str) -> str:
        """Label and value as they are read by themselves."""
        return f"{' '.join(self.label.slice(text).split())}: {' '.join(self.value.slice(text).split())}"


@lru_cache(maxsize=16)
def find_labelled_values(text: str) -> tuple[LabelledValue, ...]:
    """The labelled values of a text, in order."""
    found: list[LabelledValue] = []
    before = ""
    columns: list[LabelledValue] = []
    for line in _lines(text):
        words = line.slice(text)
        aligned = _read(_COLUMNS, line, text) if "|" not in words and ": " not in words else None
        if aligned is None:
            # One line with a wide gap may be anything; two below each other are columns.
            found += columns if len(columns) > 1 else []
            columns = []
        if aligned is not None:
            columns.append(aligned)
        elif "|" in words:
            found += [row] if (row := _row(line, text)) else []
        elif found and _continues(found[-1], line, text):
            found[-1] = LabelledValue(found[-1].label, _trimmed(text, found[-1].value.start, line.end))
        elif _begins(before, found, line) and (labelled := _read(_COLON, line, text)):
            found.append(labelled)
        before = words
    found += columns if len(columns) > 1 else []
    return tuple(sorted(found, key=lambda one: one.span))


def read_labelled(line: str) -> LabelledValue | None:
    """The labelled value that a line is as a whole, whatever stands beside it; None for any other line."""
    whole = Span(0, len(line))
    if "\n" in line.strip():
        found = find_labelled_values(line)
        return found[0] if len(found) == 1 and found[0].span == whole else None
    one = _row(whole, line) if "|" in line else _read(_COLON, whole, line) or _read(_COLUMNS, whole, line)
    return one if one and one.span == whole else None


def labelled_within(text: str, span: Span) -> Span | None:
    """Return the labelled values that a span lies in, from the first to the last.

    None if it holds other words too, and for items of a list, which depend on the words that lead to it.
    """
    touched = [one.span for one in find_labelled_values(text) if one.span.overlaps(span)]
    if not touched or any(_is_item(one, text) for one in touched):
        return None
    inside = Span(touched[0].start, touched[-1].end)
    outside = (
        text[span.start : min(max(inside.start, span.start), span.end)] + text[max(inside.end, span.start) : span.end]
    )
    return None if re.search(r"[^\W\d_]{2}", outside) else inside


def _is_item(one: Span, text: str) -> bool:
    """Tell whether a labelled value is an item of a list that depends on the words that lead to it."""
    start = text.rfind("\n", 0, one.start) + 1
    before = text[start : one.start]
    if not _BULLET.match(before.lstrip()):
        return any(letter.isalnum() for letter in before)
    return not _stands_below_heading(text, start)


def _stands_below_heading(text: str, start: int) -> bool:
    """Tell whether a list stands apart below a heading that changes nothing of what it says."""
    apart = False
    for line in reversed(text[max(0, start - _FAR) : start].split("\n")[:-1]):
        if not line.strip():
            apart = True
        elif _BULLET.match(line.lstrip()):
            apart = False
        else:
            return apart and len(line.split()) <= _MOST_WORDS and not _LEADS_ON.search(line) and not _TURNS.search(line)
    return False


def _lines(text: str) -> Iterator[Span]:
    at = 0
    while at < len(text):
        line = _LINE.match(text, at)
        assert line is not None
        yield Span(at, line.end())
        at = line.end()


def _begins(before: str, found: list[LabelledValue], line: Span) -> bool:
    """Tell whether a line may begin something: a wrapped sentence is not cut where one of its lines has a colon."""
    follows = bool(found) and found[-1].span.end >= line.start - 2
    return follows or not before.strip() or bool(_ENDED.search(before)) or len(before.split()) <= _MOST_WORDS


def _continues(last: LabelledValue, line: Span, text: str) -> bool:
    """Tell whether a line goes on with the value of the line before."""
    words = line.slice(text).strip()
    if last.span.end < line.start - 2 or not words or line.end - last.span.start > _LONGEST:
        return False
    if _BULLET.match(words) or _COLON.fullmatch(text, line.start, line.end):
        return False
    return words[0].islower() or bool(_RUNS_ON.search(last.value.slice(text)))


def _read(pattern: re.Pattern[str], line: Span, text: str) -> LabelledValue | None:
    match = pattern.fullmatch(text, line.start, line.end)
    if match is None or match["value"].startswith("//"):
        return None
    label, value = Span(*match.span("label")), Span(*match.span("value"))
    words, said = label.slice(text), value.slice(text)
    if len(words.split()) > _MOST_WORDS or _VERB.search(words) or _VERB.search(said) or not _WORDS.search(said):
        return None
    return LabelledValue(_trimmed(text, label.start, label.end), _trimmed(text, value.start, value.end))


def _row(line: Span, text: str) -> LabelledValue | None:
    """A row of a table: its first cell, and the others."""
    if _RULE.fullmatch(text, line.start, line.end):
        return None
    cells = [Span(*cell.span()) for cell in _CELL.finditer(text, line.start, line.end) if cell[0].strip()]
    if len(cells) < 2:
        return None
    label, value = (_trimmed(text, one.start, one.end) for one in (cells[0], Span(cells[1].start, cells[-1].end)))
    # "* | plus tax" is a footnote.
    if not len(label):
        return None
    written = len(label.slice(text).split()) <= 2 * _MOST_WORDS and _WORDS.search(value.slice(text))
    return LabelledValue(label, value) if written else None


def _trimmed(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    kept = words.strip(_MARKS)
    # Of a line to sign on nothing is left.
    begin = start + len(words) - len(words.lstrip(_MARKS)) if kept else start
    return Span(begin, begin + len(kept))
