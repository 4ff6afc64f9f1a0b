"""Parties: who a quotation speaks of, by name, by role, or as "either party"."""

from __future__ import annotations

import re

from pincite.domain.profile import Party
from pincite.review.question import ReviewQuestion
from pincite.review.values.value import Surroundings, Value

_ANY = re.compile(r"\b(?:either|each|neither|any|both|the|a)\s+part(?:y|ies)\b", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:shall|must|may|will|agrees?|undertakes?|covenants?|is|are)\b")
_LONGEST = 300


def read_party(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """Who acts: the party named last before the first "shall", "may" or "is" of a quotation; else the first named."""
    modal = _MODAL.search(quote, 0, _LONGEST)
    places = sorted(_mentions(quote, known.parties), key=lambda mention: mention[0])
    before = [mention for mention in places if modal and mention[0][1] <= modal.start()]
    chosen = before[-1] if before else places[0] if places else None
    if chosen is None:
        return None
    (start, end), name = chosen
    return Value(name, quote[start:end])


def _mentions(quote: str, parties: tuple[Party, ...]) -> list[tuple[tuple[int, int], str]]:
    found = [((match.start(), match.end()), " ".join(match[0].lower().split())) for match in _ANY.finditer(quote)]
    for party in parties:
        for word in {party.name, party.role or ""} - {""}:
            pattern = r"\s+".join(map(re.escape, word.split()))
            match = re.search(rf"(?<!\w){pattern}(?!\w)", quote)
            if match:
                name = f"{party.name} ({party.role})" if party.role else party.name
                found.append((match.span(), " ".join(name.split())))
    return found
