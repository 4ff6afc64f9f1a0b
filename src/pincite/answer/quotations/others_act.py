"""The act of the other party: the clause that has it do the very thing that a question asks one party whether it does.

"Must the tenant clean the stairs?" is answered by "the Landlord shall clean the stairs", and not by what else the
tenant shall clean.
"""

from __future__ import annotations

from pincite.answer.quotations.acting_party import asked_actor, does_act, is_of_others, party_acts
from pincite.answer.quotations.asked_words import asked_words, held_words, party_roles, same_words
from pincite.answer.quotations.better_clause import clauses_beside, put_clause_first
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.domain.answer import AnswerContext
from pincite.spans import Span


def with_others_act(context: AnswerContext, library: ClauseLibrary) -> AnswerContext:
    """Put first the one clause with all words of a question in which another party does what is asked of one.

    It takes the place of a clause in which the party asked about does something else.
    """
    best = context.best_evidence
    if best is None:
        return context
    _, source, span = best
    reading = library.reading(source.passage.doc_id)
    roles = party_roles(reading.profile.parties)
    actor = asked_actor(context.question, roles)
    if not actor or not actor.whether:
        return context
    text = reading.doc.text
    quoted = whole_clause(text, span, reading.outline)
    whole = Span(quoted[0].start, quoted[-1].end)
    wanted = asked_words(context.question, reading)
    if not party_acts(whole.slice(text), actor.role) or not held_words(context.question, whole, reading) < wanted:
        return context
    verb = same_words(actor.verb)
    found = [
        (holder, clause)
        for clause, holder in clauses_beside(context, reading, quoted).items()
        if is_of_others(clause.slice(text), actor.role, roles)
        and held_words(context.question, clause, reading) == wanted
        and does_act(clause.slice(text), verb, [role for role in roles if role != actor.role])
    ]
    return put_clause_first(context, *found[0]) if len(found) == 1 else context
