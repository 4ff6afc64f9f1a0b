"""The clause of the party that acts: one on the other party gives way to one that answers about as well.

"How long does the tenant have to begin repairs?" is not answered by how long the landlord has, though both clauses
share all its words. "Must the tenant paint the outside?" is answered by the clause that has the landlord paint it: a
clause that lacks words which the question shares with the best one takes no place, whoever acts in it.
"""

from __future__ import annotations

from pincite.answer.quotations.acting_party import asked_actor, binds_each, is_of_others, party_acts
from pincite.answer.quotations.asked_words import held_words, party_roles, same_words
from pincite.answer.quotations.better_clause import clauses_beside, put_clause_first
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.domain.answer import AnswerContext
from pincite.ports import Verifier
from pincite.spans import Span

# The other clause answers from the first of these log odds on, or from the last where the best words answer no better,
# and lies no further behind the best words. Whether a party must do something may well be answered by the clause that
# has the other do it: there it lies ahead.
_ANSWERS, _BEHIND, _AHEAD = 1.0, 1.5, 0.0


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
        and not binds_each(clause.slice(text))
        and held <= held_words(context.question, clause, reading)
    }
    others = list(places)
    verdicts = verifier.verify([(context.question, at.slice(text)) for at in (whole, *others)]) if others else ()
    if len(verdicts) < 2:
        return context
    own, *odds = (verdict.log_odds for verdict in verdicts)
    likeliest, clause = max(zip(odds, others, strict=True))
    if likeliest < max(min(_ANSWERS, max(own, _AHEAD)), own - (_AHEAD if actor.whether and actor.duty else _BEHIND)):
        return context
    return put_clause_first(context, places[clause], clause)
