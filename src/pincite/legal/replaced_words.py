"""Replaced words: what an amending paragraph does to the words of a clause, where it says so exactly.

“In clause 3.1, ‘70%’ is replaced by ‘80%’”, “Clause 4 is replaced by the following: …”, “Clause 5.2 is deleted”.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_UNIT = r"(?:clause|section|paragraph|article|condition|item)s?\s{1,3}\d[\d.]{0,20}(?:\([a-z0-9]{1,4}\)){0,3}"
_QUOTED = re.compile(
    r"(?<![\w])(?:[“\"](?P<double>[^“”\"\n]{1,400})[”\"]|[‘'](?P<single>(?:[^‘’'\n]|['’](?=\w)){1,400})[’'])(?!\w)"
)
# Between the old words and the new ones, and the other way round.
_BESIDE = r"(?:[^.;\n]|\.(?=\d)){0,60}"
_BY = re.compile(
    rf"{_BESIDE}\b(?:replac\w+|substitut\w+|delet\w+|remov\w+|chang\w+|amend\w+|read|becomes?|with|by)\b{_BESIDE}",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf"{_BESIDE}\b(?:(?:substituted|inserted)\s{_BESIDE}\b(?:for|in\s+place\s+of)|replaces?)\b{_BESIDE}", re.IGNORECASE
)
_FIGURE = r"(?:US\$|[£$€])?\d[\d,.]{0,15}(?:\s?%|\s(?:(?:working|business)\s)?(?:day|week|month|year|hour|minute)s?\b)?"
_FROM_TO = re.compile(rf"\bfrom\s(?P<old>{_FIGURE})\sto\s(?P<new>{_FIGURE})", re.IGNORECASE)
_BARE = re.compile(
    rf"(?P<old>{_FIGURE})\s(?:is|are|shall\sbe)\s(?:hereby\s)?(?:deleted\sand\s)?(?:replaced|substituted)\s(?:by|with)\s"
    rf"(?P<new>{_FIGURE})",
    re.IGNORECASE,
)
_BE = r"(?:is|are|shall\s{1,3}be|has\s{1,3}been|was)\s{1,3}(?:(?:hereby|also|further|entirely)\s{1,3}){0,2}"
# The clause itself, not words in it or a part of it, is what the paragraph puts something in the place of.
_HEAD = (
    rf"\A\W{{0,3}}(?:\(?[\da-z]{{1,3}}(?:\.\d{{1,3}}){{0,3}}[.)]?\s{{1,9}})?(?:the\s{{1,3}})?{_UNIT}"
    r"(?:\s{1,3}(?:of|to)\s[^.;:\"“]{1,80}?)?\s{1,3}"
)
_WHOLE = re.compile(
    rf"{_HEAD}(?:{_BE}(?:deleted[^.;:\"“]{{1,40}})?(?:replaced|restated|substituted|"
    r"amended\s(?:and\s(?:restated|replaced)|as\sfollows|(?:so\sas\s)?to\sread))|(?:shall|will)\s{1,3}read)"
    r"[^.;:\"“]{0,80}?(?::|(?=[\"“]))",
    re.IGNORECASE,
)
_DELETED = re.compile(
    rf"{_HEAD}{_BE}(?:deleted|removed)(?:\s{{1,3}}(?:entirely|altogether|in\s{{1,3}}(?:its|their)\s{{1,3}}entirety))?\s?"
    r"(?:\.|;|\Z|with\s{1,3}effect)",
    re.IGNORECASE,
)
# Signs of one length that mean the same.
_TYPED = str.maketrans("‘’“”–", "''\"\"-")
_MARKS = "\"“”'‘’ \t\n"


@dataclass(frozen=True, slots=True)
class Replacement:
    """New words in the place of old ones: of the whole clause where `old` is None; `new` may be empty."""

    old: str | None
    new: str


def read_replacements(paragraph: str) -> list[Replacement]:
    """What a paragraph does to a clause; nothing where it does not say the words."""
    if _DELETED.match(paragraph):
        return [Replacement(None, "")]
    if whole := _WHOLE.match(paragraph):
        return [Replacement(None, paragraph[whole.end() :].strip(_MARKS))]
    quoted = _quoted_pairs(paragraph)
    return (
        quoted
        or [
            Replacement(found["old"].rstrip(".,"), found["new"].rstrip(".,"))
            for found in (_FROM_TO.search(paragraph), _BARE.search(paragraph))
            if found
        ][:1]
    )


def locate_words(words: str, text: str) -> list[tuple[int, int]]:
    """Where words stand in a text as whole words, in whatever white space."""
    pieces = r"\s{1,9}".join(map(re.escape, words.translate(_TYPED).split()))
    return [found.span() for found in re.finditer(rf"(?<!\w){pieces}(?!\w)", text.translate(_TYPED), re.IGNORECASE)]


def _quoted_pairs(paragraph: str) -> list[Replacement]:
    """The pairs of old and new words in quotation marks; none where a quotation is left over, whatever it is for."""
    found: list[Replacement] = []
    quotes = list(_QUOTED.finditer(paragraph))
    for one, other in zip(quotes[::2], quotes[1::2], strict=False):
        between = paragraph[one.end() : other.start()]
        if _FOR.fullmatch(between):
            found.append(Replacement(_words(other), _words(one)))
        elif _BY.fullmatch(between):
            found.append(Replacement(_words(one), _words(other)))
    return found if 2 * len(found) == len(quotes) else []


def _words(quote: re.Match[str]) -> str:
    return (quote["double"] or quote["single"]).strip()
