"""What documents are called: by file name, title, parties and kind, in tables that answer at once for many documents.

It is made when a store is written, and stored with it. All it needs are the documents' cards.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.legal.word_table import WordTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.legal.word_table import Arrays

# Changes whenever the tables are built differently, so that stored ones are rebuilt.
NAMES_VERSION = 1
_WORD = re.compile(r"[^\W_]+")
_OTHER_ASCII = re.compile(r"[^a-z0-9]+")
_POSSESSIVE = re.compile(r"(?:'s|’s|s'|s’|'|’)$")
# Company suffixes, which questions often leave out.
COMPANY_ENDS = frozenset("s inc llc ltd limited corp co plc".split())  # noqa: SIM905 - a list to be read
_SMALL_WORDS = frozenset({"and", "of", "the", "for", "in", "to"})
# Words of a title that say what a document is.
TELLING = frozenset(
    """
    act agreement amendment code contract deed direction guarantee guide judgment lease licence license merger nda note
    order part policy rule statute sublease term
    """.split()  # noqa: SIM905
)
# Shorter names are matched as whole words only.
SHORT = 4
_TABLES = (
    "words",
    "file_names",
    "other_names",
    "descriptions",
    "kinds",
    "titles",
    "parties",
    "short_words",
    "initials",
)


def fold_name(name: str) -> str:
    """A name as it is compared: lower case, no accents, points, blanks or possessive."""
    bare = _POSSESSIVE.sub("", name)
    if bare.isascii():
        return _OTHER_ASCII.sub("", bare.casefold())
    plain = unicodedata.normalize("NFKD", bare).casefold()
    return "".join(character for character in plain if character.isalnum())


def names_digest(card: DocumentCard) -> int:
    """Return a digest of everything that names are built from; equal digests mean equal names."""
    read = repr((card.path, card.title, card.kind, card.parties)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(read, digest_size=8).digest(), "little")


class DocumentNames:
    """The names of all documents of a store; documents are numbered in the order of `doc_ids`.

    `words` are those of file names, titles and parties; `file_names` and `other_names` are whole names by their words;
    `descriptions` are words that say what a document is, and `kinds` its kind. The other tables are of folded names:
    `titles` (and file names), `parties`, the `short_words` of these, and their `initials`.
    """

    def __init__(self, doc_ids: Sequence[str], tables: Mapping[str, WordTable]) -> None:
        self.doc_ids = doc_ids
        self.words, self.file_names, self.other_names = (tables[name] for name in _TABLES[:3])
        self.descriptions, self.kinds = (tables[name] for name in _TABLES[3:5])
        self.titles, self.parties, self.short_words, self.initials = (tables[name] for name in _TABLES[5:])
        self._tables = tables

    @classmethod
    def of(cls, cards: Sequence[DocumentCard]) -> DocumentNames:
        """The names of documents."""
        parts = [(readable_stem(card.path), card.title or "", *card.parties) for card in cards]
        whole = [[_whole_name(part) for part in own] for own in parts]
        folded = [_FoldedNames(card) for card in cards]
        rows: dict[str, Iterable[Iterable[str]]] = {
            "words": map(_label_words, parts),
            "file_names": (own[:1] for own in whole),
            "other_names": (own[1:] for own in whole),
            "descriptions": map(_description, cards),
            "kinds": ([card.kind] for card in cards),
            "titles": (one.titles for one in folded),
            "parties": (one.parties for one in folded),
            "short_words": (one.short_words for one in folded),
            "initials": ([one.initials] for one in folded),
        }
        return cls([card.id for card in cards], {name: WordTable.build(words) for name, words in rows.items()})

    def updated(self, cards: Sequence[DocumentCard], unchanged: Collection[str]) -> DocumentNames:
        """The same as `of(cards)`; the names of `unchanged` documents are taken from here."""
        numbers = np.full(len(self.doc_ids), -1, dtype=np.int32)
        added = []
        for number, card in enumerate(cards):
            if card.id in unchanged:
                numbers[self.numbers[card.id]] = number
            else:
                added.append(number)
        names = DocumentNames.of([cards[number] for number in added])
        own = np.array(added, dtype=np.int32)
        tables = {name: table.updated(numbers, names._tables[name], own) for name, table in self._tables.items()}
        return DocumentNames([card.id for card in cards], tables)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each document."""
        return {doc_id: number for number, doc_id in enumerate(self.doc_ids)}

    def ids(self, numbers: Iterable[int]) -> set[str]:
        """The documents of some numbers."""
        return {self.doc_ids[number] for number in numbers}

    def arrays(self) -> Arrays:
        """Return the tables as plain arrays for storage; documents are identified by position."""
        return {key: value for name, table in self._tables.items() for key, value in table.arrays(name).items()}

    @classmethod
    def from_arrays(cls, doc_ids: Sequence[str], arrays: Mapping[str, NDArray[np.generic]]) -> DocumentNames:
        """What `arrays` gave, for the same documents."""
        return cls(doc_ids, {name: WordTable.from_arrays(name, arrays) for name in _TABLES})


class _FoldedNames:
    """The names of a document as a question's are compared with them."""

    def __init__(self, card: DocumentCard) -> None:
        stem = Path(card.path).stem
        words = _folded_words(" ".join((stem, part_humps(stem), card.title or "", *card.parties)))
        strong = [word for word in words if word not in _SMALL_WORDS]
        self.titles = [fold_name(stem), fold_name(card.title or "")]
        self.parties = [fold_name(party) for party in card.parties]
        self.short_words = [word for word in words if len(word) < SHORT]
        self.initials = "".join(word[:1] for word in strong) + " " + "".join(word[:1] for word in words)


def initials_of(title: str) -> str:
    """The initials that people shorten a title to, without its small words: "MSA"."""
    return "".join(word[0] for word in _folded_words(title) if word not in _SMALL_WORDS).upper()


def shortened(name: str) -> set[str]:
    """The initials that a name by itself may be shortened to, in small letters: with small words and without them.

    Years count for nothing, nor does the ending of a company, nor what follows the word for a document.
    """
    words = [word for word in _folded_words(name) if not word[0].isdigit()]
    telling = next((at for at, word in enumerate(words) if word in TELLING), len(words) - 1)
    company = len(words)
    while company and words[company - 1] in COMPANY_ENDS:
        company -= 1
    readings = [words, words[: telling + 1], words[:company]]
    strong = [[word for word in reading if word not in _SMALL_WORDS] for reading in readings]
    return {"".join(word[0] for word in reading) for reading in (*readings, *strong) if reading}


def shortened_label(card: DocumentCard) -> set[str]:
    """The initials that the file's name, the title and each party of a document may be shortened to."""
    stem = readable_stem(card.path)
    names = (stem, part_humps(stem), card.title or "", *card.parties)
    return {initials for name in names for initials in shortened(name)}


def _folded_words(text: str) -> list[str]:
    if text.isascii():
        return _WORD.findall(text.casefold())
    return [fold_name(word) for word in _WORD.findall(text)]


def _label_words(parts: Sequence[str]) -> list[str]:
    label = " ".join(parts)
    return _WORD.findall(f"{label} {part_humps(label)}".casefold())


def _whole_name(part: str) -> str:
    words = _WORD.findall(part_humps(part).casefold())
    while words and words[-1] in COMPANY_ENDS:
        words.pop()
    return " ".join(words)


def _description(card: DocumentCard) -> list[str]:
    """The words of a document's title and kind; those of its file's name where the title does not say what it is."""
    title = _plain_words(card.title or "")
    telling = any(word.removesuffix("s") in TELLING for word in title)
    named = [] if telling else _plain_words(part_humps(readable_stem(card.path)))
    return [*title, *_plain_words(card.kind), *named]


def _plain_words(text: str) -> list[str]:
    return _WORD.findall(text.replace("_", " ").casefold())
