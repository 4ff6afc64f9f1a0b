"""Bounds and order: whether a figure is the least or the most, and whether a thing comes before or after another."""

from __future__ import annotations

import re

from pincite.legal.figures import Figure
from pincite.legal.folding import fold_text
from pincite.legal.wording import tokenize

_MOST_NEGATED = r"(?:no|not)\s+(?:be\s+)?(?:more|later|longer|greater|higher)\s+than"
_LEAST_NEGATED = r"(?:no|not)\s+(?:be\s+)?(?:less|fewer|earlier|lower|shorter)\s+than"
_MOST = (
    r"at\s+most|up\s+to|(?:not|never)\s+(?:to\s+)?exceed(?:ing)?|"
    r"within|less\s+than|fewer\s+than|limited\s+to|maximum(?:\s+\w+){0,3}?(?:\s+of)?|(?:not|neither|no)\s[\w\s]{0,30}exceeds?|"
    r"no\s+\w+\s+exceeding|not\s[\w\s]{0,30}by\s+more\s+than|most\s[\w\s]{0,40}is|under"
)
_LEAST = (
    r"at\s+least|minimum(?:\s+\w+){0,3}?(?:\s+of)?|more\s+than|"
    r"exceed(?:s|ing)?|over|in\s+excess\s+of|or\s+more|least\s[\w\s]{0,40}is"
)
_TAIL = r"\s*(?:the\s+|a\s+|an\s+)?\W*$"
_BOUNDS = tuple(
    (bound, re.compile(rf"\b(?:{words}){_TAIL}", re.IGNORECASE))
    for bound, words in (("most", _MOST_NEGATED), ("least", _LEAST_NEGATED), ("most", _MOST), ("least", _LEAST))
)
_WINDOW = 48
_BEFORE = frozenset({"before", "prior", "preceding"})
_AFTER = frozenset({"after", "following"})
_TIMES = frozenset({"noon", "midnight", "end", "date", "day", "close"})
_OPPOSED = {"before": frozenset({"after"}), "after": frozenset({"before", "by"})}


def bound_of(figure: Figure, text: str) -> str:
    """Return `most`, `least` or an empty string for the words before a figure; `text` has normalised numbers."""
    before = text[max(0, figure.start - _WINDOW) : figure.start]
    # Punctuation between the words and the figure separates them.
    before = re.split(r"[.;,](?!\d)", before)[-1]
    return next((bound for bound, words in _BOUNDS if words.search(before)), "")


def differ_in_order(claim: str, source: str) -> str | None:
    """Return the word whose order (before or after) differs between a claim and its source."""
    claimed, written = _order(claim), _order(source)
    for way, word in sorted(claimed):
        opposed = any((other, word) in written for other in _OPPOSED.get(way, ()))
        if opposed and (way, word) not in written:
            return word
    return None


def _order(text: str) -> set[tuple[str, str]]:
    tokens = tokenize(fold_text(text))
    found = set()
    for at, token in enumerate(tokens):
        way = "before" if token.word in _BEFORE else "after" if token.word in _AFTER else ""
        follower = next((one for one in tokens[at + 1 : at + 5] if one.stem), None)
        # "by" and "from" refer to time only before a time.
        if follower and token.word in {"by", "from"} and (follower.word in _TIMES or follower.word[0].isdigit()):
            way = "by" if token.word == "by" else "after"
        if way and follower:
            found.add((way, follower.stem))
    return found
