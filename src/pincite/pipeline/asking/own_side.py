"""Whose documents they are: the party that most of them name, and what each document calls it and the other side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.quotations.clause_conditions import ClauseCondition
from pincite.answer.quotations.ending_terms import EndingTerms
from pincite.domain.hit import DocumentCard
from pincite.domain.profile import Party
from pincite.pipeline.searchable_store import SearchableStore

# So many documents at least, and more than half of those that name parties, must name the party whose they are.
_FEWEST = 3
_THE_OTHERS = re.compile(r"\bthe\s+other\s+(?:side|party)\b", re.IGNORECASE)
_OURS = re.compile(r"\b(?:can|may|could|must|should|do|are)\s+(?:we|i)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)


def own_party(cards: Sequence[DocumentCard]) -> str:
    """The name of the party whose documents they are; empty where none stands out."""
    named = [frozenset(name.casefold() for name in card.parties) for card in cards if card.parties]
    counted = Counter(name for names in named for name in names).most_common(2)
    if not counted or counted[0][1] < max(_FEWEST, len(named) // 2 + 1):
        return ""
    return counted[0][0] if len(counted) == 1 or counted[1][1] < counted[0][1] else ""


class Sides:
    """A condition on how agreements are ended, for each document: who must not be the one to end it."""

    def __init__(self, store: SearchableStore, question: str, condition: ClauseCondition | None) -> None:
        self._store, self._question, self._condition = store, question, condition
        self._own = own_party(store.library.cards) if condition and condition.ends else ""

    def condition_of(self, card: DocumentCard) -> ClauseCondition | None:
        """The condition for one document."""
        if self._condition is None or not self._own:
            return self._condition
        parties = self._store.library.reading(card.id).profile.parties
        barred = barred_roles(self._question, parties, self._own)
        terms = replace(self._condition.terms or EndingTerms(), barred=barred)
        return replace(self._condition, terms=terms) if barred else self._condition


def barred_roles(question: str, parties: Sequence[Party], own: str) -> tuple[str, ...]:
    """What a document calls those who a question does not ask about: us, where it asks what the other side may do."""
    ours = [party for party in parties if party.name.casefold() == own]
    if not own or not ours:
        return ()
    if _THE_OTHERS.search(question):
        barred = ours
    elif _OURS.search(question):
        barred = [party for party in parties if party not in ours]
    else:
        return ()
    return tuple(_ARTICLE.sub("", called) for party in barred for called in (party.role, party.name) if called)
