"""Contents: the tables of contents of a document, whose entries look like sections and are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.spans import Span, merge_spans
from pincite.structure.labels import RANKS, read_label

_TITLE = re.compile(
    r"^[^\S\n]*+(?:[^\n]{0,60}?[^\S\n])?(?:TABLE OF CONTENTS|Table of Contents|Contents of this Part"
    r"|(?:CONTENTS|Contents|OBSAH|Obsah|INDEX)(?=[^\S\n:]*(?:\n|\Z|Page|PAGE|Clause|CLAUSE)))",
    re.MULTILINE,
)
_PAGE = re.compile(r"(?:\.{2,}|…|\s|[.-])(?:\d{1,3}|[ivxl]{1,6}|[A-Z]{1,2}-\d{1,3})[^\S\n]*$")
_LEADERS = re.compile(r"^[^\n]{0,160}?(?:\.[^\S\n]?){5,}[^\S\n]*(?:\d{1,3}|[ivxl]{1,5})[^\S\n]*$", re.MULTILINE)
_ENTRY_IN_LINE = re.compile(r"(?:Section|SECTION|Article|ARTICLE|§)[^\S\n]+[\dIVX]|\b\d{1,2}\.\d{1,2}\b")
_STANDALONE = re.compile(r"(?<=\s)(?:\d{1,3}|[A-Z]-\d{1,2})(?=\s|$)")
_POINTER = re.compile(r"\d\.\d{1,2}\b|\b(?:Preamble|Recitals)\b")
_SENTENCE = re.compile(r"\b(?:shall|will not|means|which|provided)\b")
_LONG = 250
_MANY = 5
_SPARSE = 70
_SHORT = 140
_FEWEST = 3
_APART = 400


@dataclass(frozen=True, slots=True)
class _Line:
    span: Span
    words: str


def find_contents(text: str) -> list[Span]:
    """The ranges that hold tables of contents, in order."""
    found: list[Span] = []
    for match in _TITLE.finditer(text):
        if found and match.start() < found[-1].end:
            continue
        region = _follow(text, match.start(), match.end())
        if region is not None:
            found.append(region)
    return merge_spans([*found, *_find_leaders(text)])


def find_indexes(text: str) -> list[Span]:
    """Lines that are nothing but terms and the places where they are defined: an index run together."""
    return [
        line.span
        for line in _lines(text, 0)
        if len(line.words) > _LONG and _is_index(line.words) and not _SENTENCE.search(line.words)
    ]


def _is_index(words: str) -> bool:
    places = len(_POINTER.findall(words))
    return places >= _MANY and len(words) < _SPARSE * places


def _follow(text: str, title: int, at: int) -> Span | None:
    """Walk the lines below a title while they read like entries."""
    seen: set[tuple[str, tuple[int, ...]]] = set()
    paged = strong = 0
    repeated = False
    end = at
    for line in _lines(text, at):
        label = read_label(line.words, 0)
        key = (label.readings[0].style, label.readings[0].value) if label else None
        with_page = _has_page(line.words)
        if key in seen and not with_page and key[0] in _ANCHORS:
            repeated = True
            break
        if not with_page and (len(line.words) > _SHORT or _is_prose(line.words)):
            break
        if key:
            seen.add(key)
        if key or with_page:
            strong += 1
            paged += with_page
            end = line.span.end
    dense = paged and end - at > 400
    if (strong < _FEWEST and not dense) or not (repeated or paged):
        return None
    return Span(title, end)


_ANCHORS = frozenset({*RANKS, "1.", "1", "I.", "A."})


def _lines(text: str, at: int) -> Iterator[_Line]:
    """The lines from an offset on that are not blank."""
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        words = text[at:end].strip()
        if words:
            yield _Line(Span(at, end), words)
        at = end + 1


def _has_page(words: str) -> bool:
    """Tell whether a line ends in a page number, or is a run of entries with page numbers between them."""
    if len(words) <= 2 * _SHORT and _PAGE.search(words[-40:]):
        return True
    entries = len(_ENTRY_IN_LINE.findall(words))
    pages = len(_STANDALONE.findall(words))
    return entries >= 2 and pages >= 0.6 * entries and len(words) < 110 * entries


def _is_prose(words: str) -> bool:
    return words[-1] in ".;," and len(words) > 60


def _find_leaders(text: str) -> list[Span]:
    """Runs of at least four lines that lead to a page number with dots, under no title."""
    runs: list[list[Span]] = []
    for match in _LEADERS.finditer(text):
        if runs and match.start() - runs[-1][-1].end <= _APART:
            runs[-1].append(Span(*match.span()))
        else:
            runs.append([Span(*match.span())])
    return [Span(run[0].start, run[-1].end) for run in runs if len(run) > _FEWEST]
