"""Standing heads: lines of plain text that stand over the paragraphs below them and bear no number.

Nothing but its place tells such a line from a name, an address or a scrap of a sentence: it opens a paragraph, it is
short and has no stop, and prose follows. They are taken only where they come back all through a text that is not
numbered.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from pincite.spans import Span
from pincite.structure.labels import read_label

_PARAGRAPH = re.compile(r"\S[^\n]*+(?:\n[^\S\n]*+\S[^\n]*+)*+")
# No figures, no signs of a table or a form; what follows a comma is no name.
_HEAD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’&/() -]|,(?= [a-z])){2,58}(?:[^\W\d_]|[)?])")
_NO_HEAD = re.compile(
    r"(?:Dear|To|From|Re|Att(?:entio)?n|By|Sign(?:ed|ature)|Name|Title|Date|Between|And|Page|Yours|Sincerely|Copyright)\b"
    r"|.*\b(?:Inc|LLC|LLP|Ltd|Limited|Corp|Corporation|Company|PLC|GmbH|and|or|the|of|to|is|are|which|that)$"
)
# What a reader asks, over its answer: “What about VAT?”.
_ASKED = re.compile(r"(?![QA][.:])[A-Z][^\n|\t?]{5,110}\?")
# A letter asks what its reader is to answer.
_LETTER = re.compile(r"^[^\S\n]*Dear\s", re.MULTILINE)
_ANSWER = re.compile(r"[^\W_]{2,30}\W{1,4}[^\W_]")
_SHORTEST_ANSWER = 8
_CLOSED = re.compile(r"[.:;!?][\"”’')]{0,2}\Z")
_BULLET = re.compile(r"\s*(?:[-–•▪●◦‣∙*]|\([a-z0-9]{1,3}\))[^\S\n]")
_MOST_WORDS = 8
_SHORTEST_PROSE = 50
# So many at least, and one for so many paragraphs of prose.
_FEWEST = 3
_APART = 8


def find_standing_heads(text: str) -> list[Span]:
    """The lines that head the paragraphs of a text without numbers, in order; none where they are few."""
    heads: list[Span] = []
    may_ask = _LETTER.search(text) is None
    over_prose = prose = numbered = 0
    before: Span | None = None
    paragraphs = [Span(*match.span()) for match in _PARAGRAPH.finditer(text)]
    for paragraph, after in zip_longest(paragraphs, paragraphs[1:]):
        line, rest = _first_line(text, paragraph)
        words, body = line.slice(text), (rest or after or paragraph).slice(text)
        numbered += _is_numbered(text, paragraph)
        prose += _is_prose(paragraph.slice(text))
        # The first line of all is the title.
        asked = may_ask and _ASKED.fullmatch(words) is not None
        if before is not None and (asked or (_could_head(words) and _is_over(text, before, heads))):
            if _is_prose(body) or (asked and _answers(body)):
                over_prose += 1
                heads.append(line)
            elif _BULLET.match(body):
                heads.append(line)
        before = paragraph
    often = over_prose >= _FEWEST and _APART * over_prose >= prose
    return heads if often and over_prose > numbered else []


def _first_line(text: str, paragraph: Span) -> tuple[Span, Span | None]:
    """The first line of a paragraph, and the others if it has any."""
    end = text.find("\n", paragraph.start, paragraph.end)
    if end < 0:
        return Span(paragraph.start, paragraph.start + len(paragraph.slice(text).rstrip())), None
    return Span(paragraph.start, paragraph.start + len(text[paragraph.start : end].rstrip())), Span(end, paragraph.end)


def _is_numbered(text: str, paragraph: Span) -> bool:
    """Tell whether a paragraph opens with a number, which is more than an item of a list has."""
    label = read_label(text, paragraph.start)
    return label is not None and label.readings[0].style[0] != "("


def _is_over(text: str, before: Span, heads: list[Span]) -> bool:
    """Tell whether the paragraph above has ended: with a stop, as a heading of its own, or as a title."""
    words = before.slice(text)
    return bool(_CLOSED.search(words.rstrip())) or words.isupper() or before.start == 0 or heads[-1:] == [before]


def _could_head(line: str) -> bool:
    fits = line[0].isupper() and not line.isupper() and len(line.split()) <= _MOST_WORDS
    return fits and _HEAD.fullmatch(line) is not None and not _NO_HEAD.match(line)


def _answers(words: str) -> bool:
    """Tell whether what stands below a question may answer it, and is no line to fill in or another question."""
    words = words.strip()
    said = len(words) >= _SHORTEST_ANSWER and _ANSWER.search(words) is not None
    return said and not _ASKED.fullmatch(words) and not re.match(r"(?i:yes\s*/\s*no)\b", words)


def _is_prose(words: str) -> bool:
    words = words.strip()
    opens = words.lstrip("\"“‘'(")[:1].isupper()
    return opens and len(words) >= _SHORTEST_PROSE and "|" not in words and _CLOSED.search(words) is not None
