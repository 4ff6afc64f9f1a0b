"""Is what a question names in the store? If not, that is the answer: a look-alike must not be answered from."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentMentions
from pincite.legal.citations.guides import court_called
from pincite.legal.document_names import SHORT, fold_name, shortened_label
from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.counterparties import counterparties, is_counterparty
from pincite.retrieve.names import FEW
from pincite.retrieve.naming import NamedThing, find_named_things
from pincite.retrieve.other_agreement import is_in_passing
from pincite.retrieve.spelling import is_ordinary
from pincite.retrieve.unknown_kinds import find_unknown_kind
from pincite.retrieve.unknown_sources import find_unknown_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

    # Which documents are meant, in the order of the cards.
    Mask = NDArray[np.bool_]
    # Which documents have a name: of all, or at least of some.
    FindNamed = Callable[[str, frozenset[str] | None], Mask]

# A name is known to a document that has it in its label, or in this many of its passages.
_MENTIONS = 3
_INITIALS = 6
_NEAREST = 3
_WORD = re.compile(r"[^\W_]+")
# “Halden's lease” needs no article.
_OWNED = re.compile(r"(?:[^\s]{2,40}\s){0,3}[^\s]{2,60}['’]s?\s")
# "section 33 of the Arbitration Act", "Under the Act": the law itself is asked for, not what is said of it.
_UNIT = r"(?:s|ss|sections?|rules?|r|regulations?|articles?|art|part|paragraphs?|para|form)(?![a-z])\.?"
_LAW_ASKED = re.compile(
    rf"\b{_UNIT}\s*\d*[A-Z]?\d*\b|\bwhat\s+(?:does|do|are the rules in)\b|^\s*under\b", re.IGNORECASE
)
# "How long is it under the Pilotage Rules?"
_UNDER = re.compile(r"\b(?:under|in|by|per|according\s+to)\s+(?:the\s+)?\Z", re.IGNORECASE)
# "What does section 4 of the Act …": its own words are asked for, before the name and after it.
_WORDS_ASKED = re.compile(
    rf"\bwhat\s+(?:does|do|did|are\s+the\s+rules\s+in)\s+(?:the\s+)?(?:{_UNIT}[\s\w().-]{{0,20}}?)?(?:(?:of|in)\s+)?(?:the\s+)?\Z",
    re.IGNORECASE,
)
_UNIT_NUMBER = re.compile(rf"\b{_UNIT}\s{{0,3}}(?P<number>\d+[A-Z]{{0,2}}|[A-Z]\b)", re.IGNORECASE)
# So many words may stand between those of a law's name: “Late Payment of Commercial Debts (Interest) Act”.
_BETWEEN = r"\W+(?:\w+\W+){0,4}?"
# A document that speaks of a provision gives its number so near to the law's name.
_BESIDE = 120
_MOST_READ = 40
_PHRASE = 2  # words that make a phrase


_CONTRACT = re.compile(r"\b(?:agreement|contract|deal|lease|licen[cs]e|nda)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Absence:
    """Something a question names that no document is about; `nearest` are the documents most like it.

    `party` is the other side of an agreement, where there are only agreements of the one side with others.
    """

    thing: NamedThing
    nearest: tuple[str, ...]
    party: str = ""


@dataclass(frozen=True, slots=True)
class NamePresence:
    """What a question names that is there, and the documents that bear the name in their label, by their numbers.

    Where more than a few do, perhaps not all of them: then it tells no document from another.
    """

    thing: NamedThing
    labelled: NDArray[np.int64]


class Register:
    """Knows by which names the documents of a store go."""

    def __init__(self, library: Library, backend: SearchBackend) -> None:
        self._library = library
        self._backend = backend
        self._kept: tuple[NDArray[np.object_], NDArray[np.int64]] | None = None

    def look_up(self, question: str) -> tuple[list[NamePresence], Absence | None]:
        """What a question names: the things that are there, and the first that is not."""
        present: list[NamePresence] = []
        for thing in find_named_things(question):
            # A name is looked up once, though it may be asked for twice.
            in_labels = cache(partial(self._in_labels, thing=thing))
            names = self._telling(thing, question, in_labels)
            if not names:
                continue
            found: NamePresence | Absence | None
            if thing.published:
                found = self._look_up_published(thing, names, question, present)
            else:
                found = self._look_up_agreement(thing, names, question, in_labels)
            if isinstance(found, Absence):
                return present, found
            present += [found] if found else []
        unknown = find_unknown_source(question, self._library, self._backend)
        if unknown is None and not any(len(thing.labelled) for thing in present):
            unknown = find_unknown_kind(question, self._library, self._backend)
        return present, Absence(unknown, self._nearest(unknown)) if unknown else None

    def _look_up_published(
        self, thing: NamedThing, names: Sequence[str], question: str, present: Sequence[NamePresence]
    ) -> NamePresence | Absence:
        """A law or guide: the documents that are titled so, or that there is none."""
        titled = np.logical_and.reduce([self._titled(name, thing) for name in names])
        if not thing.law:
            # A court's rules may be of what its guide is called by, and are not the guide.
            titled &= ~self._mask(self._library.names.kinds.having("court-rules"))
        if not titled.any() and self._asks_for(thing, question, present) and not self._is_cited(thing, question):
            return Absence(thing, self._nearest(thing))
        return NamePresence(thing, np.flatnonzero(titled))

    def _look_up_agreement(
        self, thing: NamedThing, names: Sequence[str], question: str, in_labels: Callable[[str], Mask]
    ) -> NamePresence | Absence | None:
        """An agreement: the documents that bear its name, or that there is none; None where it need not be one."""
        labelled_by = cache(partial(self._labelled, in_labels=in_labels))
        labelled = np.logical_and.reduce([in_labels(name) for name in names])
        if np.count_nonzero(labelled) <= FEW:
            labelled = self._with_most(names, labelled_by)
        if thing.vague and not labelled.any():
            return None
        if self._is_unheard_of(thing, names, in_labels) or (
            not labelled.any() and not self._is_spoken_of(thing, names, labelled_by)
        ):
            mentioned = is_in_passing(question, thing.span) and self._backend.mentions(names)
            return None if mentioned else Absence(thing, self._nearest(thing))
        if other := self._missing_party(thing, question, labelled):
            return Absence(thing, self._ids(labelled), other)
        return NamePresence(thing, np.flatnonzero(labelled if labelled.any() else self._only_speaking(thing, names)))

    def _only_speaking(self, thing: NamedThing, names: Sequence[str]) -> Mask:
        """The only document that often uses a name which none bears: “the Kestrel support deal”, on such a program."""
        peculiar = [name for name in names if name[:1].isupper() and not is_ordinary(name)]
        none = self._mask(np.zeros(0, dtype=np.int64))
        if thing.doubtful or thing.vague or not peculiar:
            return none
        speaking = np.logical_and.reduce([self._speaking(name, _MENTIONS, None) for name in peculiar])
        return speaking if np.count_nonzero(speaking) == 1 else none

    def _is_unheard_of(self, thing: NamedThing, names: Sequence[str], in_labels: Callable[[str], Mask]) -> bool:
        """Tell whether no document has what is peculiar to a name, though it has the rest: “Gullane National Bank”."""
        peculiar = [name for name in names if not is_ordinary(name)]
        if thing.doubtful or thing.vague or not 0 < len(peculiar) < len(names):
            return False
        return not any(in_labels(name).any() or self._backend.mentions([name]) for name in peculiar)

    def _missing_party(self, thing: NamedThing, question: str, labelled: Mask) -> str:
        """The other side of an agreement that none of the few documents with the name of the one side is with."""
        doc_ids = self._ids(labelled)
        if thing.doubtful or thing.vague or not 0 < len(doc_ids) <= FEW:
            return ""
        return next((other for other in counterparties(question, thing.span) if not self._any_with(other, doc_ids)), "")

    def _any_with(self, other: str, doc_ids: Sequence[str]) -> bool:
        return any(is_counterparty(other, self._library.card(one), self._library.text(one)) for one in doc_ids)

    def _ids(self, documents: Mask) -> tuple[str, ...]:
        return tuple(sorted(self._library.names.ids(np.flatnonzero(documents).tolist())))

    def _is_cited(self, thing: NamedThing, question: str) -> bool:
        """Tell whether a document speaks of a law, and of the provision asked about: then that may be what is meant."""
        if not thing.law or _WORDS_ASKED.search(question[: thing.span.start]):
            return False
        if {"procedure", "rules"} <= set(thing.words.casefold().split()) and self._is_of_rules(thing):
            return False
        year = [word for word in thing.kinds if word.isdigit()]
        words = [*_WORD.findall(thing.words.removesuffix(" ".join(year)))]
        named = re.compile(_BETWEEN.join(map(re.escape, [*words, *year])), re.IGNORECASE)
        numbers = {found["number"] for found in _UNIT_NUMBER.finditer(question)}
        said = self._backend.mentions([*thing.names, *year])
        texts = (self._library.text(doc_id) for doc_id in list(said.doc_ids)[:_MOST_READ])
        return any(_has_all(text, found, numbers) for text in texts for found in named.finditer(text))

    def _is_of_rules(self, thing: NamedThing) -> bool:
        """Tell whether only other rules of courts speak of some rules: they point to them, and are not they."""
        ruled = set(self._library.names.ids(self._library.names.kinds.having("court-rules").tolist()))
        said = list(self._backend.mentions(thing.names).doc_ids)[:_MOST_READ]
        return bool(said) and ruled.issuperset(said)

    def _with_most(self, names: Sequence[str], find: FindNamed) -> Mask:
        """The documents with the most of several names, and more than half: a long name is seldom given as it is.

        Each of them has one of the names that are the rarest. So the others, which thousands may have and an engine
        takes long to list, are looked up in the few documents that have these, and not at all where none has.
        """
        order = sorted(names, key=lambda name: self._library.names.words.count(name.casefold()))
        telling = (len(names) + 1) // 2
        rarest = [find(name, None) for name in order[:telling]]
        having = np.flatnonzero(np.logical_or.reduce(rarest))
        if not len(having):
            return rarest[0]
        few = len(having) <= _MOST_READ
        among = frozenset(self._library.names.ids(having.tolist())) if few else None
        return _most([*rarest, *(find(name, among) for name in order[telling:])])

    def _is_spoken_of(self, thing: NamedThing, names: Sequence[str], labelled_by: FindNamed) -> bool:
        """Tell whether documents often mention a thing, or have part of its name and mention the rest."""
        least = 1 if thing.doubtful else _MENTIONS

        def find(name: str, among: frozenset[str] | None) -> Mask:
            return self._speaking(name, least, among) | labelled_by(name, among)

        return bool(self._with_most(names, find).any()) or self._is_ordinary_phrase(names)

    def _is_ordinary_phrase(self, names: Sequence[str]) -> bool:
        """Tell whether ordinary words together are what a document speaks of in passing: “Garden Leave”."""
        if len(names) < _PHRASE or not all(map(is_ordinary, names)):
            return False
        written = re.compile(r"\W+".join(rf"\b{re.escape(name)}\b" for name in names), re.IGNORECASE)
        found = list(self._backend.mentions(names).doc_ids)[:_MOST_READ]
        return any(written.search(self._library.text(doc_id)) for doc_id in found)

    def _telling(self, thing: NamedThing, question: str, in_labels: Callable[[str], Mask]) -> list[str]:
        """The names of a thing that tell one document from another.

        The first word of a question has its capital from there, and in a question without capitals any word may be a
        name: such a word counts where no document uses it, or one bears it.
        """
        plain = not any(word[:1].isupper() for word in thing.names)
        kept = []
        for name in thing.names:
            opening = question.lstrip(" \"'“‘").startswith(name) and not thing.law
            borne = not (plain or opening) or in_labels(name).any() or self._backend.count_named(name)
            if borne or not self._backend.mentions([name]):
                kept.append(name)
        return kept

    def _asks_for(self, thing: NamedThing, question: str, present: Sequence[NamePresence]) -> bool:
        """Tell whether a law or guide is itself asked about, and not what a contract says of it."""
        if not thing.law:
            return not thing.vague
        rules = {"civil", "procedure"} >= {fold_name(name) for name in thing.names}
        if rules and "court-rules" in self._library.names.kinds:
            return False
        before = question[: thing.span.start]
        if not before.strip(" \"'“‘") or _WORDS_ASKED.search(before):
            return not present
        asked = _LAW_ASKED.search(question) or _UNDER.search(before)
        return not present and not _CONTRACT.search(question) and asked is not None

    def _titled(self, name: str, thing: NamedThing) -> Mask:
        """The documents with a name in their file's name or title."""
        folded, names = fold_name(name), self._library.names
        found = self._mask(names.titles.containing(folded))
        court = court_called(name) if "guide" in thing.kinds else ""
        if court:
            # "The Commercial Court" has the initials of another court.
            found |= self._mask(names.titles.containing(fold_name(court)))
        elif name.isupper():
            found[self._shortened(folded, thing)] = True
        return found

    def _labelled(self, name: str, among: frozenset[str] | None, *, in_labels: Callable[[str], Mask]) -> Mask:
        """The documents with a name in their label or at their head; of the latter, those among some."""
        begun = self._backend.mentions([name], layer=Layer.DOCUMENT, documents=among)
        return self._mask_of(begun) | in_labels(name)

    def _in_labels(self, name: str, *, thing: NamedThing) -> Mask:
        """The documents with a name in their file's name, title or parties, whole or as initials."""
        folded, names = fold_name(name), self._library.names
        found = self._mask(np.zeros(0, dtype=np.int64))
        if len(folded) < SHORT:
            found[names.short_words.documents(folded)] = True
        else:
            found[names.titles.containing(folded)] = True
            found[names.parties.containing(folded)] = True
        if name.isupper() and 2 <= len(folded) <= _INITIALS:
            found[self._shortened(folded, thing)] = True
        return found

    def _shortened(self, initials: str, thing: NamedThing) -> list[int]:
        """The documents with a name that some initials stand for, alone or with what follows them: “the TCC Guide”."""
        names = self._library.names
        whole = {initials, initials + "".join(word[0] for word in thing.kinds if not word.isdigit())}
        near = names.initials.containing(initials).tolist()
        return [at for at in near if whole & shortened_label(self._library.card(names.doc_ids[at]))]

    def _speaking(self, name: str, least: int, among: frozenset[str] | None) -> Mask:
        """The documents that use a name in several of their passages; of all, or among some."""
        said = self._backend.mentions([name], documents=among)
        return self._mask_of(said, said.counts >= least)

    def _mask(self, numbers: NDArray[np.integer]) -> Mask:
        found = np.zeros(len(self._library.names.doc_ids), dtype=bool)
        found[numbers] = True
        return found

    def _mask_of(self, said: DocumentMentions, wanted: Mask | None = None) -> Mask:
        places = said.places if wanted is None else said.places[wanted]
        return self._mask(self._numbers_of(said.known)[places])

    def _numbers_of(self, known: NDArray[np.object_]) -> NDArray[np.int64]:
        """The numbers of documents, kept while an engine goes on to give the same ones."""
        kept = self._kept
        if kept is None or kept[0] is not known:
            numbers = self._library.names.numbers
            # An engine may know documents that are no longer in the library; it finds none of them.
            kept = known, np.array([numbers.get(doc_id, -1) for doc_id in known.tolist()], dtype=np.int64)
            self._kept = kept
        return kept[1]

    def _nearest(self, thing: NamedThing) -> tuple[str, ...]:
        """The documents that share most with a thing that is not there: its kind, or part of its name."""
        words = " ".join((*thing.names, *thing.kinds))
        names = self._library.names
        shared = np.zeros(len(names.doc_ids))
        for word in {word for word in _WORD.findall(words.casefold()) if word in names.words}:
            having = names.words.having(word)
            shared[having] += math.log(1 + len(shared) / len(having))
        if best := _largest(shared, _NEAREST):
            return tuple(names.doc_ids[number] for number in best)
        # No document is called so: then the words they begin with are compared, which takes an engine longer.
        found = self._backend.matching(words, k=_NEAREST, layer=Layer.DOCUMENT)
        return tuple(one.passage.doc_id for one in found)


def _largest(values: NDArray[np.float64], count: int) -> list[int]:
    """Where the largest values above 0 stand, the largest first and equals in order."""
    if len(values) > count:
        # Sorting all takes a hundred thousand documents longer than all else that is done for a question.
        values = np.where(values >= np.partition(values, -count)[-count], values, 0)
    places = np.flatnonzero(values)
    found: list[int] = places[np.argsort(-values[places], kind="stable")[:count]].tolist()
    return found


def _has_all(text: str, found: re.Match[str], numbers: Collection[str]) -> bool:
    """Tell whether all of some numbers stand beside a place of a text."""
    beside = text[max(found.start() - _BESIDE, 0) : found.end() + _BESIDE]
    return all(re.search(rf"\b{re.escape(number)}\b", beside, re.IGNORECASE) for number in numbers)


def _most(found: Sequence[Mask]) -> Mask:
    """The documents that are found most often, and by more than half of the searches."""
    counts = np.sum(found, axis=0)
    best = counts.max(initial=0)
    wanted: Mask = (counts == best) & bool(2 * best > len(found))
    return wanted


def say_absent(absence: Absence, library: Library) -> str:
    """One sentence: what is not there, and what is nearest to it."""
    what = absence.thing.words
    if absence.party:
        return f"No such agreement with {absence.party} is in this store.{_say_nearest(absence.nearest, library)}"
    if absence.thing.law:
        verb = "are" if re.search(r"(?:rules|regulations|laws)(?: \d{4})?$", what, re.IGNORECASE) else "is"
        return f"{what[:1].upper()}{what[1:]} {verb} not in this store.{_say_nearest(absence.nearest, library)}"
    if not absence.thing.kinds:
        return f"No document about {what} is in this store.{_say_nearest(absence.nearest, library)}"
    return say_missing(what, absence.nearest, library)


def say_missing(words: str, nearest: Sequence[str], library: Library) -> str:
    """One sentence: there is no document that goes by some words, and which are nearest."""
    called = words if words.lower().startswith("the ") or _OWNED.match(words) else f"the {words}"
    return f"No document about {called} is in this store.{_say_nearest(nearest, library)}"


def _say_nearest(doc_ids: Sequence[str], library: Library) -> str:
    cards = [library.card(doc_id) for doc_id in doc_ids]
    nearest = "; ".join(card.title or Path(card.path).name for card in cards)
    return f" Nearest: {nearest}." if nearest else ""
