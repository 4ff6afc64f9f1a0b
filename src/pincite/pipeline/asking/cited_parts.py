"""The Parts and practice directions that the words of an answer cite, among the documents of a store."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.domain.hit import DocumentCard
from pincite.legal.instruments import Instrument
from pincite.pipeline.asking.document_names import label_of

# What an answer cites, as court rules are cited: "CPR 38.3", "PD 44 para 9.5", "Part 7".
_CITED = re.compile(
    r"\b(?:(?P<pd>PD|Practice Direction)\s*(?P<direction>\d+[A-Z]{0,2})|(?:CPR|rule|r\.|Part)\s*(?P<part>\d+)\b)"
)
_KINDS = {"part": "part", "direction": "practicedirection"}


def cited_in(answer: str, cards: Iterable[DocumentCard]) -> list[DocumentCard]:
    """The documents whose provisions an answer cites by number."""
    names = [
        f"practice direction {found['direction']}" if found["direction"] else f"part {found['part']}"
        for found in _CITED.finditer(answer)
    ]
    wanted = {re.sub(r"\s+", "", name.casefold()) for name in names}
    return [card for card in cards if _openings(card) & wanted]


def is_called(card: DocumentCard, instrument: Instrument) -> bool:
    """Tell whether a document's file or title opens with the number of an instrument."""
    return f"{_KINDS[instrument[0]]}{instrument[1].casefold().lstrip('0')}" in _openings(card)


def _openings(card: DocumentCard) -> set[str]:
    """The numbers a rule's file and title open with: "Part 38 - Discontinuance" is "part38"."""
    texts = (label_of(card), card.title or "")
    found = [
        re.match(r"\s*(part|practice\s+direction)[\s-]*0*(\d+)\s?([A-Z]{0,2})\b", text, re.IGNORECASE) for text in texts
    ]
    return {re.sub(r"\s+", "", "".join(one.groups()).casefold()) for one in found if one}
