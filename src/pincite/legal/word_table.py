"""A table that finds documents by words, and by parts of words; it is plain arrays, and is stored as it is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from pincite.legal.text_places import TextPlaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[np.generic]]
    Numbers = NDArray[np.int32]


class WordTable:
    """Which documents have a word, or a phrase of words; documents are numbered.

    A word is anything without a line feed.
    """

    def __init__(self, text: str, edges: NDArray[np.int64], documents: Numbers) -> None:
        # The words in order, each with a line feed after it.
        self._text = text
        self._edges = edges
        self._documents = documents

    @classmethod
    def build(cls, words: Iterable[Iterable[str]]) -> WordTable:
        """The table of the words of each document, in order."""
        found: dict[str, list[int]] = {}
        for number, own in enumerate(words):
            for word in dict.fromkeys(own):
                found.setdefault(word, []).append(number)
        order = sorted(word for word in found if word)
        sizes = [len(found[word]) for word in order]
        flat = [number for word in order for number in found[word]]
        text = "".join(f"{word}\n" for word in order)
        return cls(text, np.array([0, *accumulate(sizes)], dtype=np.int64), np.array(flat, dtype=np.int32))

    def updated(self, numbers: Numbers, added: WordTable, added_numbers: Numbers) -> WordTable:
        """The table after a change: `numbers` are the new ones of its documents (−1: gone), then those of the added."""
        words = sorted({*self.words, *added.words})
        row_of = {word: row for row, word in enumerate(words)}
        parts = [table._pairs(row_of, own) for table, own in ((self, numbers), (added, added_numbers))]
        rows, documents = (np.concatenate(column) for column in zip(*parts, strict=True))
        counts = np.bincount(rows, minlength=len(words))
        text = "".join(f"{word}\n" for word, count in zip(words, counts.tolist(), strict=True) if count)
        edges = np.concatenate([[0], np.cumsum(counts[counts > 0])]).astype(np.int64)
        return WordTable(text, edges, documents[np.lexsort((documents, rows))])

    def _pairs(self, row_of: Mapping[str, int], numbers: Numbers) -> tuple[NDArray[np.int64], Numbers]:
        """The row of a word and the new number of a document, for each that has it and is not gone."""
        rows = np.repeat(np.array([row_of[word] for word in self.words], dtype=np.int64), np.diff(self._edges))
        documents = numbers[self._documents]
        return rows[documents >= 0], documents[documents >= 0]

    @cached_property
    def words(self) -> list[str]:
        """Every word, in order."""
        return self._text.split("\n")[:-1]

    def __contains__(self, word: str) -> bool:
        return self._place(word) is not None

    def documents(self, word: str) -> list[int]:
        """The documents that have a word, in order."""
        found: list[int] = self.having(word).tolist()
        return found

    def having(self, word: str) -> Numbers:
        """The documents that have a word, in order, as an array: for a word that thousands have."""
        at = self._place(word)
        return self._documents[:0] if at is None else self._documents[self._edges[at] : self._edges[at + 1]]

    def count(self, word: str) -> int:
        """How many documents have a word."""
        return len(self.having(word))

    def holds(self, word: str, document: int) -> bool:
        """Tell whether a document has a word."""
        having = self.having(word)
        place = int(np.searchsorted(having, document))
        return place < len(having) and int(having[place]) == document

    def containing(self, part: str) -> Numbers:
        """The documents with a word that holds some characters, in order."""
        places = self._places.find(part.encode("utf-8", "surrogatepass"))
        wanted = np.zeros(len(self._edges) - 1, dtype=bool)
        wanted[np.searchsorted(self._starts, places, side="right") - 1] = True
        rows = np.flatnonzero(wanted)
        firsts, sizes = self._edges[rows], self._edges[rows + 1] - self._edges[rows]
        # The places of the documents of each row, one row after the other.
        listed = np.arange(sizes.sum()) + np.repeat(firsts - np.cumsum(sizes) + sizes, sizes)
        # Marked, not sorted: thousands of documents may have a common word.
        having = np.zeros(self._size, dtype=bool)
        having[self._documents[listed]] = True
        return np.flatnonzero(having).astype(np.int32)

    def _place(self, word: str) -> int | None:
        at = bisect_left(self.words, word)
        return at if at < len(self.words) and self.words[at] == word else None

    @cached_property
    def _packed(self) -> bytes:
        return self._text.encode("utf-8", "surrogatepass")

    @cached_property
    def _places(self) -> TextPlaces:
        return TextPlaces(self._packed)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """Where in the packed text each word begins."""
        ends = np.flatnonzero(np.frombuffer(self._packed, dtype=np.uint8) == ord("\n"))
        return np.concatenate([[0], ends + 1])[:-1]

    @cached_property
    def _size(self) -> int:
        """How many documents there are, up to the last that has a word."""
        return int(self._documents.max(initial=-1)) + 1

    def arrays(self, name: str) -> Arrays:
        """What is stored."""
        packed = np.frombuffer(self._packed, dtype=np.uint8)
        return {f"{name}.words": packed, f"{name}.edges": self._edges, f"{name}.documents": self._documents}

    @classmethod
    def from_arrays(cls, name: str, arrays: Mapping[str, NDArray[np.generic]]) -> WordTable:
        """What `arrays` gave."""
        return cls(
            arrays[f"{name}.words"].tobytes().decode("utf-8", "surrogatepass"),
            arrays[f"{name}.edges"].astype(np.int64),
            arrays[f"{name}.documents"].astype(np.int32),
        )
