"""Words of claims and sources as they are compared: content words by their stems, names, negations."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_STOPWORDS = frozenset(
    """
    a an and any are as at be been being but by can could did do does for from had has have if in into is it its may
    might must of on or other shall should so such than that the their them then there these they this those to under
    upon was were what when where which who whom whose will with would each per all also however
    """.split()  # noqa: SIM905 - a list to be read
)
_NEGATORS = frozenset("not no never neither nor cannot without none nothing unless except".split())  # noqa: SIM905
# Beginnings of words that deny without a "not".
_FORBIDDING = (
    *("prohibit", "forbid", "prevent", "exclud", "refus", "waiv", "void", "fail", "deny", "denied", "unlawful", "only"),
    *("unenforceable", "invalid", "terminat", "ceas", "releas", "exempt", "free"),
)
# Words that begin with a capital for reasons other than being a name.
_CAPITALISED = frozenset(
    """
    I Section Sections Article Articles Clause Clauses Paragraph Schedule Exhibit Annex Part Rule Rules Source Yes No
    However Therefore Accordingly Under Pursuant According January February March April May June July August September
    October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    """.split()  # noqa: SIM905 - a list to be read
)
_NAME = re.compile(r"\b[A-Z][\w’'&.-]*[\w](?:\s+(?:of|the|&|for)?\s?[A-Z][\w’'&.-]*[\w])*")
_REACH = 3


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


def stems(text: str) -> list[str]:
    """The content words of a text, by their stems, in order; negations are no content."""
    words = [word.casefold() for word in _TOKEN.findall(text)]
    kept = [word for word in words if word not in _STOPWORDS and word not in _NEGATORS and not word.endswith("n't")]
    stemmed: list[str] = _stemmer().stemWords(kept)
    return stemmed


def negated_stems(text: str) -> tuple[set[str], set[str]]:
    """The content words that stand shortly after a negation, and those that do not."""
    negated: set[str] = set()
    plain: set[str] = set()
    left = 0
    for found in _TOKEN.finditer(text):
        word = found[0].casefold().replace("’", "'")
        if word in _NEGATORS or word.endswith("n't"):
            left = _REACH
        elif word not in _STOPWORDS:
            (negated if left else plain).add(_stemmer().stemWord(word))
            left = max(0, left - 1)
    return negated, plain


def contradicts(claim: str, source: str) -> str | None:
    """The word that one affirms and the other denies, if there is one.

    A claim denies what its source never denies, or affirms what its source only ever denies.
    """
    claim_denies, claim_affirms = negated_stems(claim)
    source_denies, source_affirms = negated_stems(source)
    for word in sorted(claim_denies & source_affirms - source_denies - claim_affirms):
        if not _forbids(source):
            return word
    for word in sorted(claim_affirms & source_denies - source_affirms - claim_denies):
        if not (claim_denies or _forbids(claim)):
            return word
    if claim_denies and not source_denies and not _forbids(source):
        return min(claim_denies)
    return None


def _forbids(text: str) -> bool:
    words = [word.casefold() for word in _TOKEN.findall(text)]
    return any(word.startswith(_FORBIDDING) for word in words)


def find_names(text: str) -> list[str]:
    """What is written as a name: words with a capital, save the first of the sentence unless several follow on."""
    names = []
    for found in _NAME.finditer(text):
        words = found[0].split()
        # The capital that opens a sentence says nothing, nor do words such as "Section".
        opening = not text[: found.start()].strip(' "“(*')
        while words and (words[0] in _CAPITALISED or words[0] in {"The", "A", "An", "Both", "Either", "Each", "If"}):
            words, opening = words[1:], False
        if opening and len(words) == 1:
            continue
        if words and any(word[0].isupper() and word not in _CAPITALISED for word in words):
            names.append(" ".join(words))
    return names
