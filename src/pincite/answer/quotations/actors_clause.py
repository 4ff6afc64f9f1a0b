"""The clause of the party that acts: one on the other party gives way to one that answers about as well.

"How long does the tenant have to begin repairs?" is not answered by how long the landlord has, though both clauses
share all its words. "Must the tenant paint the outside?" is answered by the clause that has the landlord paint it: a
clause that lacks words which the question shares with the best one takes no place, whoever acts in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.quotations.asked_words import held_words, party_roles, same_words
from pincite.answer.quotations.better_clause import clauses_beside, put_clause_first
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.domain.answer import AnswerContext
from pincite.ports import Verifier
from pincite.spans import Span

_ASKS = "can|could|may|might|must|shall|should|will|would|does|do|did"
# Before the word that asks, in the same part of the question: it asks when, how or what, and not whether.
_WHAT = re.compile(r"\b(?:how|when|what|which|who|whom|where|why)\b[^.,;:?!]{0,80}\Z", re.IGNORECASE)
_DUTIES = frozenset("must shall should".split())  # noqa: SIM905
_DUTY = r"(?:have|need|want)\s{1,3}to\s{1,3}|(?:not|ever|also|still)\s{1,3}"
_ACTS = r"(?:also\s{1,3})?(?:shall|may|must|will|can|agrees|undertakes|has|need)\b"
_EITHER = re.compile(r"\b(?:either|each|neither|both|any)\s{1,3}(?:of\s{1,3}the\s{1,3})?part(?:y|ies)\b", re.IGNORECASE)
# Who gets something does not act: the clause is about who gives it.
_NO_ACTS = frozenset(
    """
    be get have receive obtain earn gain lose know hear see expect need want benefit suffer claim recover ask rely
    """.split()  # noqa: SIM905 - a list to be read
)
# The other clause answers from the first of these log odds on, and lies no further behind the best words. Whether a
# party must do something may well be answered by the clause that has the other do it: there it lies ahead.
_ANSWERS, _BEHIND, _AHEAD = 1.0, 1.5, 0.0


@dataclass(frozen=True, slots=True)
class AskedActor:
    """The party that a question asks to act: its role, the word for what it does, and what is asked of that."""

    role: str
    verb: str
    whether: bool = False
    duty: bool = False


def with_actors_clause(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Put first a clause in which the party asked about acts, where in the best one only another party of it does."""
    best = context.best_evidence
    if best is None or verifier is None:
        return context
    _, source, span = best
    reading = library.reading(source.passage.doc_id)
    roles = party_roles(reading.profile.parties)
    actor = asked_actor(context.question, roles)
    text = reading.doc.text
    quoted = whole_clause(text, span, reading.outline)
    whole = Span(quoted[0].start, quoted[-1].end)
    if not actor or not is_of_others(whole.slice(text), actor.role, roles):
        return context
    held = held_words(context.question, whole, reading)
    if not actor.whether:
        # What another does and when says nothing of what this party does, whatever it is called.
        held -= same_words(actor.verb)
    places = {
        clause: one
        for clause, one in clauses_beside(context, reading, quoted).items()
        if party_acts(clause.slice(text), actor.role)
        and not _EITHER.search(clause.slice(text))
        and held <= held_words(context.question, clause, reading)
    }
    others = list(places)
    verdicts = verifier.verify([(context.question, at.slice(text)) for at in (whole, *others)]) if others else ()
    if len(verdicts) < 2:
        return context
    own, *odds = (verdict.log_odds for verdict in verdicts)
    likeliest, clause = max(zip(odds, others, strict=True))
    if likeliest < max(_ANSWERS, own - (_AHEAD if actor.whether and actor.duty else _BEHIND)):
        return context
    return put_clause_first(context, places[clause], clause)


def asked_actor(question: str, roles: Sequence[str]) -> AskedActor | None:
    """The party that a question asks to act: "must the tenant repair", "how long does the tenant have"."""
    for role in roles:
        name = re.escape(role).replace(r"\ ", r"\s{1,3}")
        found = re.search(
            rf"(?P<long>\bhow\s{{1,3}}long\s{{1,3}})?\b(?P<asks>{_ASKS})\s{{1,3}}(?:the\s{{1,3}})?{name}\s{{1,3}}"
            rf"(?P<duty>(?:{_DUTY}){{0,2}})(?P<verb>[a-z]{{2,20}})\b",
            question,
            re.IGNORECASE,
        )
        if found and (found["verb"].casefold() not in _NO_ACTS or (found["long"] and found["verb"] == "have")):
            whether = not found["long"] and _WHAT.search(question, 0, found.start()) is None
            duty = found["asks"].casefold() in _DUTIES or "to" in found["duty"].casefold().split()
            return AskedActor(role, found["verb"], whether, duty)
    return None


def party_acts(words: str, role: str) -> list[int]:
    """Where the words end that say of a party in a clause that it does or may do something."""
    name = re.escape(role).replace(r"\ ", r"\s{1,3}")
    return [
        found.end() for found in re.finditer(rf"\b{name}\s{{1,3}}{_ACTS}|\bby\s{{1,3}}(?:the\s{{1,3}})?{name}\b", words)
    ]


def is_of_others(words: str, actor: str, roles: Sequence[str]) -> bool:
    """Whether only other parties than one act in a clause."""
    others = (role for role in roles if role != actor)
    return (
        not party_acts(words, actor) and not _EITHER.search(words) and any(party_acts(words, role) for role in others)
    )
