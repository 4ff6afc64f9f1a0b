"""Questions that name a provision by number: answered with the provision, or with a note that it is missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.context import trimmed
from pincite.domain.answer import NOT_FOUND, Answer, NoteKind, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.domain.reading import Reading
from pincite.domain.section import Section
from pincite.files import readable_stem
from pincite.legal.amending import asks_change, is_amending
from pincite.legal.changed_provisions import find_changed
from pincite.legal.document_names import initials_of
from pincite.legal.provision_places import MissingProvision, ProvisionPlace, find_places
from pincite.legal.provision_terms import find_term
from pincite.legal.provisions import Provision, find_provisions
from pincite.pipeline.asking.provision_documents import Aim, Holders, ProvisionDocuments, say_nowhere
from pincite.pipeline.asking.quote_places import place_source, quote_places
from pincite.ports.store import Library
from pincite.retrieve.naming import DOCUMENT_NOUNS
from pincite.retrieve.route import Route, Router
from pincite.spans import Span

# Words that ask for a provision without asking anything about it.
_ASKS = frozenset(
    """
    a about actual again all an and are article be bring bye byelaw can clause condition contain contained contains
    content contents copy could cover covered covers cpr cite d deal deals did display do does exact exactly fetch find
    for from full get give go goes has have how i in is it its just kindly let like ll look me my need now of on open
    out paragraph para part paste please pls plz pd practice direction print provide provided provides provision pull
    quote quotation read reads recite refer regulation remind repeat reproduce rule s say saying says section see set
    shall should show standing order state states tell term terms text thank thanks that the there this to type under up
    us ve verbatim want was we what whats which word worded wording words would write you your co kdo jaké jaký jak zní
    říká
    """.split()  # noqa: SIM905 - a list to be read
)
_FOREIGN = re.compile(
    r"\b(?P<name>(?:[A-Z][\w’']+\s+(?:(?:of|and|the)\s+)?){1,5}(?:Act|Rules|Regulations?|Code|Order|Directive|Ordinance|Statute)\b(?:\s+\d{4})?)"
)
# "Article 28 of the GDPR": a law by its initials; "of the TCC guide", "of the PNX Corral merger agreement" name a
# document, as any other name would.
_NAME_GOES_ON = (
    r"(?:(?:\s{1,9}|[/–-])(?:[A-Z&][\w.&’'-]{0,30})){0,4}"
    r"(?:\s{1,9}(?!(?:a|an|and|any|by|for|if|in|is|of|or|our|that|the|this|to|under|with|your)\b)[a-z-]{2,20})?"
)
_DEALS = frozenset(
    {"acquisition", "alliance", "buyout", "collaboration", "merger", "partnership", "takeover", "venture"}
)
_BY_INITIALS = re.compile(
    r"\d[\w.()]{0,20}\s{1,9}(?:of\s{1,9})?(?:the\s{1,9})?(?P<initials>[A-Z]{3,6})\b"
    rf"(?!{_NAME_GOES_ON}\s{{1,9}}(?i:{'|'.join(sorted((DOCUMENT_NOUNS - {'treaty'}) | _DEALS))})\b)"
)
# "clause 45 of the lease": the number is said to be the document's own, and not that of a law it may speak of.
_OF_DOCUMENT = re.compile(
    r"\s{0,9},?\s{0,9}(?:of|in|to)\s{1,9}(?:the|our|my|your|this|that|its|their)\b", re.IGNORECASE
)
_PREPOSITION = re.compile(
    r"\b(?:under|in|of|per|by|with|from|according\s+to|pursuant\s+to)\s+(?:the\s+|cpr\s+)?\Z", re.IGNORECASE
)
_OWN_RULES = "civil procedure rules"
_OWN_INITIALS = frozenset({"CPR"})
# How much of a provision is quoted; a longer one is cut where one of its parts ends.
_LONGEST = 6000
_MOST = 3


@dataclass(frozen=True, slots=True)
class ProvisionScope:
    """Where to search for a question that mentions a provision, and the question without the provision."""

    question: str
    doc_id: str
    within: tuple[Span, ...]
    why: str


@dataclass(frozen=True, slots=True)
class _PossibleLack:
    """What to say of a number that a document does not have, though it may be of a law the document speaks of."""

    answer: Answer
    number: str


class ProvisionFinder:
    """Finds the provisions that questions name by number."""

    def __init__(self, index: Library, router: Router) -> None:
        self._index = index
        self._documents = ProvisionDocuments(index, router)

    def answer(self, question: str, *, allowed: Sequence[str] | None = None) -> Answer | ProvisionScope | None:
        """Return the provision as an answer, or a note that it is missing; the scope of a question on it; or None."""
        found = self._look_up(question, allowed)
        return found if not isinstance(found, _PossibleLack) else None

    def with_lack(self, answer: Answer, question: str, *, allowed: Sequence[str] | None = None) -> Answer:
        """An answer that says of a provision in the question that the document has none of its number.

        That is all there is to say where nothing was found; a quotation that has the number shows whose it is.
        """
        found = self._look_up(question, allowed)
        if not isinstance(found, _PossibleLack):
            return answer
        if not answer.found:
            return found.answer
        number = re.compile(rf"(?<!\w){re.escape(found.number)}(?!\w)")
        if any(number.search(citation.quote) for citation in answer.citations):
            return answer
        note = " ".join(filter(None, (found.answer.note, answer.note)))
        return replace(answer, note=note, note_kind=answer.note_kind or found.answer.note_kind)

    def _look_up(self, question: str, allowed: Sequence[str] | None) -> Answer | ProvisionScope | _PossibleLack | None:
        provisions = find_provisions(question)[:_MOST]
        if not provisions or _is_foreign(question, self._index.cards):
            return None
        terms = {one.span: term for one in provisions if (term := find_term(question, one))}
        rest = _without(question, provisions)
        aim = self._documents.aim(rest) if set(_words(rest)) - _ASKS else Aim(Route((), rest, ""))
        route = aim.route
        if route.absent and self._documents.aim(question).route.absent:
            return None  # the search says so
        asked = {word for word in _words(route.question) if word not in _ASKS and not self._names(route, word)}
        pairs: list[tuple[Provision, Holders]] = []
        for provision in provisions:
            holders = self._documents.find(question, provision, aim, allowed)
            term = terms.get(provision.span, "")
            if term and ((route.doc_ids and not aim.guess) or not self._documents.holds_term(term, provision, holders)):
                # “A Part 24 application” in a guide that the question names is asked of the guide.
                return None
            if holders.absent:
                absent = _absent(holders.absent, kind=NoteKind.NOT_IN_STORE, question=question)
                # “Paragraph 2 of PD 9, or paragraph 3”: nothing else is asked for that may be there.
                others = {one.instrument for one in provisions} - {provision.instrument, None}
                alone = len(provisions) == 1 or (provision.instrument and not others)
                return absent if alone else None
            if holders.first is None:
                return None
            if asked and self._documents.is_instrument(holders.first, provision):
                why = f"{provision} is {holders.first.title}"
                return ProvisionScope(_tidy(route.question), holders.first.id, (), why)
            pairs.append((provision, holders))
        return self._resolve(question, pairs, route, about=bool(asked))

    def clauses(self, question: str, *, allowed: Sequence[str] | None = None) -> list[tuple[DocumentCard, Section]]:
        """Return the numbered clauses that a question names, in the documents that it names."""
        provisions = [one for one in find_provisions(question)[:_MOST] if not one.is_whole_instrument]
        aim = self._documents.aim(_without(question, provisions)) if provisions else Aim(Route((), question, ""))
        found: list[tuple[DocumentCard, ProvisionPlace]] = []
        for provision in provisions:
            found += self._places(provision, self._documents.find(question, provision, aim, allowed))[0]
        return [(card, place.section) for card, place in found if place.section is not None]

    def holds(self, card: DocumentCard, provision: Provision) -> bool:
        """Tell whether a document has a provision."""
        return bool(self._places_in(provision, [card])[0])

    def _resolve(
        self, question: str, pairs: Sequence[tuple[Provision, Holders]], route: Route, *, about: bool
    ) -> Answer | ProvisionScope | _PossibleLack | None:
        if changed := self._changed(question, [provision for provision, _ in pairs]):
            return self._quoted(question, changed)
        found: list[tuple[DocumentCard, ProvisionPlace]] = []
        missing: list[tuple[DocumentCard, MissingProvision]] = []
        for provision, holders in pairs:
            places, lacking = self._places(provision, holders)
            found += places
            missing += lacking if not places else []
        if not found:
            return self._missing(question, pairs, missing, about=about)
        if about and sum(len(place.span) for _, place in found) > _SHORT:
            doc_id = found[0][0].id
            spans = tuple(place.span for card, place in found if card.id == doc_id)
            return ProvisionScope(_tidy(route.question), doc_id, spans, f"within {found[0][1].path}")
        return self._quoted(question, found)

    def _missing(
        self,
        question: str,
        pairs: Sequence[tuple[Provision, Holders]],
        missing: Sequence[tuple[DocumentCard, MissingProvision]],
        *,
        about: bool,
    ) -> Answer | _PossibleLack | None:
        """Return what is said of a provision that is nowhere: of its document if the question names that."""
        provision, holders = pairs[0]
        if find_term(question, provision):
            return None
        if about and provision.is_whole_instrument and missing and self._documents.is_any_instrument(missing[0][0]):
            # “Part 7 or Part 8?” asked of Part 56 means other Parts of the rules, and none of its own.
            return None
        if missing and holders.named:
            lack = self._missing_provision(question, missing)
            foreign = about and provision.instrument is None and not _OF_DOCUMENT.match(question, provision.span.end)
            return _PossibleLack(lack, provision.rungs[0]) if foreign else lack
        # A number in a question on something else may be of a law that nobody named.
        if not missing or not holders.all_seen or (about and provision.instrument is None):
            return None
        return _absent(say_nowhere(provision), kind=NoteKind.NO_PROVISION, question=question)

    def _names(self, route: Route, word: str) -> bool:
        """Tell whether a word stands in the name of a document of a route: it asks nothing about the provision."""
        names = self._index.names
        return any(names.words.holds(word, names.numbers[doc_id]) for doc_id in route.doc_ids)

    def _places(
        self, provision: Provision, holders: Holders
    ) -> tuple[list[tuple[DocumentCard, ProvisionPlace]], list[tuple[DocumentCard, MissingProvision]]]:
        """The places of a provision in the first group of documents that has any; else where each lacks it."""
        missing: list[tuple[DocumentCard, MissingProvision]] = []
        for group in holders.groups:
            found, lacking = self._places_in(provision, group)
            missing = missing or lacking
            # If the question names no document, the number must exist in only one.
            if len({card.id for card, _ in found}) > 1 and len(group) > _FEW:
                return [], []
            if found:
                return found, []
        return [], missing

    def _places_in(
        self, provision: Provision, documents: Sequence[DocumentCard]
    ) -> tuple[list[tuple[DocumentCard, ProvisionPlace]], list[tuple[DocumentCard, MissingProvision]]]:
        found: list[tuple[DocumentCard, ProvisionPlace]] = []
        missing: list[tuple[DocumentCard, MissingProvision]] = []
        for card in documents:
            reading = self._index.reading(card.id)
            if self._documents.is_instrument(card, provision):
                return [(card, _body(reading))], []
            places = find_places(provision, reading.outline, reading.doc.text)
            if isinstance(places, MissingProvision):
                missing.append((card, places))
            else:
                found += [(card, place) for place in places]
        if not found and len(documents) <= _FEW:
            # An amendment says what becomes of a clause that it does not have itself.
            found = [(card, place) for card in documents for place in self._changes(provision, card)]
        return found, missing

    def _changed(self, question: str, provisions: Sequence[Provision]) -> list[tuple[DocumentCard, ProvisionPlace]]:
        """What amendments do to provisions, where that is what a question asks."""
        amending = [card for card in self._index.cards if is_amending(card)] if asks_change(question) else []
        if len(amending) > _FEW:
            return []
        return [(card, place) for one in provisions for card in amending for place in self._changes(one, card)]

    def _changes(self, provision: Provision, card: DocumentCard) -> list[ProvisionPlace]:
        reading = self._index.reading(card.id)
        return find_changed(provision, reading.outline, reading.doc.text)

    def _quoted(self, question: str, found: Sequence[tuple[DocumentCard, ProvisionPlace]]) -> Answer:
        steps = tuple(Step("provision", f"{place.path} of {card.path}, by its number") for card, place in found)
        answer = quote_places(self._index, question, found, steps=steps, most=_LONGEST, confidence=_SURE)
        if len({citation.section for citation in answer.citations}) == len(found):
            return answer
        note = f"{len(found)} provisions bear this number."
        return replace(answer, note=note, note_kind=NoteKind.SEVERAL_PROVISIONS)

    def _missing_provision(self, question: str, missing: Sequence[tuple[DocumentCard, MissingProvision]]) -> Answer:
        card, lack = missing[0]
        name = card.title or readable_stem(card.path)
        nearest = f"; nearest: {lack.nearest.path}" if lack.nearest else ""
        note = f"“{name}” has no {lack.lacking}{nearest}."
        sources: tuple[NumberedSource, ...] = ()
        if lack.nearest:
            text = self._index.text(card.id)
            span = trimmed(text, lack.nearest.span)
            page = self._index.place(Passage(card.id, span)).page
            nearest_place = Passage(card.id, span)
            sources = (place_source(1, card, lack.nearest.path, nearest_place, span.slice(text), page, score=_SURE),)
        return _absent(note, kind=NoteKind.NO_PROVISION, question=question, sources=sources)


_SHORT = 2500
_FEW = 4
_SURE = 0.97
_ABSENT = 0.03


def _absent(note: str, *, kind: NoteKind, question: str = "", sources: tuple[NumberedSource, ...] = ()) -> Answer:
    ranking = Ranking(question, (), (Step("provision", note),))
    return Answer(
        question,
        NOT_FOUND,
        found=False,
        confidence=_ABSENT,
        sources=sources,
        ranking=ranking,
        note=note,
        note_kind=kind,
    )


def _body(reading: Reading) -> ProvisionPlace:
    """Return the span of a whole document, without its title and table of contents."""
    outline = reading.outline
    top = next((section for section in outline.sections[1:] if section.number), outline.sections[0])
    whole = top if len(top.span) * 2 > len(reading.doc.text) else outline.sections[0]
    return ProvisionPlace(whole.span, outline.path(whole) or reading.profile.title or "", whole)


def _is_foreign(question: str, cards: Sequence[DocumentCard]) -> bool:
    """Tell whether a question names an Act or rules that are not in the store."""
    own = {initials_of(card.title or "") for card in cards} | {noun.upper() for noun in DOCUMENT_NOUNS} | _OWN_INITIALS
    unknown = {match["initials"] for match in _BY_INITIALS.finditer(question)} - own
    if unknown and not all(any(_bears(card, word) for card in cards) for word in unknown):
        return True
    for match in _FOREIGN.finditer(question):
        words = match["name"].casefold()
        known = any(words in (card.title or "").casefold() or words in card.path.casefold() for card in cards)
        if _OWN_RULES not in words and len(words.split()) > 1 and not known:
            return True
    return False


def _bears(card: DocumentCard, initials: str) -> bool:
    """Tell whether initials stand in the name of a document or of a party: "FLIR Systems, Inc."."""
    names = " ".join((card.path, card.title or "", *card.parties))
    return re.search(rf"(?<![A-Za-z]){initials}(?![A-Za-z])", names) is not None


def _without(question: str, provisions: Sequence[Provision]) -> str:
    """Remove the provisions from a question; one that is part of the sentence is replaced by “it”."""
    parts: list[str] = []
    at = 0
    for provision in provisions:
        before = question[at : provision.span.start]
        framed = _PREPOSITION.search(before)
        part = not framed and (question[: provision.span.start].strip() and _words(question[provision.span.end :]))
        parts += [before[: framed.start()] if framed else before, "it" if part else ""]
        at = provision.span.end
    return _tidy(" ".join(" ".join([*parts, question[at:]]).split()))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold().replace("’", "'").replace("'s", ""))


def _tidy(question: str) -> str:
    return re.sub(r"^[\s,;:–—-]++|(?<!\s)\s++(?=[?,.;])", "", question).strip()
