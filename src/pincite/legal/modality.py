"""Modality: whether each verb of a sentence states a duty, a permission, a prohibition or a fact."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pincite.legal.folding import fold_text
from pincite.legal.wording import NEGATORS, WordToken, tokenize


class Mood(StrEnum):
    """How a verb is meant."""

    DUTY = "a duty"
    PERMISSION = "a permission"
    PROHIBITION = "a prohibition"
    NO_DUTY = "no duty"
    FACT = "a fact"
    DENIAL = "denied"


_BE = r"(?:is|are|was|were|be|been|being)"
_HAVE = r"(?:has|have|had|having)"
_MODAL = r"(?:shall|must|may|will|can|could|should|would)"
_BOUND_TO = r"(?:required|obliged|obligated|bound)\s+to"
_FREE_TO = r"(?:entitled|allowed|permitted|authori[sz]ed|free|at\s+liberty)\s+to"
_NEVER = r"(?:not|never|neither|in\s+no\s+event|under\s+no\s+circumstances)"
# The first match decides: specific patterns come before general ones.
_PATTERNS: tuple[tuple[Mood, tuple[str, ...]], ...] = (
    (
        Mood.NO_DUTY,
        (
            r"need\s+not",
            rf"(?:{_MODAL}\s+)?(?:not\s+)?{_BE}\s+(?:not|never)\s+(?:be\s+)?{_BOUND_TO}",
            rf"{_MODAL}\s+not\s+be\s+{_BOUND_TO}",
            rf"{_HAVE}\s+no\s+(?:duty|obligation)\s+to",
            r"(?:does|do|did)\s+not\s+(?:have|need)\s+to",
            r"under\s+no\s+(?:duty|obligation)\s+to",
        ),
    ),
    (
        Mood.PROHIBITION,
        (
            rf"{_MODAL}\s+(?:be\s+)?{_NEVER}(?:\s+be\s+{_FREE_TO})?",
            r"cannot",
            r"can't",
            rf"{_BE}\s+(?:not|never)\s+{_FREE_TO}",
            rf"{_BE}\s+(?:prohibited|forbidden|barred|precluded)\s+from",
            rf"(?:shall\s+|will\s+)?{_HAVE}\s+no\s+(?:right|power|authority)\s+to",
            r"(?:refrains?|abstains?)\s+from",
        ),
    ),
    (
        Mood.PERMISSION,
        (
            rf"(?:{_MODAL}\s+)?{_BE}\s+{_FREE_TO}",
            rf"(?:shall\s+|will\s+)?{_HAVE}\s+(?:the\s+|an?\s+)?(?:\w+\s+)?(?:right|power|discretion|option)\s+to",
            r"may|can|could",
        ),
    ),
    (
        Mood.DUTY,
        (
            rf"(?:{_MODAL}\s+)?{_BE}\s+{_BOUND_TO}",
            rf"{_HAVE}\s+to",
            rf"{_BE}\s+to(?=\s+[a-z])",
            r"(?:agrees?|undertakes?|covenants?)\s+to",
            r"shall|must|will",
        ),
    ),
    (Mood.DENIAL, (rf"(?:do|does|did|{_BE}|{_HAVE})(?:\s+not|n't)", r"never", r"no\s+longer")),
)
_OPERATOR = re.compile(
    "|".join(f"(?P<m{i}>\\b(?:{'|'.join(words)})\\b)" for i, (_, words) in enumerate(_PATTERNS)), re.IGNORECASE
)
_NEGATIVE_SUBJECT = re.compile(
    r"\b(?:neither|no|nobody|none|no one)\b(?!\s+(?:more|less|later|longer|fewer|event))", re.I
)
# "may by notice to the Borrower cancel": what stands between modal and verb.
_ASIDE = re.compile(
    r"\b(may|shall|must|will),?\s+(?:by|upon|on)\s+(?:\w+\s+){0,3}notice(?:\s+to\s+(?:the\s+)?\w+)?,?\s", re.I
)
_NO_EVENT = re.compile(r"\b(?:in\s+no\s+event|at\s+no\s+time|under\s+no\s+circumstances)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.;:]\s|,\s+(?:and|but|or)\s|\s(?:but|unless|until|except|provided)\s", re.IGNORECASE)
# What makes a prohibition less than one, or a permission less than one.
_OPENING = re.compile(
    r"\b(?:unless|until|except|without|save|other\s+than|only|if|where|when|provided|subject\s+to|before|after|with|"
    r"while|need(?:s|ed)?|whether)\b",
    re.IGNORECASE,
)
# Used with permissions as well as prohibitions, these change neither: "may assign without consent".
_SHUT = frozenset({"without", "unless", "except", "until"})
_FORBIDDING = (
    *("prohibit", "forbid", "prevent", "exclud", "refus", "waiv", "void", "fail", "deny", "deni", "unlaw", "restrict"),
    *("unenforc", "invalid", "terminat", "ceas", "releas", "exempt", "free", "only", "limit", "preclud", "bar", "lack"),
)
AGREES = {
    Mood.DUTY: {Mood.DUTY, Mood.FACT},
    Mood.PERMISSION: {Mood.PERMISSION, Mood.FACT, Mood.NO_DUTY},
    Mood.PROHIBITION: {Mood.PROHIBITION, Mood.DENIAL},
    Mood.NO_DUTY: {Mood.NO_DUTY, Mood.PERMISSION, Mood.DENIAL},
    Mood.FACT: {Mood.FACT, Mood.DUTY, Mood.PERMISSION},
    Mood.DENIAL: {Mood.DENIAL, Mood.PROHIBITION, Mood.NO_DUTY},
}
_SKIPPED = frozenset({"hereby", "also", "then", "first", "time", "event", "promptly", "immediately", "otherwise"})
_NEAR = 8


@dataclass(frozen=True, slots=True)
class Predicate:
    """A verb with its mood, and the stems of the words around it."""

    verb: str
    mood: Mood
    near: frozenset[str]
    opened: frozenset[str]


@lru_cache(maxsize=1024)
def find_predicates(text: str) -> tuple[Predicate, ...]:
    """The verbs that stand under a modal or a negation, in order; those joined to them by "or" and "and" too."""
    folded = _ASIDE.sub(r"\1 ", fold_text(text))
    tokens = tokenize(folded)
    found = []
    for operator in _OPERATOR.finditer(folded):
        if _NO_EVENT.search(folded, max(0, operator.start() - 30), operator.start()) and not operator[0].count(" "):
            continue  # "in no event shall the Company": the verb is not the next word
        mood = next(mood for i, (mood, _) in enumerate(_PATTERNS) if operator[f"m{i}"])
        mood = _turned(mood, folded, operator.start())
        for at in _verbs(tokens, operator.end()):
            near = frozenset(one.stem for one in tokens[max(0, at - _NEAR) : at + _NEAR] if one.stem)
            opened = frozenset(word.casefold() for word in _OPENING.findall(_sentence(folded, operator.start())))
            found.append(Predicate(tokens[at].stem, mood, near, opened))
    return tuple(found)


def _turned(mood: Mood, text: str, at: int) -> Mood:
    """The mood after a subject such as "neither party": a duty becomes a prohibition."""
    clause = _CLAUSE_END.split(text[max(0, at - 80) : at])[-1]
    if _NO_EVENT.search(clause) and mood is Mood.DUTY and "required" in text[at : at + 24]:
        return Mood.NO_DUTY
    if not _NEGATIVE_SUBJECT.search(clause) or "," in clause:
        return mood
    return {Mood.DUTY: Mood.PROHIBITION, Mood.PERMISSION: Mood.PROHIBITION}.get(mood, mood)


def _verbs(tokens: tuple[WordToken, ...], after: int) -> list[int]:
    first = next(
        (i for i, one in enumerate(tokens) if one.start >= after and one.stem and not one.word.endswith("ly")
         and one.word not in _SKIPPED and not one.word[0].isdigit()),
        None,
    )  # fmt: skip
    if first is None:
        return []
    verbs = [first]
    while verbs[-1] + 2 < len(tokens) and tokens[verbs[-1] + 1].word in {"or", "and"} and tokens[verbs[-1] + 2].stem:
        verbs.append(verbs[-1] + 2)
    return verbs


def _sentence(text: str, at: int) -> str:
    start = max(text.rfind(". ", 0, at), text.rfind("; ", 0, at), 0)
    end = min(end for end in (text.find(". ", at), text.find("; ", at), len(text)) if end >= 0)
    return text[start:end]


def differ_in_mood(claim: str, source: str) -> str | None:
    """Describe how the mood of a verb differs between a claim and its source."""
    written = find_predicates(source)
    for claimed in find_predicates(claim):
        same = [one for one in written if one.verb == claimed.verb]
        if not same:
            if conflict := _against_plain(claimed, source):
                return conflict
            continue
        closest = max(len(one.near & claimed.near) for one in same)
        near = [one for one in same if len(one.near & claimed.near) == closest]
        if not any(_agree(claimed, one) for one in near):
            return f"“{claimed.verb}” is {claimed.mood} there, {near[0].mood} in the source"
    return _plain_denied(claim, source)


def _agree(claimed: Predicate, written: Predicate) -> bool:
    if written.mood in AGREES[claimed.mood]:
        return True
    if {claimed.mood, written.mood} == {Mood.DUTY, Mood.NO_DUTY} and written.opened & {"except", "unless"}:
        return True
    # "shall not assign without consent" is "may assign with consent"; "may sell only with consent" forbids the rest.
    moods = {claimed.mood, written.mood}
    turned = bool(claimed.opened and written.opened and not claimed.opened & written.opened & _SHUT)
    return moods == {Mood.PERMISSION, Mood.PROHIBITION} and turned


def _against_plain(claimed: Predicate, source: str) -> str | None:
    """Return a verb that the claim denies and its source states plainly."""
    if claimed.mood not in {Mood.DENIAL, Mood.PROHIBITION}:
        return None
    tokens = tokenize(source)
    if claimed.verb not in {token.stem for token in tokens}:
        return None
    if any(token.word in NEGATORS or token.stem.startswith(_FORBIDDING) for token in tokens):
        return None
    return f"“{claimed.verb}” is {claimed.mood} there, and not in the source"


def _plain_denied(claim: str, source: str) -> str | None:
    """Return a verb that the claim states plainly and its source only denies or forbids."""
    tokens = tokenize(claim)
    if any(token.word in NEGATORS or token.stem.startswith(_FORBIDDING) for token in tokens):
        return None
    governed = {one.verb for one in find_predicates(claim)}
    denied = [one for one in find_predicates(source) if one.mood in {Mood.DENIAL, Mood.PROHIBITION}]
    other = {one.verb for one in find_predicates(source)} - {one.verb for one in denied}
    for one in denied:
        if one.verb in {token.stem for token in tokens} - governed - other:
            return f"“{one.verb}” is stated there, {one.mood} in the source"
    return None
