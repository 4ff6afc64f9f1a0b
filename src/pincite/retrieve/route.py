"""Which document a query names, and what it asks of it.

The two halves of a query do two jobs: the words that name a document find it, the words that ask rank inside it.
Ranking by the whole query would favour passages that repeat the document's name. Where a query names no document the
route stays open and the whole store is searched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard
from pincite.legal.citations.guides import find_courts, find_guides
from pincite.legal.document_names import fold_name, initials_of
from pincite.legal.instruments import (
    Instrument,
    end_of_directions,
    family_of,
    find_instruments,
    guide_documents,
)
from pincite.legal.kind_words import documents_by_kind_word, find_kind_words
from pincite.legal.languages import known_language
from pincite.legal.provision_terms import find_term
from pincite.legal.provisions import WRITTEN, find_provisions
from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.absent import NamePresence, Register, say_absent, say_missing
from pincite.retrieve.asked_rest import ask_of, read_of, with_leads, without_places
from pincite.retrieve.direction_numbers import OF_NAMED, is_of_direction
from pincite.retrieve.exact_name import called_exactly
from pincite.retrieve.names import FEW, PLAIN, Names
from pincite.retrieve.naming import DOCUMENT_NOUNS
from pincite.retrieve.other_agreement import find_missing_agreement
from pincite.retrieve.spoken_names import find_spoken_of
from pincite.spans import Span

# "Consider X; …", "Under X: …": a clause at the front that does nothing but name.
_EXPLICIT = re.compile(
    r"^\s*(?:(?P<set>[^;]{3,300});|"
    r"(?:consider(?:ing)?|regarding|concerning|as to|with respect to|according to|based on)\s++(?P<name>.{3,300}?)[:,])"
    r"\s+(?P<ask>\S.{2,})$",
    re.IGNORECASE | re.DOTALL,
)
# "In the X Agreement, …": a clause at the front that may name.
_FRONT = re.compile(
    r"^\s*(?:in|under|per|for|within|pursuant to)\s++(?P<name>[^;:,]{3,200})[:,]\s+(?P<ask>\S.{2,})$",
    re.IGNORECASE | re.DOTALL,
)
# "Northwind supply contract: …": a front that may name, if it says what kind of document it means.
_NAMING_NOUNS = DOCUMENT_NOUNS | set("booking brochure confirmation invoice leaflet letter part rules terms".split())  # noqa: SIM905
_HEADS = "|".join(sorted(_NAMING_NOUNS))
_HEADED = re.compile(
    rf"^\s*(?P<name>[^;:,?]{{3,100}}?\b(?:{_HEADS})):\s+(?P<ask>\S.{{2,}})$", re.IGNORECASE | re.DOTALL
)
# "under the lease", "our services agreement", "Harbour Court Guide: …": what kind of document is meant.
_OF_A_KIND = re.compile(
    r"(?:\b(?:the|our|my|this)\s+|^\s*)(?P<kind>lease|nda|licen[cs]e|franchise|tenancy|judgment|privacy policy|"
    r"(?:[a-z]+[\s-]){1,2}(?:agreement|contract|lease|licen[cs]e|policy|guide|deed))\b",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"\b[A-Z]{3,6}\b")
# "in the Harbour Court": what a court asks is in its guide.
_COURT = re.compile(r"\b[Ii]n\s+the\s+(?P<court>(?:[A-Z][\w’']+\s+){1,3}Court)\b")
# "the insolvency practice direction", "Solicitors practice direction: …": called by what it is about.
_DIRECTION = re.compile(
    r"(?:\bthe\s+|^\s*)(?P<before>[a-z][\w’'-]*(?:\s[\w’'-]+){0,3}?\s)?(?:practice\s+direction|PD)\b(?!\s*\d)"
    r"(?:\s+(?:on|for|about|concerning|relating\s+to|dealing\s+with)\s+(?P<after>[^?,;:.]{3,80}))?",
    re.IGNORECASE,
)
# A Part of other rules than the civil ones.
_OTHER_RULES = re.compile(r"\b(?!civil\b)[a-z]{3,20}\s{1,3}procedure\s{1,3}rules?\b|\bfpr\b|\bcrimpr\b", re.IGNORECASE)
# How surely names inside a question must stand for a document, in names that are its own, and how far before others.
_SURE, _LEAD = 0.7, 1.2
# A document with less than this share of the best one's score is no rival of it.
_RIVAL = 0.5
# How many documents are compared to decide whether one fits better than the others, and how many are shown.
_COMPARED, _SHOWN = 10, 5


@dataclass(frozen=True, slots=True)
class _Trust:
    """What a match must show before it is believed: a least score, and a lead over the second best.

    The score is in weights of a word that only one document has: in a small store every word weighs less.
    """

    score: float
    lead: float


# The route of a search whose filters leave no document.
NOTHING = ("",)
_NAMES = _Trust(score=0.5, lead=1.02)
_MAY_NAME = _Trust(score=1.0, lead=1.2)


@dataclass(frozen=True, slots=True)
class Route:
    """The documents a query is about (none: all of them), the question without their names, and why.

    `reading` is the question as it is read with passages, where it is not as it is searched.
    `name` are the words of the query that name them, and all of it in a `loose` route, where words of the question only
    happen to stand in their names; `absent` says that what it names is not in the store.
    """

    doc_ids: tuple[str, ...]
    question: str
    why: str
    scores: tuple[tuple[str, float], ...] = ()
    name: str = ""
    absent: str = ""
    loose: bool = False
    reading: str = ""


class Router:
    """Finds the document a query names; where a few fit equally well, all of them; else leaves it open.

    One is made for an open store and kept: it learns what all documents are called when it is first asked.
    """

    def __init__(self, library: Library, backend: SearchBackend) -> None:
        self._library = library
        self._backend = backend
        self._names = Names(library, backend)
        self._register = Register(library, backend)

    @cached_property
    def languages(self) -> Mapping[str, tuple[str, ...]]:
        """The documents by language."""
        return by_language(self._library.cards)

    def best_named(self, words: str, *, k: int) -> list[tuple[str, float]]:
        """The k documents whose names, titles, parties and beginnings match some words best, less those far behind."""
        found = self._backend.matching(words, k=k, layer=Layer.DOCUMENT, share=_RIVAL)
        return [(one.passage.doc_id, one.score) for one in found]

    def using(self, words: Sequence[str]) -> list[str]:
        """The documents that have some words together in a passage."""
        found: list[str] = self._backend.mentions(words).doc_ids.tolist()
        return found

    def route(self, query: str) -> Route:
        """Read a query as a name and a question."""
        if (
            certain := self.family(query)
            or self._by_instrument(query)
            or self._by_guide(query)
            or self._by_direction(query)
        ):
            return certain
        present, absence = self._register.look_up(query)
        if absence is not None:
            sentence = say_absent(absence, self._library)
            return Route((), query, sentence, absent=sentence)
        route = self._by_name(query, present)
        missing = find_missing_agreement(query, route.doc_ids, self._library, self._backend, loose=route.loose)
        if missing is None:
            return route
        sentence = say_missing(missing.words, route.doc_ids, self._library)
        return Route((), query, sentence, absent=sentence)

    def _by_name(self, query: str, present: Sequence[NamePresence]) -> Route:
        """The documents that the query names, or whose names have words of it."""
        found = self._by_reading(query)
        if found.doc_ids:
            # Words that one document owns, and that are none of its name, count less than "the software licence".
            stricter = (self._by_kind_word(query) or self._by_kind(query, least_words=2)) if found.loose else None
            return stricter or found
        return (
            self._by_presence(query, present)
            or self._by_kind_word(query)
            or self._by_kind(query)
            or self._by_initials(query)
            or self._by_court(query)
            or (self._by_spoken_name(query) if not found.doc_ids else None)
            or found
        )

    def _by_instrument(self, query: str) -> Route | None:
        """The Parts and practice directions that the query names by number."""
        if _OTHER_RULES.search(query):
            return None
        in_guide = self._by_guide(query) is not None
        wanted = {
            provision.instrument
            for provision in find_provisions(query)
            if provision.instrument
            # “A Part 24 application” in a guide that the query names is asked of the guide.
            and not (in_guide and find_term(query, provision))
            and not OF_NAMED.match(query, provision.span.end)
            and not is_of_direction(query, provision)
        }
        doc_ids = tuple(doc_id for doc_id, instruments in self.instruments.items() if instruments & wanted)
        return Route(doc_ids, query, _why(_listed(wanted), len(doc_ids))) if 0 < len(doc_ids) <= FEW else None

    def family(self, query: str) -> Route | None:
        """The Part that the query names together with its practice directions, however many these are."""
        for provision in find_provisions(query):
            end = end_of_directions(query, provision.span.end)
            if end is None or provision.instrument is None:
                continue
            doc_ids = tuple(
                doc_id
                for doc_id, instruments in self.instruments.items()
                if provision.instrument in map(family_of, instruments)
            )
            place = Span(provision.span.start, end)
            name = query[place.start : place.end]
            return Route(doc_ids, _rest(query, place), _why(name, len(doc_ids)), name=name) if doc_ids else None
        return None

    def _by_guide(self, query: str) -> Route | None:
        """The guide that the query names."""
        for guide, span in find_guides(query):
            if len(doc_ids := self.guides.get(guide, ())) == 1:
                return Route(doc_ids, _rest(query, span), _why(guide, 1))
        return None

    @cached_property
    def instruments(self) -> Mapping[str, frozenset[Instrument]]:
        """The Parts and practice directions that documents are called."""
        return find_instruments(self._library.cards)

    @cached_property
    def guides(self) -> Mapping[str, tuple[str, ...]]:
        """The documents that are the guide of a court, by its name."""
        return guide_documents(self._library.cards)

    def _by_presence(self, query: str, present: Sequence[NamePresence]) -> Route | None:
        """The few documents that bear a name which the query puts before a word for a document."""
        for thing in present:
            if 0 < len(thing.labelled) <= FEW:
                doc_ids = tuple(sorted(self._library.names.ids(thing.labelled.tolist())))
                return Route(doc_ids, query, _why(thing.thing.words, len(doc_ids)))
        return None

    def _by_kind(self, query: str, *, least_words: int = 1) -> Route | None:
        """The few documents that are what the query calls one: “the lease”, both versions of “our supply agreement”."""
        for phrase in _OF_A_KIND.finditer(query):
            words = fold_name(phrase["kind"])
            if len(re.findall(r"\w+", phrase["kind"])) < least_words:
                continue
            names = self._library.names
            kinds = [kind for kind in names.kinds.words if fold_name(kind) == words]
            titled = names.titles.containing(words)
            # Thousands of documents may be of a kind, and need not be listed to see that they are not a few.
            if max(len(titled), *map(names.kinds.count, kinds), 0) > FEW:
                continue
            fitting = {*titled.tolist(), *chain.from_iterable(map(names.kinds.documents, kinds))}
            if 0 < len(fitting) <= FEW:
                return Route(tuple(sorted(names.ids(fitting))), query, _why(phrase["kind"], len(fitting)))
        return None

    def _by_kind_word(self, query: str) -> Route | None:
        """The only document that is what the query calls one with a capital: “the Act”."""
        words = find_kind_words(query)
        doc_ids = self.kind_words.get(words[0], ()) if len(words) == 1 else ()
        return Route(doc_ids, query, _why(f"the {words[0].capitalize()}", 1)) if len(doc_ids) == 1 else None

    @cached_property
    def kind_words(self) -> Mapping[str, tuple[str, ...]]:
        """The documents that may be called by a word for their kind alone."""
        return documents_by_kind_word(self._library.cards)

    def _by_initials(self, query: str) -> Route | None:
        """The few documents whose title the query shortens: "the MSA"."""
        names = self._library.names
        for initials in _INITIALS.findall(query):
            near = names.ids(names.initials.containing(fold_name(initials)).tolist())
            fitting = [doc_id for doc_id in near if initials_of(self._library.card(doc_id).title or "") == initials]
            if 0 < len(fitting) <= FEW:
                return Route(tuple(sorted(fitting)), query, _why(initials, len(fitting)))
        return None

    def _by_direction(self, query: str) -> Route | None:
        """The few practice directions that the query calls by their subject."""
        for phrase in _DIRECTION.finditer(query):
            titles, words = self._library.names.titles, f"{phrase['before'] or ''} {phrase['after'] or ''}".casefold()
            subject: list[str] = []
            fitting = set(titles.containing(fold_name("practice direction")))
            for word in re.findall(r"[^\W\d_]{3,}", words):
                narrower = fitting & set(titles.containing(word)) if word not in PLAIN else set()
                fitting, subject = (narrower, [*subject, word]) if narrower else (fitting, subject)
            if subject and 0 < len(fitting) <= FEW:
                doc_ids = tuple(sorted(self._library.names.ids(fitting)))
                # The subject stays in the question: it says what is asked about, unlike the name of a court.
                return Route(doc_ids, query, _why(" ".join(subject), len(fitting)))
        return None

    def _by_spoken_name(self, query: str) -> Route | None:
        """The only document that speaks of somebody whom the query names: "Ada Gullane", who manages its works."""
        name, doc_id = find_spoken_of(query, self._library, self._backend)
        return Route((doc_id,), query, f"only it speaks of “{name}”", loose=True) if doc_id else None

    def _by_court(self, query: str) -> Route | None:
        """The guide of the court that the query is about, where the store has the one."""
        courts = find_courts(query)
        if len({name for name, _ in courts}) == 1 and len(doc_ids := self.guides.get(courts[0][0], ())) == 1:
            places = [with_leads(query, span) for _, span in courts]
            return Route(doc_ids, ask_of(query, places), _why(courts[0][0], 1))
        for phrase in _COURT.finditer(query):
            names = self._library.names
            guides = names.titles.containing(fold_name(f"{phrase['court']} Guide"))
            if len(guides) == 1:
                rest = ask_of(query, [phrase.span()])
                return Route(tuple(names.ids(guides.tolist())), rest, _why(phrase["court"], 1))
        return None

    def _by_reading(self, query: str) -> Route:
        rarest = math.log(1 + (len(self._library.cards) - 0.5) / 1.5)
        for name, question, trust in _readings(query):
            if called := called_exactly(name, self._library):
                return Route(called, question, _why(name, 1), name=name)
            scores = self.best_named(name, k=_COMPARED)
            best = scores[0][1] if scores else 0.0
            fitting = tuple(id for id, score in scores if score * trust.lead >= best)
            if best >= trust.score * rarest and len(fitting) <= (2 if trust is _NAMES else 1):
                return Route(fitting, question, _why(name, len(fitting)), tuple(scores[:_SHOWN]), name)
        return self._by_names(query)

    def _by_names(self, query: str) -> Route:
        """Find the names wherever they stand."""
        named = self._names.find(query)
        best = named.scores[0][1] if named.scores else 0.0
        fitting = tuple(id for id, score in named.scores if score * _LEAD >= best)
        if best < _SURE or len(fitting) > FEW:
            return Route((), query, "no document is named")
        said = " … ".join(query[start:end] for start, end in named.places)
        why = _why(said, len(fitting)) if said else "words of the question stand in its name or parties"
        asked, reading = ask_of(query, named.places), read_of(query, named.places)
        return Route(fitting, asked, why, named.scores, said or query, loose=not said, reading=reading)


def is_loosely_named(query: str, route: Route) -> bool:
    """Tell whether a query's words only happen to stand in the name of the documents it was routed to.

    So do ordinary words, written small, after “a” or with no word for a document: “my drum”, and drum hire terms.
    """
    if route.loose or not route.name:
        return route.loose
    if any(name == route.name for name, _, _ in _readings(query)):
        return False
    words = re.findall(r"[^\W_]+", route.name)
    any_one = re.search(rf"\b(?:an?|any|another)\s{{1,3}}{re.escape(route.name)}\b", query) is not None
    return all(word.islower() and (any_one or word not in _NAMING_NOUNS) for word in words)


def by_language(cards: Iterable[DocumentCard]) -> Mapping[str, tuple[str, ...]]:
    """Documents by language; what is not known counts as English."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(known_language(card.language), []).append(card.id)
    return {language: tuple(doc_ids) for language, doc_ids in found.items()}


def _readings(query: str) -> Iterator[tuple[str, str, _Trust]]:
    """The ways to read the front of a query as a name, the most explicit first."""
    if explicit := _EXPLICIT.match(query):
        yield explicit["name"] or explicit["set"], explicit["ask"].strip(), _NAMES
    for front in (_FRONT.match(query), _HEADED.match(query)):
        if front:
            yield front["name"], front["ask"].strip(), _MAY_NAME


def _listed(instruments: Iterable[tuple[str, str]]) -> str:
    called = {"part": "Part", "rhan": "Rhan", **WRITTEN}
    return ", ".join(f"{called[kind]} {number}" for kind, number in sorted(instruments))


def _why(name: str, documents: int) -> str:
    return f"“{name}” names it" if documents == 1 else f"“{name}” fits {documents} documents equally"


def without_name(query: str, route: Route) -> str:
    """A query without the words that name its document, however little else is left of it."""
    if route.question != query or not route.name or route.loose:
        return route.question
    places, at = [], 0
    for name in route.name.split(" … "):
        at = query.find(name, at)
        if at < 0:
            return route.question
        places.append((at, at + len(name)))
    rest = without_places(query, places)
    return rest if any(word not in PLAIN for word in re.findall(r"[^\W_]+", rest.casefold())) else query


def _rest(query: str, name: Span) -> str:
    """What a query asks of what it names at one place: what follows "Consider X;", or the rest of its sentence."""
    explicit = _EXPLICIT.match(query)
    if explicit and name.end <= explicit.start("ask"):
        return explicit["ask"].strip()
    return ask_of(query, [with_leads(query, name)])
