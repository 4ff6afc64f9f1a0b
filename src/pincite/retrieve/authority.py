"""Authority: which document ranks first where several say much the same and the question names none.

A rule comes before the practice direction that supplements it, and that before a guide; a manifest may order documents
otherwise. Among rules, the one whose title names the subject of the question is the general one on it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pincite.domain.hit import DocumentCard
from pincite.legal.wording import stems
from pincite.retrieve.candidates import Pool, standardise

# The order of kinds; what is not listed comes first.
_LEVELS = {"court-guide": 3}
_DIRECTION = re.compile(r"(?:.{0,60}\b)?practice direction|cyfarwyddyd ymarfer|pd\s?\d", re.IGNORECASE)
# Kinds whose titles say what they are about; those of contracts say what kind of contract it is.
_TITLED = frozenset({"court-rules", "legislation"})
_LAST = 9
# Words of a question on how a court decides, which contracts seldom speak of; and where their own words then rank.
_PROCEDURE = re.compile(
    r"\b(?:small\s+claims?|particulars\s+of\s+claim|counter-?claims?|default\s+judgments?|summary\s+judgment|judges?|"
    r"(?:fast|multi|intermediate)[\s-]track|witness\s+statements?|statements?\s+of\s+truth|interim\s+payments?|"
    r"acknowledg\w+\s+of\s+service|(?:other\s+side|winner|loser)[’']?s\s+costs|personal\s+injury\s+claims?|"
    r"permission\s+to\s+appeal|strike\s+out|struck\s+out)\b",
    re.IGNORECASE,
)
# So many rules and guides among the candidates make a store one of a court's rules.
_LEAST_RULES = 5
_RULES = frozenset({"court-rules", "court-guide"})
_OUTSIDE = 4
# What the title's share of the subject adds to a candidate's standard score, and what each level takes away; and the
# same for the chance of a span.
_SUBJECT, _LEVEL = 1.0, 0.8
_SPAN_SUBJECT, _SPAN_LEVEL = 0.1, 0.05


@dataclass(frozen=True, slots=True)
class DocumentStanding:
    """What favours a document beside its words: its level, and its title's share of the question's subject."""

    level: int
    subject: float


def level_of(card: DocumentCard) -> int:
    """The level of a document, 1 before 2: as a manifest set it, else by its kind."""
    if card.authority:
        return min(card.authority, _LAST)
    if card.kind == "court-rules":
        name = card.path.replace("\\", "/").rsplit("/", 1)[-1]
        return 2 if _DIRECTION.match(card.title or "") or _DIRECTION.match(name) else 1
    return _LEVELS.get(card.kind, 1)


def weigh_standing(question: str, cards: Sequence[DocumentCard]) -> dict[str, DocumentStanding]:
    """The standing of each document for a question."""
    titles = {card.id: set(stems(card.title or "")) for card in cards if card.kind in _TITLED and card.title}
    asked = set(stems(question))
    rarity: dict[str, float] = {}
    for word in asked:
        having = sum(word in title for title in titles.values())
        if having:
            rarity[word] = math.log(1 + len(titles) / having)
    whole = sum(rarity.values())
    procedural = _PROCEDURE.search(question) is not None and sum(card.kind in _RULES for card in cards) >= _LEAST_RULES
    return {
        card.id: DocumentStanding(
            level_of(card) if not procedural or card.kind in _RULES | _TITLED else max(level_of(card), _OUTSIDE),
            sum(rarity.get(word, 0.0) for word in titles.get(card.id, ())) / whole if whole else 0.0,
        )
        for card in cards
    }


def prefer_standing(pool: Pool, standing: Mapping[str, DocumentStanding]) -> tuple[Pool, dict[str, float]]:
    """The candidates with the standing of their documents added, and what it adds to the chance of a span."""
    extra = [_SUBJECT * one.subject - _LEVEL * (one.level - 1) for one in (standing[c.doc_id] for c in pool.chunks)]
    score = standardise(pool.score + np.array(extra, dtype=np.float32))
    favour = {id: _SPAN_SUBJECT * one.subject - _SPAN_LEVEL * (one.level - 1) for id, one in standing.items()}
    return replace(pool, score=score).take(np.argsort(-score, kind="stable")), favour
