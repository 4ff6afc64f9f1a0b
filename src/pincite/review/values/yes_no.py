"""Yes or no: which way the words of a clause point, by what the question asks and what they permit, forbid or deny."""

from __future__ import annotations

import re

from pincite.legal.folding import fold_text
from pincite.legal.modality import Mood, Predicate, find_predicates
from pincite.legal.wording import stems, tokenize
from pincite.review.question import ReviewQuestion
from pincite.review.values.value import CellNote, Surroundings, Value

YES, NO = "yes", "no"
# What a question asks: whether something is forbidden or limited, or whether it is allowed.
_RESTRICTS = re.compile(
    r"\b(?:forbid\w*|forbidden|prohibit\w*|restrict\w*|prevent\w*|barred|limit\w*|capped?|(?<!without )consent|"
    r"exclu\w+|non-?\w+|not?)\b",
    re.IGNORECASE,
)
_ALLOWS = re.compile(r"^\s*(?:may|can|could)\b|\b(?:allowed|permitted|entitled|free)\s+to\b", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"\b(?:except|unless|without|save|other\s+than|only\s+(?:if|with|upon|after)|provided\s+that|subject\s+to)\b",
    re.IGNORECASE,
)
_AGAINST = frozenset({Mood.PROHIBITION, Mood.DENIAL})
_DENYING = frozenset({"no", "not", "neither", "nor", "never", "none", "nothing"})
# So many content words after a negation are denied by it.
_REACH = 4
_NOTE = 90
_PLAIN = frozenset(stems("agreement contract party parties other certain some document one person thing"))


def read_yes_no(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """Yes where the words affirm what is asked, no where they deny it, None where neither is clear.

    An exception is noted.
    """
    answer = _direction(question.question, quote)
    if answer is None:
        return None
    note = _exception(quote)
    return Value(answer, quote, note=note, note_kind=CellNote.EXCEPTION if note else None)


def _direction(asked: str, quote: str) -> str | None:
    if _RESTRICTS.search(asked):
        return YES
    if _ALLOWS.search(asked):
        moods = _moods_of_asked(asked, quote)
        if moods and moods <= _AGAINST:
            return NO
        everywhere = {one.mood for one in find_predicates(quote)}
        if not moods and everywhere and everywhere <= _AGAINST:
            return None
    elif _is_denied(asked, quote):
        return NO
    return YES


def _moods_of_asked(asked: str, quote: str) -> set[Mood]:
    """How the verbs that the question asks about are meant in the quotation."""
    wanted = set(stems(asked)) - _PLAIN
    same: list[Predicate] = [one for one in find_predicates(quote) if one.verb in wanted]
    return {one.mood for one in same}


def _is_denied(asked: str, quote: str) -> bool:
    """Tell whether all of the question's own words that the quotation holds follow a negation there."""
    wanted = set(stems(asked)) - _PLAIN
    left, denied = 0, False
    for token in tokenize(fold_text(quote)):
        if token.word in _DENYING:
            left = _REACH
        elif token.stem:
            if token.stem in wanted and not left:
                return False
            denied = denied or token.stem in wanted
            left = max(0, left - 1)
    return denied


def _exception(quote: str) -> str:
    found = _EXCEPTION.search(quote)
    if not found:
        return ""
    words = " ".join(quote[found.start() : found.start() + _NOTE].split())
    return words if found.start() + _NOTE >= len(quote) else f"{words.rsplit(' ', 1)[0]}…"
