"""Which documents may hold a provision that a question names by number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from string import ascii_uppercase

from pincite.domain.hit import DocumentCard
from pincite.files import readable_stem
from pincite.legal.amending import OF_AMENDMENT, is_amending, names_amendment
from pincite.legal.instruments import Instrument, family_of, find_instruments, opens_as
from pincite.legal.kind_words import LAWS, kind_word_after, may_be_law
from pincite.legal.provision_places import MissingProvision, find_places
from pincite.legal.provisions import Provision
from pincite.ports.store import Library
from pincite.retrieve.direction_numbers import OF_NAMED, is_of_direction
from pincite.retrieve.route import Route, Router

_MOST_OPENED = 40
_LEAD = 1.3
_MOST_NEAR = 3
_OFTEN = 3  # so often a document says what it deals with
_LAW_NAMES = {"act": "an Act", "ordinance": "an Ordinance", "regulation": "a set of Regulations"}
# Documents whose numbers may be rules.
_OF_RULES = frozenset({"court-rules", "legislation", "unknown"})


@dataclass(frozen=True, slots=True)
class Aim:
    """The document that a question names; a `guess` only shares words with it."""

    route: Route
    guess: bool = False


@dataclass(frozen=True, slots=True)
class Holders:
    """The documents that may hold a provision, in groups to be looked through in turn.

    `named` says that the question means these documents and no others; `all_seen` that nothing else of the store can
    hold it; `absent` that there is none, in a sentence.
    """

    groups: tuple[tuple[DocumentCard, ...], ...] = ()
    named: bool = False
    all_seen: bool = False
    absent: str = ""

    @property
    def first(self) -> DocumentCard | None:
        """The likeliest document."""
        return next((card for group in self.groups for card in group), None)


class ProvisionDocuments:
    """Finds the documents that may hold a provision."""

    def __init__(self, index: Library, router: Router) -> None:
        self._index = index
        self._router = router

    def aim(self, rest: str) -> Aim:
        """Return the document that a question names, or the one that shares by far the most words with it."""
        route = self._router.route(rest)
        if route.doc_ids:
            return Aim(route, guess=route.loose and not any(map(partial(self._is_titled, rest), route.doc_ids)))
        first = self._router.best_named(rest, k=2)
        second = first[1][1] if len(first) > 1 else 0.0
        leads = bool(first) and len(self._index.cards) > 1 and first[0][1] >= _LEAD * second
        return Aim(replace(route, doc_ids=(first[0][0],)), guess=True) if leads else Aim(route)

    def _is_titled(self, rest: str, doc_id: str) -> bool:
        """Tell whether a question gives the title of a document in full."""
        title = _folded(self._index.card(doc_id).title or "").removeprefix("the ")
        return bool(title) and f" {title} " in f" {_folded(rest)} "

    def find(self, question: str, provision: Provision, aim: Aim, allowed: Sequence[str] | None) -> Holders:
        """The documents that may hold a provision: the Part or direction it belongs to, else those named."""
        cards = [card for card in self._index.cards if allowed is None or card.id in allowed]
        aimed = tuple(card for card in cards if card.id in aim.route.doc_ids)
        named = () if aim.guess else aimed
        if is_of_direction(question, provision):
            return self._in_direction(provision, aimed, cards)
        if called := self._called(question, provision, cards):
            return called
        instrument = provision.instrument
        # “Part 2 of the supply agreement” is no Part of the rules.
        elsewhere = bool(named) and OF_NAMED.match(question, provision.span.end) is not None
        if instrument and not elsewhere:
            if own := self._of_instrument(instrument, cards):
                return Holders((own[:1],), named=True)
            rules = any(kind == instrument[0] for known in self.instruments.values() for kind, _ in known)
            # “The hive guide is before me. What does PD 31B say?”: a direction is not the document named beside it.
            other = instrument[0] == "direction" and not any(self._may_be_direction(card, provision) for card in named)
            if other or (rules and not named):
                if held := self._holding(provision, instrument, cards):
                    return Holders((held,), named=True)
                return Holders(absent=self._no_instrument(provision, instrument, cards))
        if named:
            return Holders(_amended_apart(question, provision, named), named=True)
        if not provision.family and (held := tuple(card for card in aimed if self._has(card, provision))):
            return Holders((held,), named=True)
        # "What does 55.21 say?": a bare number of this form is most likely a rule.
        if not provision.family and (own := self._of_instrument(("part", provision.rungs[0].split(".")[0]), cards)):
            return Holders((own[:1],), named=True)
        few = len(cards) <= _MOST_OPENED
        groups = (aimed, tuple(cards)) if few else (aimed,)
        return Holders(tuple(group for group in groups if group), named=len(cards) == 1, all_seen=few)

    def holds_term(self, term: str, provision: Provision, holders: Holders) -> bool:
        """Tell whether what is called by a provision (“a Part 18 request”) is a question for its holders alone.

        It is for rules and laws that have it. Where none has, other documents may deal with such things.
        """
        if holders.absent:
            return not self._deals_with(term, provision)
        return holders.first is not None and holders.first.kind in _OF_RULES - {"unknown"}

    def _deals_with(self, term: str, provision: Provision) -> bool:
        """Tell whether a document is the practice direction or Part of the same number, or often says the term."""
        number = provision.instrument[1] if provision.instrument else provision.rungs[0]
        known = (other for instruments in self.instruments.values() for _, other in instruments)
        if any(other.rstrip(ascii_uppercase) == number for other in known):
            return True
        words = re.findall(r"\w+", term)
        said = re.compile(r"\W{1,3}".join(map(re.escape, words)), re.IGNORECASE)
        near = self._router.using(words)[:_MOST_OPENED]
        return any(len(said.findall(self._index.text(doc_id))) >= _OFTEN for doc_id in near)

    def _in_direction(
        self, provision: Provision, aimed: Sequence[DocumentCard], cards: Sequence[DocumentCard]
    ) -> Holders:
        """The practice directions that may hold a paragraph: those that the question aims at, else all of them."""
        directions = [card for card in cards if self._is_direction(card)]
        meant = tuple(card for card in directions if card in aimed) or tuple(directions)
        if len(meant) == 1 or not meant or len(meant) > _MOST_OPENED:
            return Holders((meant,) if len(meant) == 1 else (), named=bool(meant))
        held = tuple(card for card in meant if self._has(card, provision))
        number = str(replace(provision, family="paragraph"))
        return (
            Holders((held,), named=True)
            if held
            else Holders(absent=f"No practice direction of this store has a {number}.")
        )

    def _is_direction(self, card: DocumentCard) -> bool:
        kinds = {kind for kind, _ in self.instruments.get(card.id, ())}
        return "direction" in kinds or "practice direction" in _folded(f"{readable_stem(card.path)} {card.title or ''}")

    def is_instrument(self, card: DocumentCard, provision: Provision) -> bool:
        """Tell whether a document is the Part or practice direction that a provision is."""
        instrument = provision.instrument
        return provision.is_whole_instrument and bool(instrument and self._is_own(card, instrument))

    def is_any_instrument(self, card: DocumentCard) -> bool:
        """Tell whether a document is a Part or practice direction of rules."""
        return bool(self.instruments.get(card.id))

    def _is_own(self, card: DocumentCard, instrument: Instrument) -> bool:
        own = self.instruments.get(card.id)
        return instrument in own if own else opens_as(self._index.beginning(card.id), instrument)

    def _called(self, question: str, provision: Provision, cards: Sequence[DocumentCard]) -> Holders | None:
        """The documents that a question calls by their kind: “section 2(3) of the Act”."""
        word = kind_word_after(question, provision.span.end)
        if word is None:
            return None
        called = tuple(card for card in cards if card.id in self._router.kind_words.get(word, ()))
        if called:
            return Holders((called[:_MOST_OPENED],), named=len(called) == 1)
        known = {doc_id for doc_ids in self._router.kind_words.values() for doc_id in doc_ids}
        if word not in LAWS or any(may_be_law(card) and card.id not in known for card in cards):
            return None
        return Holders(absent=f"No document of this store is {_LAW_NAMES.get(word, f'a {word.capitalize()}')}.")

    def _of_instrument(self, instrument: Instrument, cards: Sequence[DocumentCard]) -> tuple[DocumentCard, ...]:
        """The documents that are called a Part or practice direction."""
        return tuple(card for card in cards if instrument in self.instruments.get(card.id, ()))

    @cached_property
    def instruments(self) -> dict[str, frozenset[Instrument]]:
        """The Parts and practice directions that documents are called."""
        return find_instruments(self._index.cards)

    def _holding(
        self, provision: Provision, instrument: Instrument, cards: Sequence[DocumentCard]
    ) -> tuple[DocumentCard, ...]:
        """The documents that are a Part or direction, or hold it or the provision, though nothing calls them so."""
        known = {card.id: card for card in cards}
        if len(cards) > _MOST_OPENED:
            words = f"{'practice direction' if instrument[0] == 'direction' else 'part'} {instrument[1]}"
            near = self._router.best_named(words, k=_MOST_OPENED)
            cards = [known[doc_id] for doc_id, _ in near if doc_id in known]
        unknown = [card for card in cards if card.id not in self.instruments]
        own = tuple(card for card in unknown if self._is_own(card, instrument))
        return own[:1] or tuple(card for card in unknown if card.kind in _OF_RULES and self._holds_all(card, provision))

    def _holds_all(self, card: DocumentCard, provision: Provision) -> bool:
        """Tell whether a document holds a provision and the Part or direction that it is said to lie in.

        A paragraph 7.3 of a document that has no such Part is another one; and no rule is in a practice direction.
        """
        if provision.family == "rule" and not provision.within and self._is_direction(card):
            return False
        return all(self._has(card, unit) for unit in (*provision.within, provision))

    def _may_be_direction(self, card: DocumentCard, provision: Provision) -> bool:
        """Tell whether a document may be the practice direction of a provision, or have it as one of its parts."""
        unit = next((unit for unit in provision.within if unit.family == "direction"), provision)
        return card.id not in self.instruments and (self._is_direction(card) or self._has(card, unit))

    def _no_instrument(self, provision: Provision, instrument: Instrument, cards: Sequence[DocumentCard]) -> str:
        """One sentence: which Part or direction, or which rule, is not in the store, and which are nearest to it."""
        if provision.family == "rule" and not provision.within:
            return say_nowhere(provision)
        known = sorted({one for card in cards for one in self.instruments.get(card.id, ())})
        near = [_name_of(one) for one in known if family_of(one) == family_of(instrument)][:_MOST_NEAR]
        nearest = f"; nearest: {', '.join(near)}" if near else ""
        return f"No document of this store is {_name_of(instrument)}{nearest}."

    def _has(self, card: DocumentCard, provision: Provision) -> bool:
        reading = self._index.reading(card.id)
        return not isinstance(find_places(provision, reading.outline, reading.doc.text), MissingProvision)


def _amended_apart(
    question: str, provision: Provision, cards: tuple[DocumentCard, ...]
) -> tuple[tuple[DocumentCard, ...], ...]:
    """The documents that a question names, in turn: an agreement before its amendments, unless these are meant."""
    amending = tuple(card for card in cards if is_amending(card))
    if amending and OF_AMENDMENT.match(question, provision.span.end):
        return (amending,)
    if names_amendment(question):
        return (cards,)
    others = tuple(card for card in cards if card not in amending)
    return tuple(group for group in (others, amending) if group)


def say_nowhere(provision: Provision) -> str:
    """One sentence: no document of the store has a provision."""
    own = str(provision) if provision.family else f"provision {provision}"
    # The only one of its kind has no number: “the Schedule”.
    outer = (f"the {unit}" if unit.rungs == ("",) else str(unit) for unit in reversed(provision.within))
    return f"No document of this store has {'an' if own[0] in 'aeiouA' else 'a'} {' of '.join((own, *outer))}."


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _name_of(instrument: Instrument) -> str:
    return f"{'Practice Direction' if instrument[0] == 'direction' else 'Part'} {instrument[1]}"
