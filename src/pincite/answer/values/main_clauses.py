"""Clauses: the parts of a sentence that have a verb of their own: "the Tenant pays | and the Landlord repairs"."""

from __future__ import annotations

import re

from pincite.legal.roles import find_agents
from pincite.legal.sentences import split_sentences
from pincite.spans import Span

_JOINT = re.compile(r"[,;]\s{1,9}|\s(?=(?:and|but|or|nor|while|whilst|whereas)\s)", re.IGNORECASE)
# Verbs that show a part of a sentence to be a clause. A part without one goes with the words before it.
_FINITE = re.compile(
    r"\b(?:shall|must|will|may|can|cannot|should|would|could|is|are|was|were|has|have|had|does|do|did|agrees?|undertakes?|"
    r"bears|pays|owns|holds|gets?|gives?|ends|begins|starts|expires|runs|continues|lasts|terminates|remains|becomes?|"
    r"takes?|applies|apply|accrues?|goes|comes|includes|excludes|keeps?|requires?)\b",
    re.IGNORECASE,
)
# "The Landlord maintains": a name before what may be a verb.
_NAME_ACTS = re.compile(r"\b[A-Z][\w&-]{0,40}\s{1,9}[a-z]{2,20}s\b")


def split_clauses(text: str) -> list[Span]:
    """The clauses of a text, in order; together they are all of it."""
    return [clause for sentence in split_sentences(text, Span(0, len(text))) for clause in _clauses_of(text, sentence)]


def clause_around(text: str, span: Span) -> Span:
    """The clause that a span begins in."""
    return next((one for one in split_clauses(text) if one.start <= span.start < one.end), Span(0, len(text)))


def has_known_verb(words: str) -> bool:
    """Tell whether some words hold one of the verbs that clauses have most."""
    return _FINITE.search(words) is not None


def has_verb(words: str) -> bool:
    """Tell whether some words surely hold a verb."""
    return bool(has_known_verb(words) or _NAME_ACTS.search(words))


def _clauses_of(text: str, sentence: Span) -> list[Span]:
    cuts = [joint.end() for joint in _JOINT.finditer(text, sentence.start, sentence.end)]
    found: list[Span] = []
    start, complete = sentence.start, False
    for begin, end in zip([sentence.start, *cuts], [*cuts, sentence.end], strict=True):
        verb = has_verb(text[begin:end]) or bool(find_agents(text[begin:end]))
        if verb and complete:
            found.append(Span(start, begin))
            start = begin
        complete = complete or verb
    return [*found, Span(start, sentence.end)]
