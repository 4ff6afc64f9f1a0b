"""Statistics of a benchmark: lengths, spans per query, tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, quantiles

from pincite.bench.corpus import Corpus
from pincite.bench.legalbenchrag.layout import Root, read_benchmark
from pincite.domain.benchmark import Benchmark
from pincite.spans import Span, merge_spans


@dataclass(frozen=True, slots=True)
class Spread:
    """Smallest, quartiles, largest and mean of some lengths."""

    low: int
    lower: float
    median: float
    upper: float
    high: int
    mean: float

    @classmethod
    def of(cls, values: Sequence[int]) -> Spread:
        """The spread of at least one value."""
        lower, median, upper = quantiles([*values, *values] if len(values) == 1 else values, n=4, method="inclusive")
        return cls(min(values), lower, median, upper, max(values), mean(values))


@dataclass(frozen=True, slots=True)
class SetStats:
    """One set in figures; lengths are in characters."""

    name: str
    queries: int
    documents: int
    characters: int
    snippets: int
    query_lengths: Spread
    document_lengths: Spread
    snippet_lengths: Spread
    gold_share: float
    snippets_per_query: dict[int, int]
    queries_per_document: Spread
    tags: dict[str, int]
    length_bins: dict[str, int]


def stats_of_root(root: Root, *, only: Sequence[str] = ()) -> list[SetStats]:
    """The figures of each set."""
    corpus = root.corpus
    return [stats_of(read_benchmark(root.benchmark_file(name)), corpus) for name in root.sets(only)]


def stats_of(benchmark: Benchmark, corpus: Corpus) -> SetStats:
    """The figures of a benchmark; `gold_share` is the part of its documents' characters that some query asks for."""
    lengths = {path: len(corpus.text(path)) for path in benchmark.documents}
    spans = [len(passage.span) for gold in benchmark.items for passage in gold.passages]
    asked = Counter(path for gold in benchmark.items for path in gold.documents)
    return SetStats(
        name=benchmark.name,
        queries=len(benchmark.items),
        documents=len(lengths),
        characters=sum(lengths.values()),
        snippets=len(spans),
        query_lengths=Spread.of([len(gold.query.text) for gold in benchmark.items] or [0]),
        document_lengths=Spread.of(list(lengths.values()) or [0]),
        snippet_lengths=Spread.of(spans or [0]),
        gold_share=_gold_share(benchmark, sum(lengths.values())),
        snippets_per_query=dict(sorted(Counter(len(gold.passages) for gold in benchmark.items).items())),
        queries_per_document=Spread.of(list(asked.values()) or [0]),
        tags=dict(Counter(tag for gold in benchmark.items for tag in gold.tags).most_common()),
        length_bins=_bins(spans),
    )


def _gold_share(benchmark: Benchmark, characters: int) -> float:
    by_document: dict[str, list[Span]] = {}
    for gold in benchmark.items:
        for passage in gold.passages:
            by_document.setdefault(passage.doc_id, []).append(passage.span)
    covered = sum(len(span) for spans in by_document.values() for span in merge_spans(spans))
    return covered / characters if characters else 0.0


def _bins(lengths: Sequence[int]) -> dict[str, int]:
    """Snippet lengths counted in bins that double: 1-63, 64-127, 128-255 and so on."""
    if not lengths:
        return {}
    found = Counter(max(length.bit_length(), 6) for length in lengths)
    bins = range(6, max(found) + 1)
    return {f"{0 if bits == 6 else 2 ** (bits - 1)}-{2**bits - 1}": found.get(bits, 0) for bits in bins}
