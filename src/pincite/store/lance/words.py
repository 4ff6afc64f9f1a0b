"""BM25 over rows that Lance finds: its full-text index gives candidates, and our own formula ranks them.

So the scores are those of the local store. What depends on the whole collection is counted at every commit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pincite.domain.chunk import Layer
from pincite.store.lance.tables import LAYERS, LanceState, LanceTables
from pincite.store.words import K1, B, shorten_term, term_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class WordCounts:
    """How many passages of a state hold a term, and how long they are."""

    def __init__(self, tables: LanceTables, state: LanceState) -> None:
        self._table = tables.need("terms", state.terms)

    def weights(self, terms: Sequence[str], layer: Layer) -> tuple[dict[str, float], float]:
        """The weight of each term that some passage holds, and the mean length of passages."""
        asked = ", ".join("'" + term.replace("'", "''") + "'" for term in ["", *map(shorten_term, terms)])
        rows = self._table.rows(["term", "passages", "words"], f"layer = {LAYERS[layer]} AND term IN ({asked})")
        counts: Counter[str] = Counter()
        words = 0
        for row in rows:
            counts[row["term"]] += row["passages"]
            words += row["words"]
        return _weights(counts, size=counts.pop("", 0), words=words)


def _weights(counts: Mapping[str, int], *, size: int, words: int) -> tuple[dict[str, float], float]:
    weights = {term: term_weight(count, size) for term, count in counts.items() if count > 0}
    return weights, words / size if words else 1.0


class PassageWords:
    """The words of some passages, taken apart as columns: in Python that takes longer than finding them."""

    def __init__(self, found: Any) -> None:
        parts = pc.split_pattern(found["words"], " ").combine_chunks()
        words = parts.flatten().dictionary_encode()
        self._known = words.dictionary
        self._words = words.indices.to_numpy()
        self._passages = np.repeat(np.arange(len(parts)), parts.value_lengths().to_numpy())
        self._lengths = found["length"].to_numpy()

    def score(self, weights: Mapping[str, float], mean_length: float) -> Floats:
        """The score of each passage."""
        norm = K1 * (1 - B) + K1 * B / mean_length * self._lengths
        scores = np.zeros(len(norm))
        for (_, weight), count in zip(sorted(weights.items()), self._counts(sorted(weights)), strict=True):
            scores += weight * count / (count + norm)
        return scores

    def hold(self, names: Sequence[Sequence[str]]) -> NDArray[np.bool_]:
        """Which passages hold, of every name, any of its terms."""
        held = [np.any([count > 0 for count in self._counts(terms)], axis=0) for terms in names]
        every: NDArray[np.bool_] = np.logical_and.reduce(held)
        return every

    def _counts(self, terms: Sequence[str]) -> Iterator[NDArray[np.int64]]:
        """How often each term stands in each passage."""
        for number in pc.index_in(pa.array(terms, pa.string()), value_set=self._known).to_pylist():
            own = self._passages[self._words == number] if number is not None else self._passages[:0]
            yield np.bincount(own, minlength=len(self._lengths))


class KeptWords(PassageWords):
    """The words of passages that are asked for again and again: sorted once, so that a term is looked up."""

    def __init__(self, found: Any) -> None:
        super().__init__(found)
        self._numbers = {word: number for number, word in enumerate(self._known.to_pylist())}
        order = np.argsort(self._words, kind="stable")
        self._passages = self._passages[order].astype(np.int32)
        self._edges = np.searchsorted(self._words[order], np.arange(len(self._numbers) + 1))
        # Within a term the passages are in order: one that is not the one before is a passage more.
        first_of_passage = np.ones(len(self._passages), dtype=bool)
        first_of_passage[1:] = self._passages[1:] != self._passages[:-1]
        first_of_passage[self._edges[:-1]] = True
        self._holding = np.diff(np.concatenate([[0], np.cumsum(first_of_passage)])[self._edges])
        del self._words, self._known

    def weights(self, terms: Sequence[str]) -> tuple[dict[str, float], float]:
        """What `WordCounts` has of a layer, where all its passages are these."""
        counts = {term: self.count([term]) for term in map(shorten_term, terms)}
        return _weights(counts, size=len(self._lengths), words=int(self._lengths.sum()))

    def count(self, terms: Sequence[str]) -> int:
        """How many passages hold any of some terms."""
        if len(terms) == 1:
            number = self._numbers.get(terms[0])
            return 0 if number is None else int(self._holding[number])
        return int(self.hold([terms]).sum())

    def hold(self, names: Sequence[Sequence[str]]) -> NDArray[np.bool_]:
        """Which passages hold, of every name, any of its terms: marked, for counting takes longer."""
        every = np.ones(len(self._lengths), dtype=bool)
        for terms in names:
            held = np.zeros(len(every), dtype=bool)
            for term in terms:
                held[self._passages_with(term)] = True
            every &= held
        return every

    def _counts(self, terms: Sequence[str]) -> Iterator[NDArray[np.int64]]:
        for term in terms:
            yield np.bincount(self._passages_with(term), minlength=len(self._lengths))

    def _passages_with(self, term: str) -> NDArray[np.signedinteger[Any]]:
        """The passages that hold a term, each as often as it does."""
        number = self._numbers.get(term)
        first, last = (0, 0) if number is None else self._edges[number : number + 2]
        return self._passages[first:last]


def count_terms(rows: Sequence[Mapping[str, Any]], *, sign: int) -> list[dict[str, Any]]:
    """The counts of terms that passages bring (1) or take away (-1)."""
    passages: Counter[tuple[int, str]] = Counter()
    words: Counter[int] = Counter()
    for row in rows:
        if row["layer"] != LAYERS[Layer.SECTION]:
            passages.update((row["layer"], word) for word in {"", *row["words"].split(" ")})
            words[row["layer"]] += row["length"]
    return [
        {"layer": layer, "term": term, "passages": sign * count, "words": 0 if term else sign * words[layer]}
        for (layer, term), count in passages.items()
    ]
