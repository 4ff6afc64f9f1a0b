"""Samples of a benchmark: LegalBench-RAG-mini exactly as its authors' code draws it, and others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.bench.legalbenchrag.layout import SETS, Root, Test, read_tests
from pincite.bench.subset import Count, count, documents_of, write_subset

AUTHORS_SIZE = 194


@dataclass(frozen=True, slots=True)
class Sample:
    """The tests drawn from each set, and the size of it all."""

    parts: dict[str, list[Test]]
    counts: dict[str, Count]
    total: Count


def draw(
    tests: Sequence[Test], *, size: int = AUTHORS_SIZE, seed: str | None = None, by_document: bool = True
) -> list[Test]:
    """A sample of at most `size` tests; a set that has no more than that stays whole and in order.

    Without a seed this is the authors' sample: documents in the order of a number drawn from a generator seeded with
    their path, so that few documents are needed and their names do not matter. With a seed the documents are shuffled
    by it; with a seed and not by document, the tests are.
    """
    if len(tests) <= size:
        return list(tests)
    if seed is not None and not by_document:
        shuffled = list(tests)
        random.Random(seed).shuffle(shuffled)
        return shuffled[:size]
    prefix = "" if seed is None else f"{seed}:"
    # Sorting is stable: the tests of a document stay in their order.
    return sorted(tests, key=lambda test: random.Random(prefix + _first_path(test)).random())[:size]


def _first_path(test: Test) -> str:
    return test.snippets[0].file_path if test.snippets else ""


def sample_root(
    root: Root,
    *,
    size: int = AUTHORS_SIZE,
    seed: str | None = None,
    by_document: bool = True,
    only: Sequence[str] = (),
) -> Sample:
    """Draw from each set; from the four official ones where they are there and no others were asked for."""
    names = root.sets(only)
    official = [name for name in names if name in SETS]
    chosen = names if only or not official else official
    parts = {
        name: draw(read_tests(root.benchmark_file(name)), size=size, seed=seed, by_document=by_document)
        for name in chosen
    }
    corpus = root.corpus
    counts = {name: count(tests, corpus) for name, tests in parts.items()}
    documents = {path for tests in parts.values() for path in documents_of(tests)}
    total = Count(sum(map(len, parts.values())), len(documents), sum(part.characters for part in counts.values()))
    return Sample(parts, counts, total)


def write_sample(sample: Sample, root: Root, *, out: Path, force: bool = False) -> None:
    """Write the sample as a benchmark of its own."""
    write_subset(sample.parts, root.corpus, out=out, force=force)
