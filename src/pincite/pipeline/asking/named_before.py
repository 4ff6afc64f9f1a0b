"""The documents that a question names in what it tells before it asks: "I have offers of Orris and of Wren."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.retrieve.naming import is_asking, is_document_word

_CAPITAL = re.compile(r"(?<![.!?]\s)(?<!\A)\b[A-Z][\w&’'-]{2,40}")
_WORD = re.compile(r"[^\W_]+")


def named_before(told: str, cards: Sequence[DocumentCard], *, count: int) -> list[DocumentCard]:
    """Those of some documents that are named in what is told; none unless just as many are as are asked of."""
    names = {word for found in _CAPITAL.findall(told) for word in _WORD.findall(found.casefold())}
    telling = {word for word in names if not (is_asking(word) or is_document_word(word))}
    named = [card for card in cards if not telling.isdisjoint(_label(card))]
    return named if len(named) == count else []


def _label(card: DocumentCard) -> set[str]:
    label = " ".join((part_humps(readable_stem(card.path)), card.title or "", *card.parties))
    return set(_WORD.findall(label.casefold()))
