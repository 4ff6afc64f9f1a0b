"""BM25 over rows that Lance finds: its full-text index gives candidates, and our own formula ranks them.

So the scores are those of the local store. What depends on the whole collection is counted at every commit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.compute as pc

from pincite.domain.chunk import Layer
from pincite.store.lance.tables import LAYERS, LanceState, LanceTables, rows_of
from pincite.store.words import K1, B, shorten_term, term_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class WordCounts:
    """How many passages of a state hold a term, and how long they are."""

    def __init__(self, tables: LanceTables, state: LanceState) -> None:
        self._table = tables.open("terms", state.terms)

    def weights(self, terms: Sequence[str], layer: Layer) -> tuple[dict[str, float], float]:
        """The weight of each term that some passage holds, and the mean length of passages."""
        asked = ", ".join("'" + term.replace("'", "''") + "'" for term in ["", *map(shorten_term, terms)])
        rows = rows_of(self._table.search().where(f"layer = {LAYERS[layer]} AND term IN ({asked})"))
        counts: Counter[str] = Counter()
        words = 0
        for row in rows:
            counts[row["term"]] += row["passages"]
            words += row["words"]
        size = counts.pop("", 0)
        weights = {term: term_weight(count, size) for term, count in counts.items() if count > 0}
        return weights, words / size if words else 1.0


def score_words(found: Any, weights: Mapping[str, float], mean_length: float) -> Floats:
    """The scores of passages by their words."""
    words = _apart(found["words"])
    norm = K1 * (1 - B) + K1 * B / mean_length * found["length"].to_numpy()
    scores = np.zeros(len(norm))
    for term, weight in sorted(weights.items()):
        count = _count(words, term)
        scores += weight * count / (count + norm)
    return scores


def hold_all(found: Any, names: Sequence[Collection[str]]) -> NDArray[np.bool_]:
    """Which passages hold, of every name, any of its terms."""
    words = _apart(found["words"])
    held = [sum((_count(words, term) for term in terms), np.zeros(len(found))) > 0 for terms in names]
    return np.logical_and.reduce(held) if held else np.zeros(len(found), dtype=bool)


def _apart(words: Any) -> Any:
    """Words with blanks of their own on both sides, so that the same word twice in a row is found twice."""
    return pc.binary_join_element_wise(" ", pc.replace_substring(words, " ", "  "), " ", "")


def _count(words: Any, term: str) -> Floats:
    # As columns: taking passages apart in Python takes longer than finding them.
    counted: Floats = pc.count_substring(words, f" {term} ").to_numpy().astype(np.float64)
    return counted


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
