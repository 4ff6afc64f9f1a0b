"""Names inside a query: words that one document has, and has at its beginning, name that document.

A party's name, a product, the title of a policy: such a word or pair of words stands in one document (or in a few of
the same parties) and nowhere else, while the words of a question stand in many. So a name is found by how far its
occurrences belong to one document, wherever it stands in the query and however it is written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.ports import SearchIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r"\s*[\"'“‘]")
# More words than this are a document, not a question.
_MOST_WORDS = 60
# A word is a name of a document that has so much of its occurrences; less is chance.
_OWNED = 0.55
# A word of a file's name, a title or a party is a name unless more than this share of the documents use it, and any
# word unless more than that share begin with it.
_USED, _BEGUN = 0.02, 0.05
# How many documents may share a name that a query is believed to mean: contracts of the same parties.
FEW = 4
# How many documents are looked into for a name.
_MOST_NAMED = 40
# What a word of the label counts beside one of the text, and what each further word of it adds where documents compete.
_LABEL, _FURTHER = 1.5, 0.2
# Words that ask, join or call any document what it is: they name none.
PLAIN = frozenset(
    """
    a about according agreement all also an and any are as at be been between by can company contract could deal did
    do document does each for form from had has have how i if in inc into is it its lease license licence limited llc
    ltd may me must my nda no not of on or other our party parties per plan policy pursuant say says shall should so
    terms than that the their them there these they this those to under upon us was we were what when where whether
    which who whom whose why will with within would you your
    """.split()  # noqa: SIM905 - a list to be read
)
# What documents call themselves, and what may stand between the words of a name.
_KIND = frozenset(
    """
    act agreement amendment contract deed guarantee guide judgment lease licence license nda note plan policy rule rules
    statute terms
    """.split()  # noqa: SIM905
)
_JOINS = frozenset("a an and by between for mutual non disclosure of privacy the with".split())  # noqa: SIM905
_ENDS = frozenset("s inc llc ltd limited corp co plc".split())  # noqa: SIM905
LEADS = frozenset("according at by for from in its of on our per pursuant the their to under with within a an".split())  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class Named:
    """How surely a query names which documents, the surest first, and the places in the query that name the first."""

    scores: tuple[tuple[str, float], ...]
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _WholeName:
    """A name by its words, with the documents whose file bears it, and those with such a title or party."""

    words: tuple[str, ...]
    of_files: list[int]
    of_others: list[int]


class Names:
    """Finds the names of an index's documents in queries."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index

    def find(self, query: str) -> Named:
        """The documents whose names stand in a query."""
        words = list(_WORD.finditer(query))[:_MOST_WORDS]
        spelt = [word[0].casefold() for word in words]
        sums: dict[int, float] = {}
        said: dict[int, list[tuple[int, int]]] = {}
        for first, last, owned in (*self._features(spelt), *self._whole_names(words)):
            for document in np.flatnonzero(owned >= _OWNED).tolist():
                sums[document] = sums.get(document, 0.0) + float(owned[document])
                said.setdefault(document, [])
                if all(self._names(document, words[at][0]) for at in range(first, last + 1)):
                    said[document].append((first, last))
        for document in sums:
            sums[document] += _FURTHER * sum(self._rarity(word, document) for word in set(spelt))
        order = sorted(sums, key=lambda document: (-sums[document], document))
        scores = tuple((self._index.cards[document].id, sums[document]) for document in order[:5])
        return Named(scores, _places(words, said[order[0]]) if order else ())

    def _names(self, document: int, word: str) -> bool:
        """Tell whether a word does nothing but name a document.

        A defined term or a role ("the Bank") points to its document too, but asks as well: it stays in the question.
        """
        if document not in self._labels.get(word.casefold(), ()):
            return False
        beginning = self._index.beginning(self._index.cards[document].id)
        return word[0].isupper() or not re.search(rf"\bthe\s+\W?{re.escape(word)}\b", beginning, re.IGNORECASE)

    def _features(self, words: Sequence[str]) -> Iterator[tuple[int, int, Floats]]:
        """Each word, and each pair of neighbours, with the share of it that every document owns."""
        begins = [self._begins(word) for word in words]
        most = max(2, _BEGUN * len(self._index.cards))
        rare = [int(begun.sum()) <= most and word not in PLAIN for word, begun in zip(words, begins, strict=True)]
        rows = cache(lambda at: self._index.lexical_scores(words[at]) > 0)
        for at, word in enumerate(words):
            if rare[at] and begins[at].any():
                owned = self._owned(rows(at), self._capital(begins[at], word))
                yield at, at, np.maximum(owned, self._labelled(word, rows(at)))
            if not at or not (rare[at] or rare[at - 1]):
                continue
            if (both := begins[at - 1] & begins[at]).any():
                yield at - 1, at, self._owned(rows(at - 1) & rows(at), self._capital(both, words[at - 1], word))
            if not {words[at - 1], word} & PLAIN and (joined := words[at - 1] + word) in self._labels:
                yield at - 1, at, self._labelled(joined, self._index.lexical_scores(joined) > 0)

    def _whole_names(self, words: Sequence[re.Match[str]]) -> Iterator[tuple[int, int, Floats]]:
        """Every stretch of capitals that is all of a file's name, a title or a party's name."""
        spelt = [word[0].casefold() for word in words]
        capital = [word[0][:1].isupper() for word in words]
        for at in range(len(words)):
            for name in self._first_words.get(spelt[at], ()):
                last = at + len(name.words) - 1
                if tuple(spelt[at : last + 1]) != name.words or not all(capital[at : last + 1]):
                    continue
                # One ordinary word at the head of a sentence has its capital from there.
                if len(name.words) == 1 and not at and not _QUOTED.match(words[at].string):
                    continue
                # A file is named on purpose; what was read as a title or party may be a phrase that all documents use.
                others = name.of_others if name.of_others and self._seldom_said(name.words) else []
                yield at, last, self._shared_out(sorted({*name.of_files, *others}))

    def _begins(self, word: str) -> Mask:
        """Which documents have a word in their name or beginning."""
        found = {} if word in PLAIN or len(word) == 1 else self._index.name_scores(word)
        return np.array([found.get(card.id, 0.0) > 0 for card in self._index.cards], dtype=bool)

    def _capital(self, begins: Mask, *words: str) -> Mask:
        """Those of the documents that begin with the words as a name: never without its capitals."""
        kept = begins.copy()
        few = np.flatnonzero(begins)
        if len(few) > _MOST_NAMED:
            return np.zeros_like(begins)
        gap = r"\W+"
        pattern = re.compile(rf"\b{gap.join(map(re.escape, words))}\b", re.IGNORECASE)
        for at in few.tolist():
            card = self._index.cards[at]
            label = " ".join(_label_parts(card))
            found = pattern.findall(f"{label}\n{self._index.beginning(card.id)}")
            kept[at] = bool(found) and all(part[:1].isupper() for one in found for part in _WORD.findall(one))
        return kept

    def _owned(self, rows: Mask, opening: Mask) -> Floats:
        """How much of a word's occurrences belong to each document that has it in its name or beginning.

        Counted by the share of a document's rows, so that a long document does not own every word.
        """
        documents, sizes = self._rows
        density = np.bincount(documents[rows], minlength=len(sizes)) / sizes
        total = density.sum()
        return np.where(opening, density / total, 0.0) if total else density

    def _labelled(self, word: str, rows: Mask) -> Floats:
        """The documents with a word in their label, unless the word is a common one."""
        return self._shared_out(self._labels.get(word, []) if len(word) > 2 and self._seldom(rows) else [])

    def _seldom(self, rows: Mask) -> bool:
        """Tell whether few documents use what stands in these rows."""
        documents, sizes = self._rows
        return len(np.unique(documents[rows])) <= max(2, _USED * len(sizes))

    def _shared_out(self, documents: Sequence[int]) -> Floats:
        share = np.zeros(len(self._index.cards))
        share[documents] = _LABEL if len(documents) <= FEW else 0.0
        return share

    def _rarity(self, word: str, document: int) -> float:
        """How rare a word of a document's label is among labels, from 0 (not in it, or in all) to 1 (in no other)."""
        having = self._labels.get(word, ())
        return 1 - math.log(len(having)) / math.log(len(self._index.cards) + 1) if document in having else 0.0

    @cached_property
    def _labels(self) -> dict[str, list[int]]:
        """Which documents have a word in the name of their file, their title or their parties' names."""
        found: dict[str, list[int]] = {}
        for at, card in enumerate(self._index.cards):
            label = " ".join(_label_parts(card))
            for word in dict.fromkeys(_WORD.findall(f"{label} {part_humps(label)}".casefold())):
                found.setdefault(word, []).append(at)
        return found

    @cached_property
    def _first_words(self) -> dict[str, list[_WholeName]]:
        """Whole names by their first word."""
        known: dict[tuple[str, ...], _WholeName] = {}
        for at, card in enumerate(self._index.cards):
            for place, part in enumerate(_label_parts(card)):
                words = tuple(_WORD.findall(part_humps(part).casefold()))
                while words and words[-1] in _ENDS:
                    words = words[:-1]
                if not set(words) <= PLAIN:
                    name = known.setdefault(words, _WholeName(words, [], []))
                    owners = name.of_files if place == 0 else name.of_others
                    owners += [] if at in owners else [at]
        found: dict[str, list[_WholeName]] = {}
        for name in known.values():
            found.setdefault(name.words[0], []).append(name)
        return found

    def _seldom_said(self, words: Sequence[str]) -> bool:
        rows = [self._index.lexical_scores(word) > 0 for word in words if word not in PLAIN]
        return self._seldom(np.logical_and.reduce(rows))

    @cached_property
    def _rows(self) -> tuple[NDArray[np.int64], Floats]:
        """The document of every row, and how many rows each has."""
        ranges = [self._index.rows_of(card.id) for card in self._index.cards]
        documents = np.full(max((rows.stop for rows in ranges), default=0), -1, dtype=np.int64)
        for at, rows in enumerate(ranges):
            documents[rows.start : rows.stop] = at
        sizes = np.array([max(len(rows), 1) for rows in ranges], dtype=float)
        return documents, sizes


def _label_parts(card: DocumentCard) -> tuple[str, ...]:
    return (readable_stem(card.path), card.title or "", *card.parties)


def _places(words: Sequence[re.Match[str]], said: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The stretches of a query that name, each with what belongs to it: “under the”, “Inc.”, “agreement”."""
    spelt = [word[0].casefold() for word in words]
    names = {at for first, last in said for at in range(first, last + 1)}
    found: list[tuple[int, int]] = []
    for at in sorted(names):
        first = last = at
        while last + 1 < len(spelt) and (words[last + 1][0][0].isupper() or _goes_on(spelt, names, last + 1)):
            last += 1
        while first and spelt[first - 1] in LEADS:
            first -= 1
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return tuple((words[first].start(), _end(words[last])) for first, last in found)


def _end(word: re.Match[str]) -> int:
    """Where a name's last word ends; the point after "Inc" is its own."""
    return word.end() + (word[0].casefold() in _ENDS and word.string[word.end() : word.end() + 1] == ".")


def _goes_on(spelt: Sequence[str], names: set[int], at: int) -> bool:
    """Tell whether a name goes on with a word: part of it, what ends a company's name, or before more of it."""
    if at in names or spelt[at] in _KIND or spelt[at] in _ENDS:
        return True
    if at + 1 < len(spelt) and spelt[at + 1] in _KIND and spelt[at] not in PLAIN:
        return True  # "merger agreement", "facility agreement"
    while at < len(spelt) and spelt[at] in _JOINS:
        at += 1
    return at < len(spelt) and (at in names or spelt[at] in _KIND) and spelt[at - 1] in _JOINS
