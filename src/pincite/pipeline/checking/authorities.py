"""The documents of a store as a register: rules, sections and cases by the keys of citations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from pincite.domain.authority import Authority
from pincite.domain.hit import DocumentCard
from pincite.domain.profile import DocumentKind
from pincite.legal.citations import CitationKind, LegalCitation, find_citations
from pincite.legal.instruments import find_instruments, guide_documents
from pincite.legal.provision_places import MissingProvision, find_places
from pincite.legal.provisions import Provision, find_provisions, split_number
from pincite.ports.store import Library
from pincite.spans import Span

_RULES = frozenset({CitationKind.CPR, CitationKind.PRACTICE_DIRECTION})
# A provision at the end of a key, by its unit: "Limitation Act 1980 s 33(1)", "18/1997 Sb. § 33 odst. 1".
_UNITS = {"s": "section", "Sch": "schedule", "Pt": "part", "Ch": "chapter", "para": "paragraph", "art": "article"}
_IN_ACT = re.compile(
    r"(?P<name>.{1,200}?(?:\d{4}|\sSb\.))\s(?P<unit>s|Sch|Pt|Ch|para|art|reg|r|§)\s?(?P<number>\d[\w.() ]{0,40})$"
)
_IN_GUIDE = re.compile(r"(?P<name>.{1,80}? Guide)\s(?P<place>(?:Appendix |Annex )?\S{1,20})$")
# How far into a document its own name, number or citation stands.
_HEAD = 1500


class StoreRegister:
    """Looks up citations in the documents of a store.

    A provision or a case that is a document of the store, or stands in one, is there with its words. One that a
    document only cites is there without them.
    """

    name = "store"

    def __init__(self, library: Library) -> None:
        self._library = library

    def covers(self, citation: LegalCitation) -> bool:
        """Tell whether it covers a kind: all but annexes without a document."""
        return citation.kind is not CitationKind.ANNEX

    def look_up(self, citation: LegalCitation, key: str) -> Authority | None:
        """Return a provision or case with its text, or without text if a document only cites it, or None."""
        found = next(self._standing(citation.kind, key), None)
        if found is None and (card := self._citing.get(key)):
            return Authority(key, place=f"cited in {card.path}")
        return found

    def _standing(self, kind: CitationKind, key: str) -> Iterator[Authority]:
        if kind in _RULES:
            for provision in find_provisions(key)[:1]:
                yield from self._provision(provision, self._instruments.get(provision.instrument or ("", ""), ()), key)
            return
        match = (_IN_GUIDE if kind is CitationKind.GUIDE else _IN_ACT).match(key)
        name = match["name"] if match else key
        cards = self._guide(name) if kind is CitationKind.GUIDE else self._headed(name, case=kind.is_case)
        if match is None:
            yield from (self._whole(card) for card in cards)
        else:
            yield from self._provision(_inner(match), cards, key)

    def _provision(self, provision: Provision, cards: Sequence[DocumentCard], key: str) -> Iterator[Authority]:
        for card in cards:
            if provision.is_whole_instrument:
                yield self._whole(card)
                continue
            reading = self._library.reading(card.id)
            places = find_places(provision, reading.outline, reading.doc.text)
            for place in [] if isinstance(places, MissingProvision) else places[:1]:
                yield Authority(f"{key}, {place.path}", place.span.slice(reading.doc.text), card.path)

    def _whole(self, card: DocumentCard) -> Authority:
        return Authority(card.title or card.path, self._library.text(card.id), card.path)

    def _guide(self, name: str) -> list[DocumentCard]:
        return [self._library.card(doc_id) for doc_id in self._guides.get(name, ())]

    def _headed(self, name: str, *, case: bool) -> list[DocumentCard]:
        """Return the Acts or judgments with a name or citation in their title or opening."""
        wanted = DocumentKind.JUDGMENT if case else DocumentKind.LEGISLATION
        return [card for card, head in self._heads if card.kind == wanted and name in head]

    @cached_property
    def _instruments(self) -> dict[tuple[str, str], list[DocumentCard]]:
        found: dict[tuple[str, str], list[DocumentCard]] = {}
        for doc_id, instruments in find_instruments(self._library.cards).items():
            for instrument in instruments:
                found.setdefault(instrument, []).append(self._library.card(doc_id))
        return found

    @cached_property
    def _guides(self) -> dict[str, tuple[str, ...]]:
        return guide_documents(self._library.cards)

    @cached_property
    def _heads(self) -> list[tuple[DocumentCard, str]]:
        kinds = {DocumentKind.LEGISLATION, DocumentKind.JUDGMENT}
        cards = [card for card in self._library.cards if card.kind in kinds]
        return [(card, " ".join(f"{card.title or ''} {self._library.text(card.id)[:_HEAD]}".split())) for card in cards]

    @cached_property
    def _citing(self) -> dict[str, DocumentCard]:
        """Map each key that any document cites to a document that cites it."""
        found: dict[str, DocumentCard] = {}
        for card in self._library.cards:
            for citation in find_citations(self._library.text(card.id)):
                for key in citation.keys:
                    found.setdefault(key, card)
        return found


def _inner(match: re.Match[str]) -> Provision:
    """Return the provision within a document that a key names."""
    if (place := match.groupdict().get("place")) is not None:
        words = place if place.startswith(("Appendix", "Annex")) else f"paragraph {place}"
    else:
        words = f"{_UNITS.get(match['unit'], '§' if match['unit'] == '§' else '')} {match['number']}".strip()
    found = find_provisions(words)
    return found[0] if found else Provision("", split_number(words.split()[-1]), Span(0, len(words)))
