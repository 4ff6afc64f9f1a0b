"""Names inside a query: words that one document has, and has at its beginning, name that document.

A party's name, a product, the title of a policy: such a word or pair of words stands in one document (or in a few of
the same parties) and nowhere else, while the words of a question stand in many. So a name is found by how far its
occurrences belong to one document, wherever it stands in the query and however it is written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentMentions
from pincite.files import readable_stem
from pincite.legal.document_names import COMPANY_ENDS, DocumentNames
from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.naming import DOCUMENT_NOUNS
from pincite.retrieve.spelling import english_words

_WORD = re.compile(r"[^\W_]+")
_GAP = r"\W+"  # between the words of a name
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
# A word of so few letters names nothing by itself.
_SHORT = 2
# So many words a whole name may have: a title may be long.
_LONGEST_NAME = 30
# So many words may stand between what only one document is called and the word for its kind.
_LONGEST_REST = 10
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
# What stands before a word within a sentence.
_WITHIN = re.compile(r"[^\W_,][,(“\"‘']{0,2}[^\S\n]{1,3}[(“\"‘']{0,2}\Z|[(“\"‘']\Z")
_NEAR = 8
# What documents call themselves, and what may stand between the words of a name.
_KIND = frozenset(
    """
    act agreement amendment contract deed guarantee guide judgment lease licence license nda note plan policy rule rules
    statute tenancy terms
    """.split()  # noqa: SIM905
)
_JOINS = frozenset("a an and by between for mutual non disclosure of privacy the with".split())  # noqa: SIM905
LEADS = frozenset(
    "according as at by for from in its of on our per pursuant the their to under with within a an".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class NameMatch:
    """How surely a query names which documents, the surest first, and the places in the query that name the first."""

    scores: tuple[tuple[str, float], ...]
    places: tuple[tuple[int, int], ...]


# How much of a name belongs to which documents, by their numbers.
Shares = dict[int, float]
# In which documents some words stand.
Find = Callable[[tuple[str, ...]], DocumentMentions]


class Names:
    """Finds the names of a store's documents in queries."""

    def __init__(self, library: Library, backend: SearchBackend) -> None:
        self._library = library
        self._backend = backend

    @property
    def _known(self) -> DocumentNames:
        return self._library.names

    def find(self, query: str) -> NameMatch:
        """The documents whose names stand in a query."""
        words = list(_WORD.finditer(query))[:_MOST_WORDS]
        spelt = [word[0].casefold() for word in words]
        sums: dict[int, float] = {}
        said: dict[int, list[tuple[int, int]]] = {}
        # A word is looked up once for a query, however many names it may be part of.
        using = cache(lambda names: self._backend.mentions(names))
        for first, last, shares in (*self._features(words, using), *self._whole_names(words, using)):
            for document, share in shares.items():
                sums[document] = sums.get(document, 0.0) + share
                said.setdefault(document, [])
                if all(self._names(document, words, at) for at in range(first, last + 1)):
                    said[document].append((first, last))
        for document in sums:
            sums[document] += _FURTHER * sum(self._rarity(word, document) for word in dict.fromkeys(spelt))
        order = sorted(sums, key=lambda document: (-sums[document], document))
        scores = tuple((self._known.doc_ids[document], sums[document]) for document in order[:5])
        if not order:
            return NameMatch(scores, ())
        borne = {at for at, word in enumerate(spelt) if word not in PLAIN and self._known.words.holds(word, order[0])}
        return NameMatch(scores, _places(words, said[order[0]], self._plurals(spelt, order[0]), borne))

    def _plurals(self, spelt: Sequence[str], document: int) -> set[int]:
        """The places of words whose plural a document's label has: "prevention order" where it says "orders"."""
        labels = self._known.words
        return {at for at, word in enumerate(spelt) if word not in PLAIN and labels.holds(f"{word}s", document)}

    def _names(self, document: int, words: Sequence[re.Match[str]], at: int) -> bool:
        """Tell whether a word does nothing but name a document.

        A defined term or a role ("the Bank") points to its document too, but asks as well: it stays in the question. So
        does an ordinary word ("my membership").
        """
        word, doc_id = words[at][0], self._known.doc_ids[document]
        if not self._known.words.holds(word.casefold(), document):
            return False
        if word[0].isupper():
            return True
        if not _calls(words, at) and self._is_ordinary((word,), [doc_id]):
            return False
        beginning = self._library.beginning(doc_id)
        return not re.search(rf"\bthe\s+\W?{re.escape(word)}\b", beginning, re.IGNORECASE)

    def _features(self, written: Sequence[re.Match[str]], using: Find) -> Iterator[tuple[int, int, Shares]]:
        """Each word, and each pair of neighbours, with the documents that own most of it."""
        words = [word[0].casefold() for word in written]
        begun = [self._count_begun(word) for word in words]
        most = max(2, _BEGUN * len(self._known.doc_ids))
        rare = [count is not None and count <= most for count in begun]
        for at, word in enumerate(words):
            if rare[at] and begun[at]:
                # "go" in small letters is a verb, though one document has it as part of a name ("Go-Quill").
                short = len(word) <= _SHORT and written[at][0].islower()
                proper = at > 0 and not written[at][0].islower()
                owned = {} if short else self._owned((word,), using, proper=proper)
                plain = written[at][0].islower() and not _calls(written, at)
                yield at, at, _larger(owned, self._labelled(word, using, plain=plain))
            if not at:
                continue
            pair = words[at - 1], word
            if written[at - 1][0][:1].isupper() and written[at][0][:1].isupper():
                yield at - 1, at, self._both_in_label(pair, using)
            if not (rare[at] or rare[at - 1]):
                continue
            if begun[at - 1] and begun[at]:
                proper = not (written[at - 1][0].islower() and written[at][0].islower())
                yield at - 1, at, self._owned(pair, using, proper=proper)
            if not {*pair} & PLAIN and (joined := "".join(pair)) in self._known.words:
                yield at - 1, at, self._labelled(joined, using)

    def _whole_names(self, words: Sequence[re.Match[str]], using: Find) -> Iterator[tuple[int, int, Shares]]:
        """Every stretch of capitals that is all of a file's name, a title or a party's name."""
        spelt = [word[0].casefold() for word in words]
        files, others = self._known.file_names, self._known.other_names
        for at in range(len(words)):
            for last in range(at, min(at + _LONGEST_NAME, len(words))):
                if not words[last][0][:1].isupper():
                    break
                own = spelt[at : last + 1]
                name = " ".join(own)
                # One ordinary word at the head of a sentence has its capital from there.
                opening = len(own) == 1 and not at and not _QUOTED.match(words[at].string)
                if set(own) <= PLAIN or opening or not (name in files or name in others):
                    continue
                filed = files.documents(name)
                if not filed and others.count(name) > FEW:
                    continue
                # A file is named on purpose; what was read as a title or party may be a phrase that all documents use.
                titled = others.documents(name) if name in others and self._seldom(own, using) else []
                yield at, last, _shared_out({*filed, *titled})

    def _count_begun(self, word: str) -> int | None:
        """How many documents have a word in their name or beginning; None for one that names nothing."""
        return None if word in PLAIN or len(word) == 1 else self._backend.count_named(word)

    def _capital(self, words: tuple[str, ...]) -> set[str]:
        """The documents that begin with some words as a name: with capitals always; ordinary ones within a sentence."""
        begun = self._backend.mentions(words, layer=Layer.DOCUMENT)
        if len(begun) > _MOST_NAMED:
            return set()
        pattern = re.compile(rf"\b{_GAP.join(map(re.escape, words))}\b", re.IGNORECASE)
        # "Demurrage" may head a clause and name its document; "Long hair is tied back" names none.
        rare = not all(word in english_words() for word in words)
        kept = set()
        doc_ids = begun.doc_ids.tolist()
        for doc_id, beginning in zip(doc_ids, self._library.beginnings(doc_ids), strict=True):
            card = self._library.card(doc_id)
            label = " ".join((readable_stem(card.path), card.title or "", *card.parties))
            text = f"{label}\n{beginning}"
            found = list(pattern.finditer(text))
            capital = all(part[:1].isupper() for one in found for part in _WORD.findall(one[0]))
            if capital and (rare or any(_is_within(text, one.start(), len(label)) for one in found)):
                kept.add(doc_id)
        return kept

    def _owned(self, words: tuple[str, ...], using: Find, *, proper: bool) -> Shares:
        """The document that has most of the occurrences of some words, of those that begin with them.

        Counted by the share of a document's passages, so that a long document does not own every word. Words that are
        not `proper`, written small in the query, are no name if a document writes them small too.
        """
        opening = self._capital(words)
        if not opening:
            return {}
        found = using(words)
        density = found.counts / np.maximum(found.sizes, 1)
        shares = density / density.sum() if len(found) else density
        most = np.flatnonzero(shares >= _OWNED)
        owners = zip(found.known[found.places[most]].tolist(), shares[most].tolist(), strict=True)
        owned = {self._known.numbers[doc_id]: share for doc_id, share in owners if doc_id in opening}
        if not owned or proper:
            return owned
        likeliest = found.known[found.places[np.argsort(-shares, kind="stable")[:FEW]]].tolist()
        return {} if self._is_ordinary(words, likeliest) else owned

    def _is_ordinary(self, words: tuple[str, ...], doc_ids: Iterable[str]) -> bool:
        """Tell whether one of some documents writes words small: then they are no proper name."""
        small = re.compile(rf"\b{_GAP.join(map(re.escape, words))}\b")
        return any(small.search(self._library.text(doc_id)) for doc_id in doc_ids)

    def _labelled(self, word: str, using: Find, *, plain: bool = False) -> Shares:
        """The documents with a word in their label, unless the word is a common one.

        A `plain` one, written small and not before a word for a document, names none if another document uses it so.
        """
        labels = self._known.words
        # Whether a word is common takes an engine long to say, and is nothing where too many documents bear it.
        if len(word) <= _SHORT or not 0 < labels.count(word) <= FEW or not self._seldom([word], using):
            return {}
        labelled = labels.documents(word)
        if plain:
            own = {self._known.doc_ids[document] for document in labelled}
            others = [doc_id for doc_id in using((word,)).doc_ids if doc_id not in own]
            if self._is_ordinary((word,), others[:FEW]):
                return {}
        return _shared_out(labelled)

    def _both_in_label(self, pair: tuple[str, str], using: Find) -> Shares:
        """The documents whose label has two words that are ordinary by themselves: "Simply Fashion"."""
        labels = self._known.words
        if {*pair} & PLAIN or not all(word in labels for word in pair):
            return {}
        rarer, other = sorted(pair, key=labels.count)
        if labels.count(rarer) > _MOST_NAMED:
            return {}
        shares = _shared_out(document for document in labels.documents(rarer) if labels.holds(other, document))
        return shares if shares and self._seldom(pair, using) else {}

    def _seldom(self, words: Sequence[str], using: Find) -> bool:
        """Tell whether few documents have a passage with all of some words."""
        telling = tuple(word for word in words if word not in PLAIN)
        return len(using(telling)) <= max(2, _USED * len(self._known.doc_ids))

    def _rarity(self, word: str, document: int) -> float:
        """How rare a word of a document's label is among labels, from 0 (not in it, or in all) to 1 (in no other)."""
        labels = self._known.words
        if not labels.holds(word, document):
            return 0.0
        return 1 - math.log(labels.count(word)) / math.log(len(self._known.doc_ids) + 1)


def _calls(words: Sequence[re.Match[str]], at: int) -> bool:
    """Tell whether a word stands before one for a document: "the mooring licence"."""
    return any(word[0].casefold() in DOCUMENT_NOUNS | _KIND for word in words[at + 1 : at + 3])


def _is_within(text: str, at: int, label: int) -> bool:
    """Tell whether a word stands in the label that a text begins with, or within a sentence."""
    return at < label or _WITHIN.search(text[max(0, at - _NEAR) : at]) is not None


def _shared_out(documents: Iterable[int]) -> Shares:
    """What a word or name of the label counts for the documents that bear it, if they are a few."""
    shares = dict.fromkeys(documents, _LABEL)
    return shares if len(shares) <= FEW else {}


def _larger(one: Shares, other: Shares) -> Shares:
    return {document: max(one.get(document, 0.0), other.get(document, 0.0)) for document in {**one, **other}}


def _places(
    words: Sequence[re.Match[str]], said: Sequence[tuple[int, int]], plurals: set[int], borne: set[int]
) -> tuple[tuple[int, int], ...]:
    """The stretches of a query that name, each with what belongs to it: “under the”, “Inc.”, “agreement”."""
    spelt = [word[0].casefold() for word in words]
    names = {at for first, last in said for at in range(first, last + 1)}
    # "The Northwind [web] hosting contract": between a name and what is called so, unlike between two names.
    names |= {at for at in range(1, len(spelt) - 1) if {at - 1, at + 1} <= names and words[at + 1][0].islower()}
    names |= _rest_of_name(words, names, borne)
    found: list[tuple[int, int]] = []
    for at in sorted(names):
        first = last = at
        while last + 1 < len(spelt) and (
            words[last + 1][0][0].isupper() or last + 1 in plurals or _goes_on(spelt, names, last + 1)
        ):
            last += 1
        while first and spelt[first - 1] in LEADS:
            first -= 1
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return tuple((words[first].start(), _end(words[last])) for first, last in found)


def _rest_of_name(words: Sequence[re.Match[str]], names: set[int], borne: set[int]) -> set[int]:
    """The words between a name and a word for a document, where all are of the document's label, or a short form.

    Of "new orris glass / wren (OWL) service agreement" no more than "new orris" may belong to one document alone.
    """
    found: set[int] = set()
    for at in names:
        last = at + 1
        while last < len(words) and last - at < _LONGEST_REST and (last in borne or words[last][0].isupper()):
            last += 1
        if last < len(words) and words[last][0].casefold() in _KIND:
            found.update(range(at + 1, last + 1))
    return found


def _end(word: re.Match[str]) -> int:
    """Where a name's last word ends; the point after "Inc" is its own."""
    return word.end() + (word[0].casefold() in COMPANY_ENDS and word.string[word.end() : word.end() + 1] == ".")


def _goes_on(spelt: Sequence[str], names: set[int], at: int) -> bool:
    """Tell whether a name goes on with a word: part of it, what ends a company's name, or before more of it."""
    if at in names or spelt[at] in _KIND or spelt[at] in COMPANY_ENDS:
        return True
    if at + 1 < len(spelt) and spelt[at + 1] in _KIND and spelt[at] not in PLAIN:
        return True  # "merger agreement", "facility agreement"
    while at < len(spelt) and spelt[at] in _JOINS:
        at += 1
    return at < len(spelt) and (at in names or spelt[at] in _KIND) and spelt[at - 1] in _JOINS
