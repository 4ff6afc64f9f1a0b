"""Headings: the words that name a section, after its number, below it, or on a line of their own."""

from __future__ import annotations

import re

from pincite.spans import Span
from pincite.structure.labels import read_label

LONGEST = 120

_LEAD = re.compile(r"[.):]?[^\S\n]*(?:[-–—]{1,2}(?=[^\S\n]?[A-Z“\"])[^\S\n]*)?")
# A phrase of words up to the full stop, colon or dash that ends a heading set into its paragraph.
_INLINE = re.compile(
    r"[^\n.:;]{2,120}(?:\.(?=\S)[^\n.:;]{1,40}){0,3}(?=(?P<stop>[.:](?:\s|$|[—–-])|\.[”\"’)](?:\s|$)))"
)
_DASHED = re.compile(r"[^\n.:;—–]{2,100}(?=[^\S\n]?(?:[—–]|--))")
_WORD = re.compile(r"[^\W\d_][\w'’&/-]*")
_UNCAPITALISED = (
    "a an and as at but by for from in into of on or nor per the to upon with without within under over between among "
    "its their this that if not no de la der und et v vs re se ve na při do o k s z pro od"
)
_SMALL = frozenset(_UNCAPITALISED.split())
_PROSE = re.compile(
    r"\b(?:shall|will|means|mean|has|have|is|are|was|were|may|must|agrees?|hereby|which|who|does|do|can|should|be|been"
    r"|you|we|your|our)\b"
)


def heading_after(text: str, at: int) -> Span | None:
    """The heading that follows a label which ends at `at`: on its line, set into its paragraph, or on the next line."""
    start = _LEAD.match(text, at).end()  # type: ignore[union-attr]
    end = line_end(text, start)
    if not text[start : min(end, start + 200)].strip():
        return _heading_below(text, end)
    whole = _trimmed(text, start, end)
    if len(whole) <= LONGEST and is_title(whole.slice(text)) and not _INLINE.match(text, start, end - 1):
        return whole
    for pattern in (_INLINE, _DASHED):
        match = pattern.match(text, start, min(end, start + 300))
        if match and is_title(match[0]):
            return _trimmed(text, start, match.end())
    return None


def is_title(words: str) -> bool:
    """Tell whether words read like a title and not like a sentence: most that count are capitalised, no verb speaks."""
    found = _WORD.findall(words)
    if not found or len(found) > 18 or not (found[0][0].isupper() or not found[0][0].islower()):
        return False
    if _PROSE.search(words):
        return False
    weighty = [word for word in found if word.lower() not in _SMALL]
    capital = sum(word[0].isupper() for word in weighty)
    return bool(weighty) and capital >= 0.6 * len(weighty)


def line_end(text: str, at: int) -> int:
    """Where the line that holds an offset ends."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _heading_below(text: str, end: int) -> Span | None:
    """The next line, if it can be the heading of a label that stands alone on its own."""
    match = _NEXT_LINE.match(text, end)
    if match is None:
        return None
    line = _trimmed(text, match.start("line"), match.end("line"))
    words = line.slice(text)
    if len(line) > LONGEST or read_label(text, line.start) or not is_title(words) or words.endswith((";", ",")):
        return None
    return line


_NEXT_LINE = re.compile(r"(?:\n[^\S\n]{0,200}){1,4}(?P<line>\S[^\n]{0,200})(?=\n|\Z)")


def _trimmed(text: str, start: int, end: int) -> Span:
    """A span without the white space and closing punctuation around its words."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".:_"):
        end -= 1
    return Span(start, end)
