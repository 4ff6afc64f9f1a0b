"""The words of a question that a clause has: a clause that has fewer of them does not take its place.

"Must the tenant paint the outside?" is answered by the clause on the outside, whoever paints it, and not by the one on
what the tenant paints.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.profile import Party
from pincite.domain.reading import Reading
from pincite.legal.wording import stem, stems
from pincite.spans import Span

# Acts that clauses and questions say in one word or another.
_ACTS = (
    "end terminate termination cancel",
    "begin start commence",
    "give provide supply",
    "mend repair fix",
    "tell inform notify",
    "buy purchase",
    "get obtain",
    "keep retain",
    "return repay refund",
    "send serve",
    "reply respond response answer",
    "let allow permit",
    "ask request",
)
_SAME = {stem(word): act.split()[0] for act in _ACTS for word in act.split()}
# Words that ask for a value, and say nothing of what it is of.
_ASKING = frozenset(stems("how long many much often soon quickly fast exactly"))


def asked_words(question: str, reading: Reading) -> frozenset[str]:
    """The words that say what a question asks of a document, but for the names of its parties: who acts is no matter.

    They are told by their stems.
    """
    return same_words(question) - _ASKING - same_words(" ".join(party_roles(reading.profile.parties)))


def held_words(question: str, clause: Span, reading: Reading) -> frozenset[str]:
    """The words that a question asks for and a clause or its headings have."""
    said = f"{reading.outline.path_over(clause)} {clause.slice(reading.doc.text)}"
    return asked_words(question, reading) & same_words(said)


def same_words(words: str) -> frozenset[str]:
    """The content words of a text by their stems, alike for acts that have several names."""
    return frozenset(_SAME.get(one, one) for one in stems(words))


def party_roles(parties: Sequence[Party]) -> list[str]:
    """The names that clauses call parties by, without "the"."""
    named = (
        re.sub(r"\Athe\s{1,9}", "", " ".join((party.role or "").split()), flags=re.IGNORECASE) for party in parties
    )
    return list(dict.fromkeys(role for role in named if role[:1].isupper()))
