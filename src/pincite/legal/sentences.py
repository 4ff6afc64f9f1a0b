"""Sentences of legal text: where they begin and end, with the abbreviations the law is full of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pincite.legal.numerals import WORD_VALUES
from pincite.spans import Span

# A sentence ends at a blank line, at a line that closes with a stop, or at a stop before a capital.
_BREAK = re.compile(
    r"[.;:!?][\"”“’)\]]{0,3}[ \t]*\n|\n[ \t\r\f]*\n"
    r"|[.!?][\"”“’)\]]{0,3}[ \t\xa0]+(?=[\"“„(\[0-9]|[^\W\d_a-zà-öø-ÿ])"
)
# A stop after one of these is an abbreviation's, not a sentence's.
_ABBREVIATION = re.compile(
    r"(?:\b(?:Inc|INC|Corp|CORP|Co|CO|Ltd|LTD|No|Nos|NO|Mr|Mrs|Ms|Dr|St|Jr|Sr|Art|Sec|Reg|Regs|Treas|vs?|approx|para|"
    r"paras|cl|pp?|seq|al|"
    r"etc|e\.g|i\.e|cf|viz|L\.?P|L\.?L\.?C|N\.?A|S\.?A|B\.?V|N\.?V|U\.?S|U\.?K|D\.?C|P\.?O|odst|písm|čl|č|tj|např|"
    r"resp|Sb|Abs|Nr|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|[A-Z])|(?<![£$€¥])\b\d{1,2})\Z"
)
# The number of a clause at the start of its line, whose stop is not a sentence's either: "II", "A1", "ARTICLE TWO".
_NUMBERING = re.compile(
    r"[^\S\n]*+(?:(?:part|chapter|article|section|clause|rule|schedule|exhibit|annex|appendix)[^\S\n]++"
    rf"(?:[ivxlc]{{1,7}}|[a-z]|\d{{1,3}}|{'|'.join(sorted(WORD_VALUES))})|[ivxlc]{{1,7}}|[a-z]\d{{1,2}})",
    re.IGNORECASE,
)
# What a list runs on with over a blank line.
_GOES_ON = re.compile(r"(?:[;:,]|\b(?:and|or))\s*\Z")
_LONGEST_NUMBERING = 60
_BEFORE = 500
_AFTER = 1200


def sentence_around(text: str, span: Span) -> Span:
    """The sentence that holds a span, trimmed of white space; a very long one is cut at a fixed reach."""
    start = _start_of(text, span.start)
    end = _end_of(text, span.end)
    while start < span.start and text[start].isspace():
        start += 1
    while end > span.end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def split_sentences(text: str, within: Span) -> list[Span]:
    """The sentences of a range, each with the white space after it, so that together they tile the range."""
    cuts = [found.end() for found in _BREAK.finditer(text, within.start, within.end) if _ends_sentence(text, found)]
    edges = [within.start, *(cut for cut in cuts if within.start < cut < within.end), within.end]
    return [Span(start, end) for start, end in pairwise(edges) if start < end]


def sentence_ends(text: str) -> Iterator[Span]:
    """Where the sentences of a text end, with the white space; the items of a list, after semicolons, are one."""
    for found in _BREAK.finditer(text):
        listed = found[0].lstrip('"”“’)]')[:1] in {";", ":"} or _GOES_ON.search(
            text, max(0, found.start() - 8), found.start()
        )
        if not listed and _ends_sentence(text, found):
            yield Span(*found.span())


def _start_of(text: str, at: int) -> int:
    floor = max(0, at - _BEFORE)
    start = floor
    # One character further, as the break before a sentence looks at how the sentence begins.
    for found in _BREAK.finditer(text, floor, min(at + 1, len(text))):
        if found.end() <= at and _ends_sentence(text, found):
            start = found.end()
    return start


def _end_of(text: str, at: int) -> int:
    ceiling = min(len(text), at + _AFTER)
    for found in _BREAK.finditer(text, at, ceiling):
        if _ends_sentence(text, found):
            return found.start() + len(found[0].rstrip())
    return ceiling


def _ends_sentence(text: str, found: re.Match[str]) -> bool:
    abbreviated = _ABBREVIATION.search(text, max(0, found.start() - 12), found.start())
    if "\n" in found[0]:
        # "… Callow Inc.\nv Zollinger": a line that wraps behind an abbreviation.
        return not (abbreviated and found[0].startswith(".") and text[found.end() : found.end() + 1].islower())
    if abbreviated:
        return False
    line = text.rfind("\n", max(0, found.start() - _LONGEST_NUMBERING), found.start()) + 1
    return _NUMBERING.fullmatch(text, line, found.start()) is None
