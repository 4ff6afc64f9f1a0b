"""Which party has a role: "who is the buyer in the Orris merger?" is answered with the words that name the parties."""

from __future__ import annotations

import re
import time

from pincite.domain.answer import Answer
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.domain.profile import Party
from pincite.legal.sentences import sentence_around
from pincite.pipeline.asking.named_documents import named_documents
from pincite.pipeline.asking.one_quotation import quote_one
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.kinds import choose_documents
from pincite.retrieve.naming import DOCUMENT_NOUNS
from pincite.spans import Span

# How often the words that name the parties say which of them has a role.
RELIABILITY = 0.85
_PAIRS = (
    "franchisor franchisee",
    "licensor licensee",
    "lessor lessee",
    "landlord tenant",
    "sublandlord subtenant",
    "employer employee",
    "buyer seller",
    "purchaser seller",
    "buyer supplier",
    "lender borrower",
    "sponsor team",
    "customer supplier",
    "client consultant",
    "company distributor",
    "company reseller",
)
_OPPOSITES: dict[str, list[str]] = {}
for _one, _other in map(str.split, _PAIRS):
    _OPPOSITES.setdefault(_one, []).append(_other)
    _OPPOSITES.setdefault(_other, []).append(_one)
_ASKED = re.compile(
    rf"\A\W{{0,3}}who(?:[’']s|\s{{1,3}}(?:is|was|are))\s{{1,3}}the\s{{1,3}}(?P<role>{'|'.join(_OPPOSITES)})\s{{1,3}}(?:in|under|of|to|for)\s{{1,3}}"
    r"(?P<what>[^?,;]{3,100}?)\s{0,3}\?{0,3}\s*+\Z",
    re.IGNORECASE,
)
_HEAD = 3000
_LONGEST = 900


def answer_party_role(store: SearchableStore, question: str) -> Answer | None:
    """Answer who has a role in a document with the words that name its parties, if they say so."""
    asked = _ASKED.match(question)
    card = _document(store, question, asked["what"]) if asked else None
    if asked is None or card is None:
        return None
    began = time.perf_counter()
    reading = store.library.reading(card.id)
    role, text = asked["role"].casefold(), reading.doc.text
    party = _party(role, reading.profile.parties, text)
    if party is None:
        return None
    sentence = sentence_around(text, party.span)
    span = sentence if len(sentence) <= _LONGEST else _beside(party.span, sentence)
    return quote_one(
        store,
        card,
        span,
        Ranking(question, (), (Step("facts", f"the {role} of {card.path}: {party.name}"),)),
        answerer="facts",
        reliability=RELIABILITY,
        seconds={"facts": time.perf_counter() - began},
    )


def _document(store: SearchableStore, question: str, what: str) -> DocumentCard | None:
    """The document that a question names, or the only one of the kind that it calls it: “the ice cream franchise”."""
    route, cards = named_documents(store, question)
    if not cards and not route.absent:
        noun = next((word for word in reversed(re.findall(r"[a-z]+", what.casefold())) if word in DOCUMENT_NOUNS), "")
        cards = list(choose_documents(store.library, [noun])) if noun else []
    return cards[0] if len(cards) == 1 else None


def _party(role: str, parties: tuple[Party, ...], text: str) -> Party | None:
    """The party of a role; where none is called so, the only one that is named beside its opposite."""
    called = [party for party in parties if role in (party.role or "").casefold().split()]
    if called:
        return called[0]
    head = text[:_HEAD].casefold()
    opposite = any(re.search(rf"\b{other}\b", head) for other in _OPPOSITES[role])
    others = [party for party in parties if party.role is None or party.role.casefold() not in _OPPOSITES[role]]
    return others[0] if opposite and len(others) == 1 and role not in head else None


def _beside(party: Span, sentence: Span) -> Span:
    return Span(party.start, min(sentence.end, party.start + _LONGEST))
