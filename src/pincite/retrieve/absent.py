"""Is what a question names in the store? If not, that is the answer: a look-alike must not be answered from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from pincite.domain.hit import DocumentCard, part_humps
from pincite.ports import SearchIndex
from pincite.retrieve.naming import NamedThing, find_named_things, fold_name

# A name is known to a document that has it in its label, or in so many of its passages.
_MENTIONS = 3
# A name of fewer letters is looked for as a word, not inside others.
_SHORT = 4
_INITIALS = 6
_NEAREST = 3
_WORD = re.compile(r"[^\W_]+")
# "section 33 of the Arbitration Act", "What does the Act say": the law itself is asked for, not what is said of it.
_LAW_ASKED = re.compile(
    r"\b(?:s\.?|ss\.?|sections?|rules?|r\.|regulations?|articles?|art\.|part|paragraphs?|para\.?|form)\s*\d*[A-Z]?\d*\b|"
    r"\bwhat\s+(?:does|do|are the rules in)\b|^\s*under\b",
    re.IGNORECASE,
)


_CONTRACT = re.compile(r"\b(?:agreement|contract|deal|lease|licen[cs]e|nda)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Absence:
    """Something a question names that no document is about; `nearest` are the documents most like it."""

    thing: NamedThing
    nearest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Presence:
    """What a question names that is there: the documents that bear the name in their label, or speak of it much."""

    thing: NamedThing
    labelled: tuple[str, ...]
    speaking: tuple[str, ...]


class Register:
    """Knows by which names the documents of a store go."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index

    def look_up(self, question: str) -> tuple[list[Presence], Absence | None]:
        """What a question names: the things that are there, and the first that is not."""
        present: list[Presence] = []
        for thing in find_named_things(question):
            names = self._telling(thing, question)
            if not names:
                continue
            if thing.published:
                titled = self._all([self._titled(name) for name in names])
                if not titled and self._asks_for(thing, question, present):
                    return present, Absence(thing, self._nearest(thing))
                present.append(Presence(thing, tuple(sorted(titled)), ()))
                continue
            labelled = self._most([self._labelled(name) for name in names])
            least = 1 if thing.doubtful else _MENTIONS
            speaking = self._most([self._speaking(name, least) | self._labelled(name) for name in names])
            if not labelled and not speaking:
                return present, Absence(thing, self._nearest(thing))
            present.append(Presence(thing, tuple(sorted(labelled)), tuple(sorted(speaking))))
        return present, None

    def _telling(self, thing: NamedThing, question: str) -> list[str]:
        """The names of a thing that tell one document from another.

        The first word of a question has its capital from there, and in a question without capitals any word may be a
        name: such a word counts where no document uses it, or one bears it.
        """
        plain = not any(word[:1].isupper() for word in thing.names)
        kept = []
        for name in thing.names:
            opening = question.lstrip(" \"'“‘").startswith(name) and not thing.law
            if (plain or opening) and not self._labelled(name) and self._rows(name).any():
                continue
            kept.append(name)
        return kept

    def _asks_for(self, thing: NamedThing, question: str, present: Sequence[Presence]) -> bool:
        """Tell whether a law or guide is itself asked about, and not what a contract says of it."""
        if not thing.law:
            return True
        rules = {"civil", "procedure"} >= {fold_name(name) for name in thing.names}
        if rules and any(card.kind == "court-rules" for card in self._index.cards):
            return False
        return not present and not _CONTRACT.search(question) and bool(_LAW_ASKED.search(question))

    @staticmethod
    def _all(found: Sequence[set[str]]) -> set[str]:
        return set.intersection(*found) if found else set()

    @staticmethod
    def _most(found: Sequence[set[str]]) -> set[str]:
        """The documents with the most of several names, and more than half: a long name is seldom given as it is."""
        counts = Counter(id for one in found for id in one)
        best = max(counts.values(), default=0)
        return {id for id, count in counts.items() if count == best and 2 * best > len(found)}

    def _titled(self, name: str) -> set[str]:
        """The documents with a name in their file's name or title."""
        folded = fold_name(name)
        return {
            id
            for id, label in self._labels.items()
            if folded in label.title or (name.isupper() and folded in label.initials)
        }

    def _labelled(self, name: str) -> set[str]:
        """The documents with a name in their file's name, title or parties, whole or as initials; or at their head."""
        folded = fold_name(name)
        if len(folded) < _SHORT:
            by_label = {id for id, label in self._labels.items() if folded in label.words}
        else:
            by_label = {id for id, label in self._labels.items() if folded in label.folded}
        if name.isupper() and 2 <= len(folded) <= _INITIALS:
            by_label |= {id for id, label in self._labels.items() if folded in label.initials}
        return by_label | {id for id, score in self._index.name_scores(name).items() if score > 0}

    def _speaking(self, name: str, least: int) -> set[str]:
        """The documents that use a name in several of their passages."""
        rows = self._rows(name)
        return {
            card.id
            for card in self._index.cards
            if int(rows[(own := self._index.rows_of(card.id)).start : own.stop].sum()) >= least
        }

    def _rows(self, name: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        found: np.ndarray[tuple[int], np.dtype[np.bool_]] = self._index.lexical_scores(name) > 0
        return found

    def _nearest(self, thing: NamedThing) -> tuple[str, ...]:
        """The documents that share most with a thing that is not there: its kind, or part of its name."""
        scores = self._index.name_scores(" ".join((*thing.names, *thing.kinds)))
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
        return tuple(id for id, score in best[:_NEAREST] if score > 0)

    @cached_property
    def _labels(self) -> dict[str, _Label]:
        return {card.id: _label(card) for card in self._index.cards}


@dataclass(frozen=True, slots=True)
class _Label:
    title: str
    folded: str
    words: frozenset[str]
    initials: str


def _label(card: DocumentCard) -> _Label:
    parts = (Path(card.path).stem, part_humps(Path(card.path).stem), card.title or "", *card.parties)
    words = [fold_name(word) for part in parts for word in _WORD.findall(part)]
    strong = [word for word in words if word not in {"and", "of", "the", "for", "in", "to"}]
    return _Label(
        title=" ".join(fold_name(part) for part in parts[:3]),
        folded=" ".join(fold_name(part) for part in parts),
        words=frozenset(words),
        initials="".join(word[:1] for word in strong) + " " + "".join(word[:1] for word in words),
    )


class Labelled(Protocol):
    """A store's cards, as a message about them needs."""

    @property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document."""
        ...


def say_absent(absence: Absence, library: Labelled) -> str:
    """One sentence: what is not there, and what is nearest to it."""
    known = {card.id: card.title or Path(card.path).name for card in library.cards}
    nearest = "; ".join(known[id] for id in absence.nearest if id in known)
    tail = f" Nearest: {nearest}." if nearest else ""
    what = absence.thing.words
    if absence.thing.law:
        return f"{what[:1].upper()}{what[1:]} is not in this store.{tail}"
    return f"No document about {what if what.lower().startswith('the ') else 'the ' + what} is in this store.{tail}"
