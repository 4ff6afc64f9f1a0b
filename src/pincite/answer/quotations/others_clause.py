"""The clause of another party: words that say only what one party does, quoted to a question about what another does.

"Can the landlord assign?" is not answered by "the Tenant shall not assign", whatever words they share. A duty is: what
one party must do, the other need not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.quotations.acting_party import AskedActor, asked_actor, is_of_others, party_acts
from pincite.answer.quotations.asked_words import asked_words, held_words, party_roles, same_words
from pincite.domain.document import Passage
from pincite.domain.reading import Reading

# What one party does to the other is said by what the other must: "can the landlord charge", "stop me".
_MAKES = same_words(
    "charge bill invoice collect stop prevent make force require oblige insist let allow permit demand enforce inspect"
)
# What a document is called says nothing of what is asked of it.
_CALLED = "agreement contract deed lease licence license policy terms"
# "The tenant's liability": what a question asks about of a party.
_NOUN = r"[’']s?\s{1,3}(?:(?:[a-z]{2,20}\s{1,3}){0,2}?)"


def party_of_clause(question: str, quoted: Sequence[Passage], reading: Reading) -> tuple[str, str] | None:
    """The party that a question asks about, and the only one that acts in what is quoted from one document.

    None where the party asked about acts in it too, where nobody does, and where the other's duty answers.
    """
    roles = party_roles(reading.profile.parties)
    text = reading.doc.text
    words = [one.span.slice(text) for one in quoted]
    said = "\n".join(words)
    if owner := _asked_owner(question, roles, said):
        return owner
    actor = asked_actor(question, roles)
    if actor is None or not words or not is_of_others(said, actor.role, roles):
        return None
    if _tells_by_other(actor, question, quoted[0], reading):
        return None
    other = next(role for role in roles if role != actor.role and party_acts(said, role))
    return actor.role, other


def _tells_by_other(actor: AskedActor, question: str, first: Passage, reading: Reading) -> bool:
    """Whether what another party must do tells what one does: it has all that is asked, or is done to it."""
    verb = same_words(actor.verb)
    if verb & _MAKES or (not verb and not actor.duty):
        return True
    if not (actor.whether and actor.duty):
        return False
    held, wanted = held_words(question, first.span, reading), asked_words(question, reading) - same_words(_CALLED)
    return wanted - same_words(reading.profile.title or "") <= held and bool((wanted - verb) & held)


def _asked_owner(question: str, roles: Sequence[str], said: str) -> tuple[str, str] | None:
    """The party whose liability, notice or the like is asked for, and the other one that the words speak of alone."""
    for role in roles:
        found = re.search(rf"\b{re.escape(role)}{_NOUN}(?P<noun>[a-z]{{3,20}})\b", question, re.IGNORECASE)
        if found is None or _owns(said, role, found["noun"]) or party_acts(said, role):
            continue
        for other in roles:
            if other != role and _owns(said, other, found["noun"]):
                return role, other
    return None


def _owns(words: str, role: str, noun: str) -> bool:
    name = re.escape(role)
    return bool(
        re.search(
            rf"\b{name}{_NOUN}{noun}\b|\b{noun}\s{{1,3}}of\s{{1,3}}(?:the\s{{1,3}})?{name}\b", words, re.IGNORECASE
        )
    )
