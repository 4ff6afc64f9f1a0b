"""BM25 over rows of text: an inverted index in plain arrays, opened memory-mapped, added up over segments.

Scores are Lucene's BM25 (k1 1.5, b 0.75). What depends on the whole collection (document frequencies, mean length) is
counted at query time over the rows that are alive, so that adding or removing a document touches that document only
and the scores are those of an index built afresh.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.ports import OpenLexical

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Alive = NDArray[np.bool_]

K1 = 1.5
B = 0.75
_WORD = re.compile(r"[^\W_]+")
_STOP_WORDS = frozenset(
    re.split(
        " ",
        "a an and are as at be but by for if in into is it no not of on or such that the their then there these they "
        "this to was will with",
    )
)


@cache
def _stemmer() -> Any:
    from Stemmer import Stemmer

    return Stemmer("english")


def words_of(text: str) -> list[str]:
    """The words of a text as they are indexed: case folded, stemmed, without the commonest."""
    words = [word for word in _WORD.findall(text.casefold()) if word not in _STOP_WORDS]
    stemmed: list[str] = _stemmer().stemWords(words)
    return stemmed


class Bm25Index:
    """Finds rows by their words, the rare ones weighing more."""

    def build(self, texts: Sequence[str], folder: Path) -> None:
        """Write the postings of some rows of text into a new folder."""
        folder.mkdir(parents=True)
        numbers: dict[str, int] = {}
        lengths, rows, terms, counts = (array("i") for _ in range(4))
        for row, text in enumerate(texts):
            words = words_of(text)
            lengths.append(len(words))
            for word, count in Counter(words).items():
                rows.append(row)
                terms.append(numbers.setdefault(word, len(numbers)))
                counts.append(count)
        order = np.argsort(np.asarray(terms, dtype=np.int32), kind="stable")
        sizes = np.bincount(np.asarray(terms, dtype=np.int32), minlength=len(numbers))
        np.save(folder / "lengths.npy", np.asarray(lengths, dtype=np.int32))
        np.save(folder / "edges.npy", np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))
        np.save(folder / "rows.npy", np.asarray(rows, dtype=np.int32)[order])
        np.save(folder / "counts.npy", np.asarray(counts, dtype=np.int32)[order])
        (folder / "terms.txt").write_text("\n".join(numbers), "utf-8", errors="surrogatepass")

    def open(self, folder: Path) -> Postings:
        """Open a folder of postings memory-mapped."""
        return Postings(folder)

    def scores(self, query: str, segments: Sequence[tuple[OpenLexical, Alive]]) -> Floats:
        """A score for every row of the segments in order, 0 for rows without a word of the query and dead ones."""
        opened = [(segment, alive) for segment, alive in segments if isinstance(segment, Postings)]
        size = sum(int(alive.sum()) for _, alive in opened)
        words = sum(int(segment.lengths[alive].sum()) for segment, alive in opened)
        mean_length = words / size if words else 1.0
        parts = [np.zeros(len(segment), dtype=np.float32) for segment, _ in opened]
        for term in dict.fromkeys(words_of(query)):
            found = [segment.find(term) for segment, _ in opened]
            frequency = sum(int(alive[rows].sum()) for (rows, _), (_, alive) in zip(found, opened, strict=True))
            weight = math.log(1 + (size - frequency + 0.5) / (frequency + 0.5)) if frequency else 0.0
            for part, (rows, counts), (segment, _) in zip(parts, found, opened, strict=True):
                part[rows] += weight * _saturation(counts, segment.lengths[rows] / mean_length)
        for part, (_, alive) in zip(parts, opened, strict=True):
            part[~alive] = 0
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)


class Postings:
    """The postings of one segment, opened."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lengths = np.load(folder / "lengths.npy", mmap_mode="r")
        self._edges = np.load(folder / "edges.npy", mmap_mode="r")
        self._rows = np.load(folder / "rows.npy", mmap_mode="r")
        self._counts = np.load(folder / "counts.npy", mmap_mode="r")

    def __len__(self) -> int:
        return len(self.lengths)

    def find(self, term: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The rows that hold a stemmed word, and how often each does."""
        at = self._terms.get(term)
        if at is None:
            return np.empty(0, np.int32), np.empty(0, np.int32)
        start, end = self._edges[at], self._edges[at + 1]
        return self._rows[start:end], self._counts[start:end]

    @cached_property
    def _terms(self) -> dict[str, int]:
        text = (self._folder / "terms.txt").read_text("utf-8", errors="surrogatepass")
        return {term: i for i, term in enumerate(text.split("\n"))} if text else {}


def _saturation(counts: NDArray[np.int32], lengths: Floats) -> Floats:
    """How much a word that occurs so often says about a row of such length (1 is the mean)."""
    scaled = counts.astype(np.float32)
    return (scaled / (scaled + K1 * (1 - B + B * lengths))).astype(np.float32)
