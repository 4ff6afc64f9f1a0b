"""The clause of the party that acts: one on the other party gives way to one that answers about as well.

"How long does the tenant have to begin repairs?" is not answered by how long the landlord has, though both clauses
share all its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.quotations.better_clause import clauses_beside, put_clause_first
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.domain.answer import AnswerContext
from pincite.domain.profile import Party
from pincite.ports import Verifier
from pincite.spans import Span

_ASKS = "can|could|may|might|must|shall|should|will|would|does|do|did"
_DUTY = r"(?:have|need|want)\s{1,3}to\s{1,3}|(?:not|ever|also|still)\s{1,3}"
_ACTS = r"(?:also\s{1,3})?(?:shall|may|must|will|can|agrees|undertakes|has|need)\b"
_EITHER = re.compile(r"\b(?:either|each|neither|both|any)\s{1,3}(?:of\s{1,3}the\s{1,3})?part(?:y|ies)\b", re.IGNORECASE)
# Who gets something does not act: the clause is about who gives it.
_NO_ACTS = frozenset(
    """
    be get have receive obtain earn gain lose know hear see expect need want benefit suffer claim recover ask rely
    """.split()  # noqa: SIM905 - a list to be read
)
# The other clause answers from the first of these log odds on, and lies no further behind the best words.
_ANSWERS, _BEHIND = 1.0, 1.5


def with_actors_clause(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Put first a clause in which the party asked about acts, where in the best one only another party of it does."""
    best = context.best_evidence
    if best is None or verifier is None:
        return context
    _, source, span = best
    reading = library.reading(source.passage.doc_id)
    roles = _roles(reading.profile.parties)
    actor = asked_actor(context.question, roles)
    text = reading.doc.text
    quoted = whole_clause(text, span, reading.outline)
    words = text[quoted[0].start : quoted[-1].end]
    if not actor or not _is_of_others(words, actor, roles):
        return context
    places = {
        clause: one
        for clause, one in clauses_beside(context, reading, quoted).items()
        if acts(clause.slice(text), actor) and not _EITHER.search(clause.slice(text))
    }
    others = list(places)
    verdicts = verifier.verify([(context.question, one) for one in (words, *(at.slice(text) for at in others))])
    if len(verdicts) < 2:
        return context
    own, *odds = (verdict.log_odds for verdict in verdicts)
    likeliest, clause = max(zip(odds, others, strict=True))
    if likeliest < max(_ANSWERS, own - _BEHIND):
        return context
    return put_clause_first(context, places[clause], clause, instead=Span(quoted[0].start, quoted[-1].end))


def asked_actor(question: str, roles: Sequence[str]) -> str:
    """The role of the party that a question asks to act: "must the tenant repair", "how long does the tenant have"."""
    for role in roles:
        name = re.escape(role).replace(r"\ ", r"\s{1,3}")
        found = re.search(
            rf"(?P<long>\bhow\s{{1,3}}long\s{{1,3}})?\b(?:{_ASKS})\s{{1,3}}(?:the\s{{1,3}})?{name}\s{{1,3}}"
            rf"(?:{_DUTY}){{0,2}}(?P<verb>[a-z]{{2,20}})\b",
            question,
            re.IGNORECASE,
        )
        if found and (found["verb"].casefold() not in _NO_ACTS or (found["long"] and found["verb"] == "have")):
            return role
    return ""


def acts(words: str, role: str) -> bool:
    """Whether a party does or may do something in a clause."""
    name = re.escape(role).replace(r"\ ", r"\s{1,3}")
    return re.search(rf"\b{name}\s{{1,3}}{_ACTS}|\bby\s{{1,3}}(?:the\s{{1,3}})?{name}\b", words) is not None


def _is_of_others(words: str, actor: str, roles: Sequence[str]) -> bool:
    """Whether only other parties than one act in a clause."""
    others = (role for role in roles if role != actor)
    return not acts(words, actor) and not _EITHER.search(words) and any(acts(words, role) for role in others)


def _roles(parties: Sequence[Party]) -> list[str]:
    named = (
        re.sub(r"\Athe\s{1,9}", "", " ".join((party.role or "").split()), flags=re.IGNORECASE) for party in parties
    )
    return list(dict.fromkeys(role for role in named if role[:1].isupper()))
