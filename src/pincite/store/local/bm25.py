"""BM25 over rows of text: an inverted index in plain arrays, opened memory-mapped, added up over segments.

Scores are Lucene's BM25 (k1 1.5, b 0.75). What depends on the whole collection (document frequencies, mean length) is
counted at query time over the rows that are alive, so that adding or removing a document touches that document only
and the scores are those of an index built afresh.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.legal.languages import ENGLISH, STOP_WORDS, known_language, root_of, stem_words
from pincite.store.local.contracts import OpenLexical
from pincite.store.words import K1, WORD, B, query_terms, term_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Rows = NDArray[np.int32]
    Counts = NDArray[np.uint16]
    Alive = NDArray[np.bool_]


class Bm25Index:
    """Finds rows by their words, the rare ones weighing more."""

    def build(self, texts: Sequence[str], folder: Path, *, languages: Sequence[str | None] = ()) -> None:
        """Write the postings of some rows of text, each in its language (English where none is said)."""
        vocabulary = _Vocabulary()
        lengths, terms = array("i"), array("i")
        known = [known_language(language) for language in languages] or [ENGLISH] * len(texts)
        for text, language in zip(texts, known, strict=True):
            found = vocabulary.number(text, language)
            lengths.append(len(found))
            terms.extend(found)
        rows = np.repeat(np.arange(len(lengths), dtype=np.int64), np.asarray(lengths, dtype=np.int64))
        # Encode (word, row) as one number, so that sorting counts equal pairs.
        size = max(1, len(vocabulary.terms))
        pairs, counts = np.unique(rows * size + np.asarray(terms, dtype=np.int64), return_counts=True)
        _write(folder, np.asarray(lengths, dtype=np.int32), vocabulary.terms, pairs % size, pairs // size, counts)
        _write_languages(folder, known)

    def merge(self, segments: Sequence[tuple[OpenLexical, Alive]], folder: Path) -> None:
        """Write the postings of the living rows of several segments into a new folder."""
        opened = _opened(segments)
        numbers: dict[bytes, int] = {}
        parts: list[tuple[Any, Any, Any]] = []
        first = 0
        for segment, alive in opened:
            renumbered = np.array([numbers.setdefault(term, len(numbers)) for term in segment.terms()], dtype=np.int32)
            terms, rows, counts = segment.postings()
            moved = (np.cumsum(alive) - 1 + first).astype(np.int32)
            keep = slice(None) if alive.all() else alive[rows]
            parts.append((renumbered[terms[keep]], moved[rows[keep]], counts[keep]))
            first += int(alive.sum())
        lengths = [segment.lengths[alive] for segment, alive in opened]
        _write(
            folder,
            np.concatenate(lengths) if lengths else np.zeros(0, dtype=np.int32),
            numbers,
            *(np.concatenate([part[i] for part in parts]) if parts else np.zeros(0, np.int64) for i in range(3)),
        )
        _write_languages(folder, [language for segment, _ in opened for language in segment.languages])

    def open(self, folder: Path) -> Postings:
        """Open a folder of postings memory-mapped."""
        return Postings(folder)

    def scores(
        self,
        query: str,
        segments: Sequence[tuple[OpenLexical, Alive]],
        *,
        among: Sequence[NDArray[np.int64]] | None = None,
    ) -> Floats:
        """A score for every row of the segments in order, 0 for rows without a word of the query and dead ones.

        With `among`, rows of each segment in order, a score for each of these.
        """
        opened = _opened(segments)
        whole = [bool(alive.all()) for _, alive in opened]
        pairs = list(zip(opened, whole, strict=True))
        size = sum(len(segment) if all_ else int(alive.sum()) for (segment, alive), all_ in pairs)
        words = sum(segment.words if all_ else int(segment.lengths[alive].sum()) for (segment, alive), all_ in pairs)
        mean_length = words / size if words else 1.0
        wanted: Sequence[NDArray[np.int64] | None] = [None] * len(opened) if among is None else among
        parts = [
            np.zeros(len(segment) if few is None else len(few), dtype=np.float32)
            for (segment, _), few in zip(opened, wanted, strict=True)
        ]
        for term in _terms_of(query, [segment for segment, _ in opened]):
            found = [segment.find(term) for segment, _ in opened]
            frequency = sum(
                len(rows) if all_ else int(alive[rows].sum())
                for (rows, _), ((_, alive), all_) in zip(found, pairs, strict=True)
            )
            weight = term_weight(frequency, size)
            for part, postings, (segment, _), few in zip(parts, found, opened, wanted, strict=True):
                places, rows, counts = (postings[0], *postings) if few is None else _among(few, *postings)
                part[places] += weight * _saturation(counts, segment.lengths[rows], mean_length)
        for part, ((_, alive), all_), few in zip(parts, pairs, wanted, strict=True):
            if not all_:
                part[~(alive if few is None else alive[few])] = 0
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)

    def holding(self, words: str, segments: Sequence[OpenLexical]) -> list[Rows]:
        """The rows of each segment that hold any of some words, in order."""
        opened = [segment for segment in segments if isinstance(segment, Postings)]
        terms = _terms_of(words, opened)
        found = [[rows for term in terms if len(rows := segment.find(term)[0])] for segment in opened]
        return [_union(rows) for rows in found]


class Postings:
    """The postings of one segment, opened: terms in order of their bytes, for each the rows that hold it."""

    def __init__(self, folder: Path) -> None:
        self.lengths: Rows = _mapped(folder / "lengths.npy")
        self.words = int(self.lengths.sum(dtype=np.int64))
        self._edges: NDArray[np.int64] = _mapped(folder / "edges.npy")
        self._rows: Rows = _mapped(folder / "rows.npy")
        self._counts: Counts = _mapped(folder / "counts.npy")
        # Read one by one in the search for a term, which an array of numpy is slow at.
        self._ends = array("q", np.load(folder / "term-ends.npy").tobytes())
        self._terms = (folder / "terms.bin").read_bytes()
        said = folder / "languages.json"
        # Written by a version that treated every text as English.
        self.languages: list[str] = json.loads(said.read_bytes()) if said.is_file() else [ENGLISH]

    def __len__(self) -> int:
        return len(self.lengths)

    def find(self, term: str) -> tuple[Rows, Counts]:
        """The rows that hold a stemmed word, and how often each does."""
        wanted = term.encode("utf-8", "surrogatepass")
        low, high = 0, len(self._ends)
        while low < high:
            middle = (low + high) // 2
            if self._term(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        if low == len(self._ends) or self._term(low) != wanted:
            return np.empty(0, np.int32), np.empty(0, np.uint16)
        start, end = self._edges[low], self._edges[low + 1]
        return self._rows[start:end], self._counts[start:end]

    def terms(self) -> list[bytes]:
        """Every term, in order."""
        return [self._term(i) for i in range(len(self._ends))]

    def postings(self) -> tuple[Rows, Rows, Counts]:
        """Every posting as (number of the term, row, count)."""
        terms = np.repeat(np.arange(len(self._ends), dtype=np.int32), np.diff(self._edges))
        return terms, self._rows, self._counts

    def _term(self, at: int) -> bytes:
        return self._terms[self._ends[at - 1] if at else 0 : self._ends[at]]


def _mapped(path: Path) -> Any:
    """An array in a file, not read before it is used; as a plain array, of which parts are taken faster."""
    return np.asarray(np.load(path, mmap_mode="r"))


class _Vocabulary:
    """Numbers the terms of texts; each spelling is stemmed once for each language."""

    def __init__(self) -> None:
        self.terms: dict[bytes, int] = {}
        self._spellings: dict[str, dict[str, tuple[int, ...]]] = {}

    def number(self, text: str, language: str) -> list[int]:
        """The numbers of a text's terms, in order."""
        spellings = self._spellings.setdefault(language, dict.fromkeys(STOP_WORDS[language], ()))
        words = WORD.findall(text.casefold())
        new = [word for word in dict.fromkeys(words) if word not in spellings]
        for word, stem in zip(new, stem_words(new, language), strict=True):
            root = root_of(word, language)
            spellings[word] = tuple(self._number(term) for term in (stem, f"~{root}" if root else None) if term)
        return [at for word in words for at in spellings[word]]

    def _number(self, term: str) -> int:
        return self.terms.setdefault(term.encode("utf-8", "surrogatepass"), len(self.terms))


def _among(wanted: NDArray[np.int64], rows: Rows, counts: Counts) -> tuple[NDArray[np.int64], Rows, Counts]:
    """The postings of wanted rows, both in order, with the place of each among those wanted."""
    # Of the same type, or numpy would copy the longer list to compare them.
    at = np.searchsorted(rows, wanted.astype(rows.dtype))
    at[at == len(rows)] = 0
    places = np.flatnonzero(rows[at] == wanted) if len(rows) else np.zeros(0, np.int64)
    return places, rows[at[places]], counts[at[places]]


def _union(rows: Sequence[Rows]) -> Rows:
    if not rows:
        return np.empty(0, np.int32)
    return rows[0] if len(rows) == 1 else np.unique(np.concatenate(rows))


def _terms_of(query: str, segments: Sequence[Postings]) -> list[str]:
    """The terms of a query in every language that rows are in."""
    return query_terms(query, (language for segment in segments for language in segment.languages))


def _write_languages(folder: Path, languages: Iterable[str]) -> None:
    (folder / "languages.json").write_text(json.dumps(sorted(set(languages))), encoding="ascii")


def _opened(segments: Sequence[tuple[OpenLexical, Alive]]) -> list[tuple[Postings, Alive]]:
    return [(segment, alive) for segment, alive in segments if isinstance(segment, Postings)]


def _write(folder: Path, lengths: Any, terms: Iterable[bytes], *postings: Any) -> None:
    """Write postings (number of the term, row, count) in order of term, then of row; terms without any are left out."""
    folder.mkdir(parents=True)
    names = list(terms)
    used = np.unique(postings[0])
    in_order = sorted((names[at], at) for at in used.tolist())
    places = np.zeros(len(names), dtype=np.int32)
    places[[at for _, at in in_order]] = np.arange(len(in_order))
    number, rows, counts = places[postings[0]], postings[1], postings[2]
    order = np.lexsort((rows, number))
    sizes = np.bincount(number, minlength=len(in_order))
    np.save(folder / "lengths.npy", lengths.astype(np.int32))
    np.save(folder / "edges.npy", np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))
    np.save(folder / "rows.npy", rows[order].astype(np.int32))
    np.save(folder / "counts.npy", np.minimum(counts[order], np.iinfo(np.uint16).max).astype(np.uint16))
    np.save(folder / "term-ends.npy", np.cumsum([len(name) for name, _ in in_order]).astype(np.int64))
    (folder / "terms.bin").write_bytes(b"".join(name for name, _ in in_order))


def _saturation(counts: Counts, lengths: Rows, mean: float) -> Floats:
    """Return the weight of a word by its count in a row and the row's length."""
    scaled = counts.astype(np.float32)
    return (scaled / (scaled + (K1 * (1 - B) + K1 * B / mean * lengths))).astype(np.float32)
