"""BM25 over rows that Lance finds: its full-text index gives candidates, and our own formula ranks them.

So the scores are those of the local store. What depends on the whole collection is counted at every commit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pincite.domain.chunk import Layer
from pincite.store.lance.tables import LAYERS, LanceState, LanceTables, rows_of
from pincite.store.words import K1, B, shorten_term, term_weight


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


def score_words(row: Mapping[str, Any], weights: Mapping[str, float], mean_length: float) -> float:
    """The score of a passage by its words."""
    counts = Counter(word for word in row["words"].split(" ") if word in weights)
    norm = K1 * (1 - B) + K1 * B / mean_length * row["length"]
    return float(sum(weights[word] * count / (count + norm) for word, count in sorted(counts.items())))


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
